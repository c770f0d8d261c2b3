import type { Question, QuestionState } from "#contract/questionnaires/questionnaires.ts";

export const QUESTION_TABS = ["all", "needs-person", "proposed", "confirmed"] as const;
export type QuestionTab = QuestionState | "all";

export type QuestionnaireAddress = {
	tab: QuestionTab;
	/** A heading in the file; empty for all. */
	section: string;
};

/** Anything we would not write shows everything. */
export const readAddress = (query: URLSearchParams): QuestionnaireAddress => ({
	tab: QUESTION_TABS.find((name) => name === query.get("tab")) ?? "all",
	section: query.get("section") ?? "",
});

/** The first view has no query. */
export const writeAddress = ({ tab, section }: QuestionnaireAddress): URLSearchParams =>
	new URLSearchParams({ ...(tab !== "all" && { tab }), ...(section !== "" && { section }) });

export const isIn = ({ state }: Question, tab: QuestionTab): boolean => tab === "all" || state === tab;

/** The headings of a file in the order in which they stand there. */
export const sectionsOf = (questions: readonly Question[]): string[] =>
	[...new Set(questions.map(({ section }) => section))].filter((section) => section !== "");
