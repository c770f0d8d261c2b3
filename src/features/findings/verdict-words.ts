import { counted } from "#contract/format/count.ts";
import { dayText } from "#contract/format/time.ts";
import type { FindingState, TrackedFinding } from "#contract/vulnerabilities.ts";

/** What can be said of a finding, in the order it is offered. */
export const SAYABLE = ["fixed", "accepted", "false-positive", "open"] as const satisfies readonly FindingState[];

/** What the button for it says. */
export const SAY_WORDS: Record<FindingState, string> = {
	fixed: "Fixed",
	accepted: "Accept risk",
	"false-positive": "False positive",
	open: "Open again",
};

/** Whether a person has to say why. */
export const needsReason = (state: FindingState): boolean => state === "accepted" || state === "false-positive";

const DONE: Record<FindingState, string> = {
	fixed: "marked as fixed",
	accepted: "accepted as a risk",
	"false-positive": "marked as false positive",
	open: "open again",
};

/** `3 findings marked as fixed`. */
export const doneWords = (state: FindingState, count: number): string => `${counted(count, "finding")} ${DONE[state]}`;

/** The day of a moment; of a sample's, the same day for every reader. */
export const seenWords = (at: string, sample: boolean): string =>
	dayText(sample ? at.slice(0, "YYYY-MM-DD".length) : at);

/** What stands beside a finding's state: until when, why, or that it came back. Empty where there is nothing. */
export function standingWords({ state, verdict, reopenedAt, fixedAt }: TrackedFinding, sample = false): string {
	switch (state) {
		case "open":
			return reopenedAt ? `Seen again on ${seenWords(reopenedAt, sample)} after it was fixed.` : "";
		case "fixed":
			if (verdict?.state === "fixed") return verdict.reason || "Somebody said so.";
			return fixedAt ? `Not seen any more since ${seenWords(fixedAt, sample)}.` : "";
		case "accepted":
		case "false-positive": {
			const until = verdict?.until ? `Until ${dayText(verdict.until)}. ` : "";
			return `${until}${verdict?.reason ?? ""}`;
		}
	}
}
