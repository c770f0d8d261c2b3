import type { Grade } from "#contract/findings.ts";
import type { SeverityCounts } from "#contract/scans.ts";
import type { Severity } from "#contract/severity.ts";

/** What stands in one field of a table. */
export type Cell = string | { mono: string } | { severity: Severity };

type Column = {
	head: string;
	/** How much of the width it takes, compared with the others. */
	share: number;
};

/** What was seen at one place, word for word. */
type Seen = { where: string; source: string; text: string };

/** One problem with all that is said about it. */
export type ProblemBlock = {
	type: "problem";
	/** Its short name in this document, such as `H1`. */
	mark: string;
	severity: Severity;
	title: string;
	facts: string[];
	/** What people said of it, such as why a risk is accepted. */
	words: string[];
	seen: Seen[];
	/** How many places were left out of `seen`. */
	unseen: number;
	voices: { reader: string; why: string; fix: string }[];
	places: Table;
};

export type Table = { caption: string; columns: Column[]; rows: Cell[][] };

export type Block =
	| { type: "heading"; text: string }
	| { type: "paragraph"; text: string; tone?: "lead" | "quiet" }
	/** Set apart: what a reader must not miss. */
	| { type: "note"; title: string; lines: string[] }
	| { type: "quote"; text: string }
	| { type: "list"; items: string[]; ordered?: true }
	| { type: "facts"; items: [label: string, value: string][] }
	| { type: "counts"; label: string; counts: SeverityCounts }
	| { type: "grade"; grade: Grade | null; label: string; reason: string }
	| ({ type: "table" } & Table)
	| ProblemBlock;

export type DocumentSection = {
	/** Names it within the document, for links. */
	id: string;
	heading: string;
	/** Where its heading carries a severity's mark. */
	severity?: Severity;
	blocks: Block[];
};

/** A report as text in order, whatever it is drawn as. Every string may hold what strangers wrote: renderers make it safe. */
export type ReportDocument = {
	/** What kind of report it is, such as `Executive Summary`. */
	kind: string;
	title: string;
	meta: [label: string, value: string][];
	/** One or two sentences for catalogs and the PDF's own description. */
	description: string;
	/** ISO 8601, UTC. */
	generatedAt: string;
	author: string;
	sections: DocumentSection[];
};
