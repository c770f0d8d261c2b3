import { QUESTIONNAIRE_STATES, type QuestionnaireState } from "#contract/questionnaires/questionnaires.ts";

export type QuestionnairesAddress = { tab: QuestionnaireState };

/** Anything we would not write shows the first view: open ones. */
export const readAddress = (query: URLSearchParams): QuestionnairesAddress => ({
	tab: QUESTIONNAIRE_STATES.find((name) => name === query.get("tab")) ?? "open",
});

/** The first view has no query. */
export const writeAddress = ({ tab }: QuestionnairesAddress): URLSearchParams =>
	new URLSearchParams(tab === "open" ? {} : { tab });
