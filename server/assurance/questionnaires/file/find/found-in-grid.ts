import type { TableUse } from "#contract/questionnaires/mapping.ts";
import type { Choice } from "./choices.ts";

/** A question in a table, and where its answer goes. */
export type GridQuestion = {
	no: number;
	column: number;
	section: string;
	text: string;
	answer: string;
	/** The row and column for the answer's text; without a column if there is only one for a choice. */
	at: number;
	into?: number;
	/** A column that accepts only one of these values. None are known if they could not be read. */
	choice?: { column: number; choices: readonly Choice[] };
};

/** A table, as it was understood: all blocks under headings that say the same. */
export type FoundTable = {
	/** The same for a table of the same form in another file. */
	shape: string;
	/** The row in which it starts. */
	no: number;
	columns: { column: number; head: string; sample: string }[];
	/** Where each answer is in the row below its question, no column has them. */
	layout: "columns" | "beneath";
	use: TableUse;
	by: "finder" | "person";
	counts: { questions: number; sections: number; lists: number; notTaken: number };
};

export type FoundInGrid = {
	questions: GridQuestion[];
	tables: FoundTable[];
	notTaken: { no: number; why: string }[];
	/** Heading rows. */
	heads: number[];
	/** Headings that come with columns which the tables do not have yet. */
	newHeads: { no: number; column: number }[];
	/** Whether there is more than texts that ask: a heading, ids in front of the questions, or lists beside them. */
	isForm: boolean;
	/** Whether formulas show answers beside the questions: those are given elsewhere. */
	showsAnswers: boolean;
};
