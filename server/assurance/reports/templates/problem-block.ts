import type { Finding } from "#contract/findings/findings.ts";
import { counted } from "#contract/format/count.ts";
import { placeText } from "#contract/format/place.ts";
import { dayText } from "#contract/format/time.ts";
import { READERS } from "#contract/reader.ts";
import type { ProblemBlock, Sighting } from "#server/platform/paper/document/document.ts";
import type { ReportProblem } from "../data/figures.ts";
import type { Problem } from "../data/group-findings.ts";
import type { ReportFinding } from "../data/report-data.ts";
import { leftOut } from "./common-sections.ts";

/** Evidence from more places is in the JSON file; a reader who has seen three has seen the pattern. */
const SEEN = 3;

const STATE_LABELS = {
	open: "Open",
	fixed: "Fixed",
	"false-positive": "False positive",
	accepted: "Accepted risk",
} as const;

/** A finding's state with its details, such as `Accepted risk until 1 Dec 2026`. */
export function stateText({ state, verdict, reopenedAt, fixedAt }: ReportFinding): string {
	if (state === "fixed" && fixedAt) return `Fixed ${dayText(fixedAt, "utc")}`;
	if (state === "accepted" && verdict?.until) return `Accepted until ${dayText(verdict.until, "utc")}`;
	if (state === "open" && reopenedAt) return `Open again since ${dayText(reopenedAt, "utc")}`;
	return STATE_LABELS[state];
}

const CONFIDENCE = {
	high: "Confidence high",
	low: "Confidence low: what was seen may mislead, check it first",
};

/** The first place, and how many others there are. */
function whereOf(findings: readonly { finding: Finding }[]): ProblemBlock["where"] {
	const [first = "", ...more] = new Set(findings.map(({ finding }) => placeText(finding.location)));
	return { first, more: more.length };
}

/** What every report says about a problem. `rule` is how it names the rule. */
export function problemHead({ mark, severity, first, findings }: Problem<{ finding: Finding }>, rule: string) {
	const { finding } = first;
	const { title, confidence, cwe, rawSeverity, why, fix } = finding;
	const weakness = { text: `CWE-${cwe}`, href: `https://cwe.mitre.org/data/definitions/${cwe}.html` };
	return {
		type: "problem" as const,
		mark,
		rule: finding.rule,
		severity,
		title,
		where: whereOf(findings),
		findings: findings.length,
		facts: [
			CONFIDENCE[confidence],
			...(cwe === null ? [] : [weakness]),
			`Rule ${rule}`,
			...(rawSeverity === undefined ? [] : [`Tool’s own level: ${rawSeverity}`]),
		],
		voices: READERS.map((reader) => ({ reader, why: why[reader], fix: fix[reader] })),
	};
}

/** Evidence by place. If two engines see the same thing at the same place, they describe it in the same words: once is enough. */
export const sightingsOf = (findings: readonly Finding[]): Sighting[] =>
	[...Map.groupBy(findings, ({ location }) => placeText(location))].map(([where, group]) => ({
		where,
		evidence: onlyOnce(group.flatMap(({ evidence }) => evidence)),
	}));

const onlyOnce = <T>(items: readonly T[]): T[] => [
	...new Map(items.map((each) => [JSON.stringify(each), each])).values(),
];

/** One problem with what the account knows about it, and the first `places` of its places. */
export function problemBlock(problem: ReportProblem, places: number): ProblemBlock {
	const { first, findings } = problem;
	// The same place twice needs a reason.
	const several = new Set(findings.map(({ finding }) => finding.engine)).size > 1;
	const head = problemHead(problem, `${first.finding.rule} (${first.finding.engine})`);
	return {
		...head,
		facts: [counted(findings.length, "finding"), ...head.facts],
		decisions: decisionsOf(findings),
		seen: sightingsOf(findings.slice(0, SEEN).map(({ finding }) => finding)),
		unseen: Math.max(0, findings.length - SEEN),
		places: {
			caption: leftOut("Where and since when", findings.length, places),
			columns: [
				{ head: "Place", share: 6 },
				...(several ? [{ head: "Found by", share: 2 }] : []),
				{ head: "State", share: several ? 3 : 4 },
				{ head: "First seen", share: 2 },
				{ head: "Last seen", share: 2 },
			],
			rows: findings
				.slice(0, places)
				.map((each) => [
					{ mono: placeText(each.finding.location) },
					...(several ? [each.finding.engine] : []),
					stateText(each),
					dayText(each.firstSeenAt, "utc"),
					dayText(each.lastSeenAt, "utc"),
				]),
		},
	};
}

/** Each reason once, with the decision it explains. */
const decisionsOf = (findings: readonly ReportFinding[]): string[] => [
	...new Set(
		findings.flatMap(({ verdict }) =>
			verdict && verdict.state !== "open" && verdict.reason !== ""
				? [`${STATE_LABELS[verdict.state]}, decided on ${dayText(verdict.saidAt, "utc")}: ${verdict.reason}`]
				: [],
		),
	),
];
