import * as z from "zod/mini";
import { scanPart } from "#contract/findings/findings.ts";
import { severity } from "#contract/findings/severity.ts";
import { weightOf } from "#contract/findings/urgency.ts";
import { findingState, fingerprint } from "#contract/findings/vulnerabilities.ts";
import { coverage, scanKind } from "#contract/scans/scans.ts";

const scanRecord = z.object({
	scan: z.object({
		kind: scanKind,
		target: z.string(),
		host: z.string(),
		startedAt: z.iso.datetime(),
		finishedAt: z.iso.datetime(),
		coverage,
		parts: z.array(scanPart),
		findings: z.array(
			z.object({
				fingerprint,
				rule: z.string(),
				severity,
				state: findingState,
				/** Whether this scan saw it, or it was still open from an earlier one. */
				seen: z.boolean(),
			}),
		),
	}),
});
export type ScanRecord = z.infer<typeof scanRecord>["scan"];

/** The scan that a record holds, what to do first at the top. Null for any other record, which can only be shown raw. */
export function readScanRecord(record: Readonly<Record<string, unknown>>): ScanRecord | null {
	const read = scanRecord.safeParse(record);
	if (!read.success) return null;
	const { scan } = read.data;
	return {
		...scan,
		findings: scan.findings.toSorted((a, b) => weightOf(b) - weightOf(a) || a.rule.localeCompare(b.rule)),
	};
}
