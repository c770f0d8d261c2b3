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
	/** What is already in its answer cell; empty if nothing is. */
	answer: string;
};

/** Something that looks like a question but was skipped, or a table that gets a column for its answers. */
export type NotTaken = { place: string; why: string };

export type ReadQuestionnaire = { questions: FoundQuestion[]; notTaken: NotTaken[] };

/** What is written for a question. `sources` may be empty. */
export type CellAnswer = { answer: string; sources: string };
export type Answers = ReadonlyMap<string, CellAnswer>;

/** More than any questionnaire asks. */
export const MOST_QUESTIONS = 10_000;
/** How many skipped things are listed. */
export const MOST_NOT_TAKEN = 200;
