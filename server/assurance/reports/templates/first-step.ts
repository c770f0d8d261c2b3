import type { Finding } from "#contract/findings/findings.ts";
import type { Block } from "#server/platform/paper/document/document.ts";
import type { Problem } from "../data/group-findings.ts";

/** The first thing to do: the worst problem's fix in its owner's words. Undefined if no problem needs one. */
export function firstStep([worst]: readonly Problem<{ finding: Finding }>[]):
	| { mark: string; fix: string }
	| undefined {
	return worst && worst.severity !== "none" ? { mark: worst.mark, fix: worst.first.finding.fix.owner } : undefined;
}

/** The same in one sentence, for the start of a report. */
export function firstBlocks(problems: readonly Problem<{ finding: Finding }>[]): Block[] {
	const step = firstStep(problems);
	if (!step) return [];
	return [{ type: "first", mark: step.mark, text: firstSentence(step.fix) }];
}

export const firstSentence = (text: string): string => text.split(/(?<=[.!?])\s/)[0] ?? text;
