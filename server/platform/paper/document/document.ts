import type { RequirementStanding } from "#contract/controls/standing.ts";
import type { Evidence, Grade } from "#contract/findings/findings.ts";
import type { Severity } from "#contract/findings/severity.ts";
import type { Reader } from "#contract/reader.ts";
import type { SeverityCounts } from "#contract/scans/scans.ts";
import type { Logo } from "../../files/pictures/logo.ts";

/** One field of a table. */
export type Cell =
	| string
	| { mono: string }
	| { severity: Severity }
	/** A mark, and the word for it. */
	| { standing: RequirementStanding; word: string }
	/** A problem's mark in this document. Links to the problem lead here. */
	| { mark: string }
	/** Text with the marks of problems in it, which link to them where links work. */
	| { before: string; marks: string[]; after: string };

type Column = {
	head: string;
	/** Its share of the width, relative to the other columns. */
	share: number;
};

/** What a scan saw at one place, verbatim. */
export type Sighting = { where: string; evidence: Evidence[] };

/** If a page explains a fact, such as a weakness, the fact links there. */
type Fact = string | { text: string; href: string };

/** A problem in a list of contents, with a link to it where links work. */
type IndexItem = { mark: string; severity: Severity; title: string; places: number };

/** One problem with everything the report says about it. */
export type ProblemBlock = {
	type: "problem";
	/** Its short name in this document, such as `H1`. */
	mark: string;
	rule: string;
	severity: Severity;
	title: string;
	/** The first of its places, and how many more there are. */
	where: { first: string; more: number };
	/** How many findings it combines. */
	findings: number;
	facts: Fact[];
	/** Decisions about it, such as why a risk was accepted. */
	decisions: string[];
	seen: Sighting[];
	/** How many places were left out of `seen`. */
	unseen: number;
	voices: { reader: Reader; why: string; fix: string }[];
	/** All places in a table, if `seen` does not hold them all. */
	places?: Table;
};

export type Table = { caption: string; columns: Column[]; rows: Cell[][] };

export type Block =
	| { type: "heading"; text: string }
	| { type: "paragraph"; text: string; tone?: "lead" | "quiet" }
	/** Set apart: what a reader must not miss. */
	| { type: "note"; title: string; items?: string[]; lines: string[] }
	| { type: "link"; text: string; href: string }
	| { type: "quote"; text: string }
	| { type: "list"; items: string[]; ordered?: true }
	| { type: "facts"; items: [label: string, value: string][] }
	| { type: "counts"; label: string; counts: SeverityCounts }
	| { type: "grade"; grade: Grade | null; label: string; reason: string }
	| { type: "index"; items: IndexItem[] }
	/** What to do first, and the mark of the problem it is about. */
	| { type: "first"; mark: string; text: string }
	| ({ type: "table" } & Table)
	/** Small pictures, what each shows, and its caption. */
	| { type: "pictures"; items: { picture: Logo; alt: string; lines: string[] }[] }
	/** Details that a screen folds away. Print and PDF show them. */
	| { type: "fold"; summary: string; blocks: Block[] }
	| ProblemBlock;

export type DocumentSection = {
	/** Its name within the document, for links. */
	id: string;
	heading: string;
	/** Its heading gets the mark of this severity. */
	severity?: Severity;
	/** Its most important facts in a few words: a screen shows these and folds the rest away. */
	inShort?: string;
	/**
	 * Not on the other: a screen has no list of problems, because the folded problems serve as one; paper does not repeat what its first
	 * pages say.
	 */
	only?: "screen" | "paper";
	blocks: Block[];
};

/** Problems with one title and one thing to ask for, in a few lines. */
export type Cause = {
	/** The problems it combines, which the sections describe by these marks. */
	problems: [first: Marked, ...more: Marked[]];
	title: string;
	places: string[];
	why: string;
	/** What to ask for. */
	ask: string;
};

type Marked = { mark: string; severity: Severity };

/**
 * What paper says first, on three pages at most: the sections follow as its appendix. Whatever does not fit is cut, so the sections say
 * all of it in full.
 */
export type Brief = {
	/** The result at a glance. */
	result: Block[];
	/** What to do first, as far as the first page has room. */
	first: Cause[];
	/** All causes, in the order in which to act. */
	causes: Cause[];
	/** What is in the appendix. */
	appendix: string;
};

/**
 * A report as text in order. Renderers draw it as a page or a PDF. Any string may be untrusted: renderers make it safe. Text from rules
 * has code in backticks (`codeSpans`): titles, voices, paragraphs, notes, lists and table fields.
 */
export type ReportDocument = {
	/** What kind of report it is, such as `Executive Summary`. */
	kind: string;
	title: string;
	/** What tabs, file names and page footers call it. The title, if that says enough on its own. */
	name: string;
	meta: [label: string, value: string][];
	/** One or two sentences for catalogs and the PDF's own description. */
	description: string;
	/** ISO 8601, UTC. */
	generatedAt: string;
	author: string;
	/** Only on paper. Left out: the sections follow the title. */
	brief?: Brief;
	sections: DocumentSection[];
};
