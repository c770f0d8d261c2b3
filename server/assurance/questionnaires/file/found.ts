import type { Mapping, SourcesPlace, UnderstoodTable } from "#contract/questionnaires/mapping.ts";

/** A question in a customer's file. All texts are untrusted. */
export type FoundQuestion = {
	/**
	 * Where it is in the file: `2!B7` (sheet number, cell), `7` (CSV row), `t2r5` (DOCX table, row) or `p12` (DOCX paragraph). The same
	 * file always gives the same ids.
	 */
	id: string;
	/** As a person reads it: `Security, row 7`. */
	place: string;
	/** The heading above it; empty if none. */
	section: string;
	text: string;
	/** What is already in its answer cells; empty if nothing is. */
	answer: string;
	/** Which of the file's lists its answer cell accepts; null if it accepts any text. */
	list: number | null;
	/** Whether there is a cell for the answer's text: a cell with a list may stand alone. */
	hasText: boolean;
};

/** Something that looks like a question but was skipped, or a table that gets a column for its answers. */
export type NotTaken = { place: string; why: string };

export type ReadQuestionnaire = {
	questions: FoundQuestion[];
	/** The values that answer cells accept, each list once. */
	lists: string[][];
	/** The tables of the file as they were understood, those without questions, too. */
	tables: UnderstoodTable[];
	notTaken: NotTaken[];
};

/** What is written for a question. `choice`: of its list; left out or not in the list, the answer may begin with one. `sources` may be empty. */
export type CellAnswer = { answer: string; choice?: string; sources: string };
export type Answers = ReadonlyMap<string, CellAnswer>;

/** How a file is filled. */
export type HowToFill = {
	/** What a person said about its tables. */
	mapping: Mapping;
	sources: SourcesPlace;
	/** Whether answers replace what is in their cells; otherwise full cells stay as they are. */
	replace: boolean;
};
export const AS_FOUND: HowToFill = { mapping: {}, sources: "column", replace: false };

/** More than any questionnaire asks. */
export const MOST_QUESTIONS = 10_000;
/** How many skipped things are listed. */
export const MOST_NOT_TAKEN = 200;
