import { counted } from "#contract/format/count.ts";
import { dayText } from "#contract/format/time.ts";
import type {
	Question,
	Questionnaire,
	QuestionnaireState,
	QuestionState,
} from "#contract/questionnaires/questionnaires.ts";
import type { AnswerSource } from "#contract/questionnaires/sources.ts";
import { daysUntil, dueText } from "#src/lib/days/due-days.ts";

export const QUESTIONNAIRE_STATE_LABELS: Readonly<Record<QuestionnaireState, string>> = {
	open: "Open",
	answered: "Answered",
	archived: "Archived",
};

export const QUESTION_STATE_LABELS: Readonly<Record<QuestionState, string>> = {
	proposed: "Proposed",
	"needs-person": "Needs a person",
	confirmed: "Confirmed",
};

/** `3 of 40 confirmed`. */
export const progressText = ({ questions, confirmed }: Questionnaire["counts"]): string =>
	`${confirmed.toLocaleString("en")} of ${questions.toLocaleString("en")} confirmed`;

/** The source of an answer, in a line: who approved or signed it and when, or which scans saw it and when. */
export function sourceLine(source: AnswerSource): string {
	switch (source.type) {
		case "library":
			return `From the library, approved${source.approvedBy === "" ? "" : ` by ${source.approvedBy}`} on ${dayText(source.approvedAt)}`;
		case "observation":
			return `Observed by ${counted(source.scansTotal, "scan")} of ${counted(source.hostsTotal, "host")}, the newest on ${dayText(source.to)}`;
		case "assessment":
			return `From “${source.title}”, signed by ${source.signedBy} on ${dayText(source.signedAt)}`;
		case "person":
			return `Answered${source.by === "" ? "" : ` by ${source.by}`} on ${dayText(source.at)}`;
	}
}

const LIBRARY_NOW = {
	changed: "The library has another answer by now.",
	expired: "This answer has expired in the library since.",
	withdrawn: "This answer was withdrawn from the library since.",
} as const;
const ASSESSMENT_NOW = {
	changed: "The assessment has another answer by now.",
	expired: "The signatures are more than a year old by now.",
	withdrawn: "This assessment was changed, reopened or replaced since it was signed.",
} as const;

/** What happened to the source of a confirmed answer since; null if nothing. */
export function sourceNow({ source, libraryNow }: Pick<Question, "source" | "libraryNow">): string | null {
	if (libraryNow === null || libraryNow === "same") return null;
	return (source?.type === "assessment" ? ASSESSMENT_NOW : LIBRARY_NOW)[libraryNow];
}

/** `Due in 3 days, 27 Nov 2026`; empty without a day. `now` in milliseconds; 0: not known yet. */
export function questionnaireDueText({ due, state }: Pick<Questionnaire, "due" | "state">, now: number): string {
	if (due === null) return "";
	if (state !== "open" || now === 0) return `Due ${dayText(due)}`;
	const passed = daysUntil(due, now) < 0;
	return `${passed ? "Was due" : "Due"} ${dueText(due, now)}, ${dayText(due)}`;
}
