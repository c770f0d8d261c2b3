import { REASON_LABELS, type Reason, type RequirementDetail } from "./frameworks.ts";

type Reasoned = Pick<RequirementDetail, "decision" | "defaultReasons">;

/** The requirements that make up the statement of applicability. */
export const isInStatement = ({ isHeading, always }: Pick<RequirementDetail, "isHeading" | "always">): boolean =>
	!isHeading && !always;

/** Why a requirement applies: what a person said, or what follows from its controls. Empty if it does not apply, or not yet. */
export function reasonsOf({ decision, defaultReasons }: Reasoned): Reason[] {
	if (decision?.state !== "applicable") return [];
	return decision.reasons.length > 0 ? decision.reasons : defaultReasons;
}

/** Whether it applies and nothing says why. */
export const isUnjustified = (requirement: Reasoned): boolean =>
	requirement.decision?.state === "applicable" &&
	reasonsOf(requirement).length === 0 &&
	requirement.decision.justification === "";

/** `Law, risk treatment`. */
export const reasonsText = (reasons: readonly Reason[]): string =>
	reasons.map((reason, at) => (at === 0 ? REASON_LABELS[reason] : REASON_LABELS[reason].toLowerCase())).join(", ");
