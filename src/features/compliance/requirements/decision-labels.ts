import { dayText } from "#contract/format/time.ts";
import { type Decision, type DecisionRequest, REASON_LABELS, type Reason } from "#contract/frameworks/frameworks.ts";
import type { DecisionFilter } from "../framework-address.ts";

export const DECISION_LABELS: Readonly<Record<DecisionFilter, string>> = {
	undecided: "Not decided",
	applicable: "Applicable",
	"not-applicable": "Not applicable",
	reviewed: "Reviewed",
};

export const saidText = ({ decision }: Pick<DecisionRequest, "decision">): string => DECISION_LABELS[decision];

/** `Law, risk treatment`. */
export const reasonsText = (reasons: readonly Reason[]): string =>
	reasons.map((reason, at) => (at === 0 ? REASON_LABELS[reason] : REASON_LABELS[reason].toLowerCase())).join(", ");

/** `Applicable (law, contract), reviewed 3 Nov 2026`. */
export function decisionText({ state, reasons, reviewedOn }: Decision): string {
	const why = reasons.length === 0 ? "" : ` (${reasonsText(reasons).toLowerCase()})`;
	return `${DECISION_LABELS[state]}${why}${reviewedOn === null ? "" : `, reviewed ${dayText(reviewedOn)}`}`;
}
