import type { ScanPart } from "#contract/findings/findings.ts";
import type { FindingState } from "#contract/findings/vulnerabilities.ts";
import type { SeverityCounts } from "#contract/scans/scans.ts";
import type { Problem } from "./group-findings.ts";
import type { ReportData, ReportFinding, ReportLook } from "./report-data.ts";

export type ReportProblem = Problem<ReportFinding>;

export const inState = (findings: readonly ReportFinding[], ...states: FindingState[]): ReportFinding[] =>
	findings.filter(({ state }) => states.includes(state));

export function countsOf(findings: readonly ReportFinding[]): SeverityCounts {
	const counts = { high: 0, medium: 0, low: 0, none: 0 };
	for (const { finding } of findings) counts[finding.severity] += 1;
	return counts;
}

/** Hosts that were scanned to see these. */
export const hostsOf = (findings: readonly ReportFinding[]): string[] =>
	[...new Set(findings.map(({ asset }) => asset))].toSorted();

/** Every host the report is about, scanned or not. */
export const hostsInScope = ({
	targets,
	looks,
	failures,
}: Pick<ReportData, "targets" | "looks" | "failures">): string[] =>
	[...new Set([...targets, ...looks, ...failures].map(({ host }) => host))].toSorted();

/** A part that the newest look of its kind did not get to, on one host. */
export type Gap = { look: ReportLook; label: string; reason: string };

export const gapsOf = (looks: readonly ReportLook[]): Gap[] =>
	looks.flatMap((look) =>
		look.parts.flatMap((part) =>
			part.status === "not-evaluated" ? [{ look, label: part.label, reason: part.reason }] : [],
		),
	);

export const partsOf = (looks: readonly ReportLook[]): ScanPart[] => looks.flatMap(({ parts }) => parts);

const DAYS = 30;

/** How findings moved since a day: the first of the period, 30 days before the report, or the first measurement. */
export type Movement = { since: Date; fresh: ReportFinding[]; back: ReportFinding[]; fixed: ReportFinding[] };

/** Undefined until something was scanned a second time: a first look has nothing to compare with. */
export function movementOf(data: ReportData): Movement | undefined {
	const { firstAt, isRepeated } = data.measured;
	if (firstAt === null || !isRepeated) return undefined;
	const begin = data.scope.from
		? Date.parse(`${data.scope.from}T00:00:00Z`)
		: Date.parse(data.generatedAt) - DAYS * 86_400_000;
	const since = new Date(Math.max(begin, Date.parse(firstAt)));
	const isSince = (time: string | null) => time !== null && Date.parse(time) >= since.getTime();
	return {
		since,
		fresh: data.findings.filter(
			({ firstSeenAt, state, isFromFirstLook }) =>
				isSince(firstSeenAt) && !isFromFirstLook && state !== "false-positive",
		),
		back: data.findings.filter(({ reopenedAt, state }) => isSince(reopenedAt) && state === "open"),
		fixed: data.findings.filter(({ fixedAt, state }) => isSince(fixedAt) && state === "fixed"),
	};
}
