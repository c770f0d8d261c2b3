import type { Finding, ScanReport } from "#contract/findings/findings.ts";
import { placeText } from "#contract/format/place.ts";
import type { Block, Brief, Cause } from "#server/platform/paper/document/document.ts";
import { groupFindings } from "../data/group-findings.ts";
import { firstSentence } from "./first-step.ts";

/** More would be no beginning. */
const FIRST = 6;

const PROBLEMS = "each problem with what was seen and advice for an engineer";
const OTHERS =
	"the parts looked at, how grades are made, everything that was sent to the host, and what this report does not say";

/** The first pages of a scan's report on paper. `result` says how the scan ended. */
export function scanBrief({ findings }: ScanReport, result: Block[]): Brief {
	const causes = causesOf(findings);
	return {
		result,
		first: causes
			.filter(({ problems: [{ severity }] }) => severity !== "none")
			.slice(0, FIRST)
			.map((cause) => ({ ...cause, ask: firstSentence(cause.ask) })),
		causes,
		appendix: `all details: ${findings.length > 0 ? `${PROBLEMS}, ` : ""}${OTHERS}`,
	};
}

/**
 * In the order of the findings. Two problems with one title and one thing to ask for, such as a flag that is missing on cookies of
 * different weight, are one cause.
 */
function causesOf(findings: readonly Finding[]): Cause[] {
	const problems = groupFindings(findings.map((finding, at) => ({ finding, at })));
	const inOrder = problems.toSorted((a, b) => a.first.at - b.first.at);
	const groups = Map.groupBy(inOrder, ({ first: { finding } }) => JSON.stringify([finding.title, finding.fix.owner]));
	return [...groups.values()].flatMap(([first, ...more]) => {
		if (!first) return [];
		const { title, why, fix } = first.first.finding;
		const places = [first, ...more].flatMap((problem) =>
			problem.findings.map(({ finding }) => placeText(finding.location)),
		);
		return {
			problems: [first, ...more],
			title,
			places: [...new Set(places)],
			why: why.owner,
			ask: fix.owner,
		};
	});
}
