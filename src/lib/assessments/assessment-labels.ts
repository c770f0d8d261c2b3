import type { Missing } from "#contract/assessments/progress.ts";
import type { AssessmentMove, AssessmentState } from "#contract/assessments/state.ts";
import type { Template } from "#contract/assessments/template.ts";
import { counted } from "#contract/format/count.ts";

/** The button label for moving an assessment to another state. */
export function assessmentMoveLabel(from: AssessmentState, to: AssessmentMove): string {
	switch (to) {
		case "submitted":
			return "Submit for review";
		case "accepted":
			return "Accept";
		case "returned":
			return "Return…";
		case "closed":
			return "Close";
		case "under-way":
			return from === "closed" ? "Open again" : "Take back";
	}
}

export const TEMPLATE_KIND_LABELS: Readonly<Record<Template["kind"], string>> = {
	visit: "Site visit",
	self: "Self-assessment",
	vendor: "Supplier questionnaire",
};

export const MISSING_LABELS: Readonly<Record<Missing, string>> = {
	answer: "Not answered",
	pick: "Two answers",
	more: "Needs a photo or a note",
};

type Counts = { answered: number; asked: number; missing: number; differing: number; gaps: number };

/** `12 of 40 answered`, `28 missing`, …: counts of zero are left out. A question with two answers does not count as missing too. */
export const progressTexts = ({ answered, asked, missing, differing, gaps }: Counts): string[] =>
	[
		`${answered} of ${asked} answered`,
		missing === 0 && "Nothing missing",
		missing > differing && `${missing - differing} missing`,
		differing > 0 && `${counted(differing, "question")} with two answers`,
		gaps > 0 && counted(gaps, "gap"),
	].filter((text) => text !== false);
