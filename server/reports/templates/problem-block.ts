import type { ReportProblem } from "../data/figures.ts";
import type { ReportFinding } from "../data/report-data.ts";
import type { ProblemBlock } from "../document/document.ts";
import { locationText } from "../location-text.ts";
import { counted } from "../severity-words.ts";
import { leftOut } from "./common-sections.ts";
import { dayText } from "./frame.ts";

/** Evidence of more places is in the JSON file; a reader who has seen three has seen the pattern. */
const SEEN = 3;

const STATE_WORDS = {
	open: "Open",
	fixed: "Fixed",
	"false-positive": "False positive",
	accepted: "Accepted risk",
} as const;

/** A finding's state with what belongs to it, such as `Accepted risk until 1 Dec 2026`. */
export function stateText({ state, verdict, reopenedAt, fixedAt }: ReportFinding): string {
	if (state === "fixed" && fixedAt) return `Fixed ${dayText(fixedAt)}`;
	if (state === "accepted" && verdict?.until) return `Accepted until ${dayText(verdict.until)}`;
	if (state === "open" && reopenedAt) return `Open again since ${dayText(reopenedAt)}`;
	return STATE_WORDS[state];
}

/** One problem with what is known of it, and the first so many of the places it is at. */
export function problemBlock({ mark, severity, first, findings }: ReportProblem, places: number): ProblemBlock {
	const { title, confidence, cwe, rule, engine, rawSeverity, why, fix } = first.finding;
	// The same place twice needs a reason.
	const several = new Set(findings.map(({ finding }) => finding.engine)).size > 1;
	return {
		type: "problem",
		mark,
		severity,
		title,
		facts: [
			counted(findings.length, "finding"),
			confidence === "high" ? "Confidence high" : "Confidence low: what was seen may mislead, check it first",
			...(cwe === null ? [] : [`CWE-${cwe}`]),
			`Rule ${rule} (${engine})`,
			...(rawSeverity === undefined ? [] : [`Tool’s own level: ${rawSeverity}`]),
		],
		words: wordsOf(findings),
		seen: onlyOnce(
			findings
				.slice(0, SEEN)
				.flatMap(({ finding }) =>
					finding.evidence.map(({ source, text }) => ({ where: locationText(finding.location), source, text })),
				),
		),
		unseen: Math.max(0, findings.length - SEEN),
		voices: [
			{ reader: "For the owner", why: why.owner, fix: fix.owner },
			{ reader: "For the engineer", why: why.engineer, fix: fix.engineer },
		],
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
					{ mono: locationText(each.finding.location) },
					...(several ? [each.finding.engine] : []),
					stateText(each),
					dayText(each.firstSeenAt),
					dayText(each.lastSeenAt),
				]),
		},
	};
}

/** Two engines that see the same at the same place say it in the same words. */
const onlyOnce = (seen: ProblemBlock["seen"]): ProblemBlock["seen"] => [
	...new Map(seen.map((each) => [JSON.stringify(each), each])).values(),
];

/** Each reason once, with what it is the reason for. */
const wordsOf = (findings: readonly ReportFinding[]): string[] => [
	...new Set(
		findings.flatMap(({ verdict }) =>
			verdict && verdict.state !== "open" && verdict.reason !== ""
				? [`${STATE_WORDS[verdict.state]}, said on ${dayText(verdict.saidAt)}: ${verdict.reason}`]
				: [],
		),
	),
];
