import * as z from "zod/mini";
import { scanId } from "#contract/ids.ts";
import { type ScanKind, scanFailure, scanKind } from "#contract/scans/scans.ts";

/** Something that the newest scan of a kind should have evaluated on a host but did not. */
const gap = z.object({
	scanId,
	kind: scanKind,
	/** The part's name; empty if the whole scan failed. */
	part: z.string(),
	/** Why, in a sentence. Untrusted text. */
	reason: z.string(),
});
export type Gap = z.infer<typeof gap>;

/**
 * How much of a host its scans have evaluated. Only `full` means that nothing found is nothing there, as far as these scans can
 * see. Cancelled and unfinished scans do not count.
 */
export const hostEvaluation = z.discriminatedUnion("status", [
	z.object({ status: z.literal("not-scanned") }),
	/** No scan of it was ever completed. The newest failure says why, and what to do. */
	z.object({
		status: z.literal("failed"),
		scanId,
		kind: scanKind,
		at: z.iso.datetime(),
		failure: scanFailure,
	}),
	z.object({
		status: z.literal("partial"),
		/** At most 20. */
		gaps: z.array(gap),
		gapsTotal: z.int(),
	}),
	z.object({ status: z.literal("full") }),
]);
export type HostEvaluation = z.infer<typeof hostEvaluation>;

/** Labels for the states of a host. */
export const EVALUATION_WORDS: Record<HostEvaluation["status"], string> = {
	"not-scanned": "Not scanned yet",
	failed: "Scan failed",
	partial: "Partly evaluated",
	full: "Fully evaluated",
};

/** A scan of a host that has ended and was not cancelled. */
export type EndedScan = { scanId: z.infer<typeof scanId>; kind: ScanKind; at: string } & (
	| { status: "completed"; notEvaluated: readonly { label: string; reason: string }[] }
	| { status: "failed"; failure: z.infer<typeof scanFailure> }
);

const GAPS = 20;

/** The evaluation of one host from its scans. Only the newest completed and the newest failed scan of each kind matter. */
export function evaluationOf(ended: readonly EndedScan[]): HostEvaluation {
	const newestFirst = ended.toSorted((a, b) => (a.at < b.at ? 1 : -1));
	const [newest] = newestFirst;
	if (!newest) return { status: "not-scanned" };
	if (newest.status === "failed" && newestFirst.every(({ status }) => status === "failed")) {
		const { scanId, kind, at, failure } = newest;
		return { status: "failed", scanId, kind, at, failure };
	}
	const newestOfKind = new Map(newestFirst.toReversed().map((scan) => [scan.kind, scan]));
	const gaps = [...newestOfKind.values()].flatMap((scan): Gap[] => {
		const { scanId, kind } = scan;
		return scan.status === "failed"
			? [{ scanId, kind, part: "", reason: scan.failure.message }]
			: scan.notEvaluated.map(({ label, reason }) => ({ scanId, kind, part: label, reason }));
	});
	return gaps.length === 0
		? { status: "full" }
		: { status: "partial", gaps: gaps.slice(0, GAPS), gapsTotal: gaps.length };
}
