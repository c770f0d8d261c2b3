import type { Asset } from "#contract/findings/assets.ts";
import { type EndedScan, evaluationOf } from "#contract/findings/host-evaluation.ts";
import type { ScanOverview, ScanSummary } from "#contract/scans/scans.ts";
import { sampleHostOf, sampleScans } from "./samples.ts";

/** Counted the way the server counts an account's own scans, so tiles and lists agree. */
export function countScans(scans: readonly ScanSummary[]): ScanOverview {
	const completed = scans.filter(({ status }) => status === "completed").length;
	const failed = scans.filter((scan) => scan.status === "failed" && scan.failure?.code !== "cancelled").length;
	const ended = completed + failed;
	return {
		total: scans.length,
		active: scans.filter(({ status }) => status === "pending" || status === "running").length,
		completed,
		failed,
		successRate: ended === 0 ? null : Math.round((100 * completed) / ended),
	};
}

export const sampleOverview = countScans(sampleScans);

function endedOf({ id, kind, finishedAt, status, failure }: ScanSummary): EndedScan[] {
	if (finishedAt === null || failure?.code === "cancelled") return [];
	const scan = { scanId: id, kind, at: finishedAt };
	if (status === "completed") return [{ ...scan, status, notEvaluated: [] }];
	return failure ? [{ ...scan, status: "failed", failure }] : [];
}

/** The hosts of the sample scans. */
export const sampleHosts: readonly Pick<Asset, "host" | "claim" | "evaluation">[] = [
	...Map.groupBy(sampleScans, ({ target }) => sampleHostOf(target)),
].map(([host, scans]) => ({ host, claim: null, evaluation: evaluationOf(scans.flatMap(endedOf)) }));
