/** A cell of a made-up questionnaire, and what it is for. */
export type LayoutCell = {
	text: string;
	/** The question in it, as a person would say it; undefined if it is none. */
	ask?: string;
	/** Whether the answer to the question before it belongs here. */
	isPlace?: boolean;
	/** Whether the file does not have it yet: right of the table. */
	isNew?: boolean;
	/** What the cell accepts: words, or where they stand in the file. */
	list?: readonly string[] | string;
	isFormula?: boolean;
	/** How many columns and rows it covers. */
	across?: number;
	down?: number;
};

export type LayoutRow = readonly (string | LayoutCell)[];

export type LayoutSheet = {
	name: string;
	rows: readonly LayoutRow[];
	isHidden?: boolean;
	/** From 0. */
	hiddenColumns?: readonly number[];
};

/** A paragraph of a document. `ask`: it is a question, and its answer belongs behind it. */
export type LayoutParagraph = { text: string; ask?: boolean; isNumbered?: boolean; isHeading?: boolean };

/** What a customer may send. Its cells know which of them are questions, and where the answers belong. */
export type Layout = { name: string } & (
	| { type: "xlsx"; sheets: readonly LayoutSheet[] }
	| { type: "csv"; separator: string; rows: readonly LayoutRow[] }
	| { type: "docx"; blocks: readonly (LayoutParagraph | readonly LayoutRow[])[] }
);

/** `as`: what is asked, where the cell alone does not say it. */
export const ask = (text: string, as = text): LayoutCell => ({ text, ask: as });
/** Where the answer belongs. */
export const HERE: LayoutCell = { text: "", isPlace: true };
/** Where the answer belongs if the table has no column for it. */
export const NEW: LayoutCell = { text: "", isPlace: true, isNew: true };
/** Where the answer belongs, with one already in it. */
export const full = (text: string): LayoutCell => ({ text, isPlace: true });
/** A cell that accepts only certain words, beside the place for the answer. */
export const pick = (list: readonly string[] | string, text = ""): LayoutCell => ({ text, list });
/** A cell that accepts only certain words, and is the only place. */
export const pickHere = (list: readonly string[] | string): LayoutCell => ({ text: "", list, isPlace: true });
export const formula = (text: string): LayoutCell => ({ text, isFormula: true });
export const wide = (cell: string | LayoutCell, across: number): LayoutCell => ({ ...cellOf(cell), across });
export const tall = (cell: string | LayoutCell, down: number): LayoutCell => ({ ...cellOf(cell), down });

export const cellOf = (cell: string | LayoutCell): LayoutCell => (typeof cell === "string" ? { text: cell } : cell);
