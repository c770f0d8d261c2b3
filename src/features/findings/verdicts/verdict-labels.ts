import type { FindingState, TrackedFinding } from "#contract/findings/vulnerabilities.ts";
import { counted } from "#contract/format/count.ts";
import { dayText } from "#contract/format/time.ts";

/** The verdicts a person can give, in the order they are offered. */
export const VERDICT_CHOICES = [
	"fixed",
	"accepted",
	"false-positive",
	"open",
] as const satisfies readonly FindingState[];

/** The label of each verdict's button. */
export const VERDICT_ACTIONS: Record<FindingState, string> = {
	fixed: "Fixed",
	accepted: "Accept",
	"false-positive": "False positive",
	open: "Reopen",
};

/** The key for each verdict, while the focus is in a list. */
export const VERDICT_KEYS: Record<FindingState, string> = {
	fixed: "f",
	accepted: "a",
	"false-positive": "p",
	open: "r",
};

/** Whether the verdict needs a reason. */
export const needsReason = (state: FindingState): state is "accepted" | "false-positive" =>
	state === "accepted" || state === "false-positive";

const DONE: Record<FindingState, string> = {
	fixed: "marked as fixed",
	accepted: "accepted as a risk",
	"false-positive": "marked as false positive",
	open: "reopened",
};

/** `3 findings marked as fixed`. */
export const doneText = (state: FindingState, count: number): string => `${counted(count, "finding")} ${DONE[state]}`;

/** The reader's calendar day; for samples, the same day for every reader. */
export const seenText = (at: string, sample: boolean): string =>
	dayText(sample ? at.slice(0, "YYYY-MM-DD".length) : at);

/** The same in a line that breaks between facts, and not within a date. */
export const unbroken = (text: string): string => text.replaceAll(" ", "\u00A0");

/** Details of a finding's state: until when, why, or that it came back. Empty if there are none. */
export function stateText({ state, verdict, reopenedAt, fixedAt }: TrackedFinding, sample = false): string {
	switch (state) {
		case "open":
			return reopenedAt ? `Seen again on ${seenText(reopenedAt, sample)} after it was fixed.` : "";
		case "fixed":
			if (verdict?.state === "fixed") return verdict.reason || "Marked as fixed.";
			return fixedAt ? `Not seen since ${seenText(fixedAt, sample)}.` : "";
		case "accepted":
		case "false-positive": {
			const until = verdict?.until ? `Until ${dayText(verdict.until)}. ` : "";
			return `${until}${verdict?.reason ?? ""}`;
		}
	}
}
