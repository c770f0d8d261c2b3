import { counted } from "#contract/format/count.ts";
import { dayText } from "#contract/format/time.ts";
import type { Questionnaire, QuestionnaireState, QuestionState } from "#contract/questionnaires/questionnaires.ts";
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

/** The source of an answer, in a line: who approved it and when, or which scans saw it and when. */
export function sourceLine(source: AnswerSource): string {
	switch (source.type) {
		case "library":
			return `From the library, approved${source.approvedBy === "" ? "" : ` by ${source.approvedBy}`} on ${dayText(source.approvedAt)}`;
		case "observation":
			return `Observed by ${counted(source.scansTotal, "scan")} of ${counted(source.hostsTotal, "host")}, the newest on ${dayText(source.to)}`;
		case "person":
			return `Answered${source.by === "" ? "" : ` by ${source.by}`} on ${dayText(source.at)}`;
	}
}

/** `Due in 3 days, 27 Nov 2026`; empty without a day. `now` in milliseconds; 0: not known yet. */
export function questionnaireDueText({ due, state }: Pick<Questionnaire, "due" | "state">, now: number): string {
	if (due === null) return "";
	if (state !== "open" || now === 0) return `Due ${dayText(due)}`;
	const passed = daysUntil(due, now) < 0;
	return `${passed ? "Was due" : "Due"} ${dueText(due, now)}, ${dayText(due)}`;
}
