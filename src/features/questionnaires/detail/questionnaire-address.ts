import type { Question, QuestionState } from "#contract/questionnaires/questionnaires.ts";
import { listAddress, oneOf, typed } from "#src/ui/hooks/list-address.ts";

export const QUESTION_TABS = ["all", "needs-person", "proposed", "confirmed"] as const;
export type QuestionTab = QuestionState | "all";

export const { readAddress, writeAddress } = listAddress({
	tab: oneOf(QUESTION_TABS, "all"),
	/** A heading in the file; empty for all. */
	section: typed(),
});

export const isIn = ({ state }: Question, tab: QuestionTab): boolean => tab === "all" || state === tab;

/** The headings of a file, in its order. */
export const sectionsOf = (questions: readonly Question[]): string[] =>
	[...new Set(questions.map(({ section }) => section))].filter((section) => section !== "");
