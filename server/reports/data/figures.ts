import type { ScanPart } from "#contract/findings.ts";
import type { SeverityCounts } from "#contract/scans.ts";
import { SEVERITIES, type Severity } from "#contract/severity.ts";
import type { FindingState } from "#contract/vulnerabilities.ts";
import { sameWords } from "../group-findings.ts";
import type { ReportData, ReportFinding, ReportLook } from "./report-data.ts";

/** One problem, said once, with all its findings. */
export type ReportProblem = {
	/** Such as `H1`. */
	mark: string;
	severity: Severity;
	/** The first of them stands for what they share. */
	first: ReportFinding;
	findings: ReportFinding[];
};

export const inState = (findings: readonly ReportFinding[], ...states: FindingState[]): ReportFinding[] =>
	findings.filter(({ state }) => states.includes(state));

export function countsOf(findings: readonly ReportFinding[]): SeverityCounts {
	const counts = { high: 0, medium: 0, low: 0, none: 0 };
	for (const { finding } of findings) counts[finding.severity] += 1;
	return counts;
}

/** Findings that differ only in where, together; worst first, in the order of the data. */
export function problemsOf(findings: readonly ReportFinding[]): ReportProblem[] {
	const groups = Map.groupBy(findings, ({ finding }) => sameWords(finding));
	return SEVERITIES.flatMap((severity) =>
		[...groups.values()]
			.filter(([first]) => first?.finding.severity === severity)
			.flatMap((group, index) => {
				const [first] = group;
				const mark = `${severity.charAt(0).toUpperCase()}${index + 1}`;
				return first ? [{ mark, severity, first, findings: group }] : [];
			}),
	);
}

/** Hosts that were scanned to see these. */
export const hostsOf = (findings: readonly ReportFinding[]): string[] =>
	[...new Set(findings.map(({ asset }) => asset))].toSorted();

export const hostsInScope = ({ targets, looks }: Pick<ReportData, "targets" | "looks">): string[] =>
	[...new Set([...targets, ...looks].map(({ host }) => host))].toSorted();

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

/** What moved since a day: the first of the period, or 30 days before the report. */
export function movementOf(data: ReportData): {
	since: Date;
	fresh: ReportFinding[];
	back: ReportFinding[];
	fixed: ReportFinding[];
} {
	const since = data.scope.from
		? new Date(`${data.scope.from}T00:00:00Z`)
		: new Date(Date.parse(data.generatedAt) - DAYS * 86_400_000);
	const isSince = (time: string | null) => time !== null && Date.parse(time) >= since.getTime();
	return {
		since,
		fresh: data.findings.filter(({ firstSeenAt, state }) => isSince(firstSeenAt) && state !== "false-positive"),
		back: data.findings.filter(({ reopenedAt, state }) => isSince(reopenedAt) && state === "open"),
		fixed: data.findings.filter(({ fixedAt, state }) => isSince(fixedAt) && state === "fixed"),
	};
}
