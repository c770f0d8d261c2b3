import { dayText } from "#contract/format/time.ts";
import type { Decision, DecisionRequest } from "#contract/frameworks/frameworks.ts";
import { reasonsText } from "#contract/frameworks/statement.ts";
import type { DecisionFilter } from "../framework-address.ts";

export const DECISION_LABELS: Readonly<Record<DecisionFilter, string>> = {
	undecided: "Not decided",
	applicable: "Applicable",
	"not-applicable": "Not applicable",
	reviewed: "Reviewed",
};

export const saidText = ({ decision }: Pick<DecisionRequest, "decision">): string => DECISION_LABELS[decision];

/** `Applicable (law, contract), reviewed 3 Nov 2026`. */
export function decisionText({ state, reasons, reviewedOn }: Decision): string {
	const why = reasons.length === 0 ? "" : ` (${reasonsText(reasons).toLowerCase()})`;
	return `${DECISION_LABELS[state]}${why}${reviewedOn === null ? "" : `, reviewed ${dayText(reviewedOn)}`}`;
}
