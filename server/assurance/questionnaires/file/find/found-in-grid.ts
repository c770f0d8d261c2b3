/** A question in a table, and where its answer goes. */
export type GridQuestion = {
	no: number;
	column: number;
	section: string;
	text: string;
	answer: string;
	/** The row and column for the answer. */
	at: number;
	into: number;
	/** A column beside it that accepts only one of these words. */
	choice?: { column: number; choices: readonly string[] };
};

export type FoundInGrid = {
	questions: GridQuestion[];
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
