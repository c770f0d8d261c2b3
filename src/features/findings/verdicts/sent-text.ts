import type { FindingState } from "#contract/findings/vulnerabilities.ts";
import { counted } from "#contract/format/count.ts";
import { type OutcomeText, outcomeText } from "#src/lib/outbox/outcome-text.ts";
import type { SentPart } from "./send-verdict.ts";
import { doneText } from "./verdict-labels.ts";

const countOf = (parts: readonly SentPart[]) =>
	parts.reduce((sum, { verdict }) => sum + verdict.fingerprints.length, 0);

/**
 * What a screen says about a verdict that was sent. `done`: nothing is left to do. If its requests ended differently, it says how
 * many findings had which outcome.
 */
export function sentText(state: FindingState, parts: readonly SentPart[]): OutcomeText & { done: boolean } {
	const all = countOf(parts);
	const accepted = parts.filter(({ outcome }) => outcome.type === "accepted");
	const [other, ...others] = parts.filter(({ outcome }) => outcome.type !== "accepted");
	if (!other) return { done: true, title: doneText(state, all), text: "" };
	const about = outcomeText(other.outcome, "");
	if (accepted.length === 0 && [other, ...others].every(({ outcome }) => outcome.type === other.outcome.type))
		return about;
	const rest = [other, ...others];
	const refused = rest.find(({ outcome }) => outcome.type === "refused" || outcome.type === "unsaved");
	const saved = rest.filter((part) => outcomeText(part.outcome, "").done);
	return {
		done: !refused,
		title: accepted.length > 0 ? doneText(state, countOf(accepted)) : "Saved on this device",
		text: [
			saved.length > 0 &&
				`${counted(countOf(saved), "finding")} of ${all.toLocaleString("en")} will be sent when the server can be reached.`,
			refused &&
				`${counted(all - countOf(accepted) - countOf(saved), "finding")} stayed as they were. ${outcomeText(refused.outcome, "").text}`,
		]
			.filter(Boolean)
			.join(" "),
	};
}
