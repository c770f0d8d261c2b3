import { dayText } from "#contract/format/time.ts";
import type { Decision, DecisionRequest } from "#contract/frameworks/frameworks.ts";
import type { DecisionFilter } from "../framework-address.ts";

export const DECISION_LABELS: Readonly<Record<DecisionFilter, string>> = {
	undecided: "Not decided",
	applicable: "Applicable",
	"not-applicable": "Not applicable",
	reviewed: "Reviewed",
};

export const saidText = ({ decision }: Pick<DecisionRequest, "decision">): string => DECISION_LABELS[decision];

/** `Applicable, reviewed 3 Nov 2026`. */
export const decisionText = ({ state, reviewedOn }: Decision): string =>
	reviewedOn === null ? DECISION_LABELS[state] : `${DECISION_LABELS[state]}, reviewed ${dayText(reviewedOn)}`;
