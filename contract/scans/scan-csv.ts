import { csvOf } from "#contract/csv.ts";
import type { ScanSummary } from "./scans.ts";

/** The first line of a CSV file of scans, and a function that writes a scan's line. */
export const { head: SCAN_CSV_HEAD, line: scanCsvLine } = csvOf<ScanSummary>({
	id: ({ id }) => id,
	kind: ({ kind }) => kind,
	target: ({ target }) => target,
	client: ({ client }) => client,
	status: ({ status, failure }) => (failure?.code === "cancelled" ? "cancelled" : status),
	accepted_at: ({ acceptedAt }) => acceptedAt,
	started_at: ({ startedAt }) => startedAt,
	finished_at: ({ finishedAt }) => finishedAt,
	coverage: ({ coverage }) => coverage,
	worst: ({ worst }) => worst,
	high: ({ findings }) => findings?.high ?? null,
	medium: ({ findings }) => findings?.medium ?? null,
	low: ({ findings }) => findings?.low ?? null,
	none: ({ findings }) => findings?.none ?? null,
	failure: ({ failure }) => failure?.message ?? null,
});
