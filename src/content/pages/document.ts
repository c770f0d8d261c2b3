/** A paragraph, a list, or pairs of a term and what is said of it. Links are written `[text](/path)`. */
export type Block =
	| string
	| { list: readonly string[] }
	| { facts: readonly (readonly [term: string, text: string])[] };

type Section = { id: string; heading: string; blocks: readonly Block[] };

/** A page that is read from top to bottom. Data, apart from how it looks. */
export type Document = {
	/** What search engines show of it. */
	title: string;
	description: string;
	heading: string;
	lead: string;
	/** Below the lead: a date, a version. */
	note?: string;
	sections: readonly Section[];
	/** The one thing to do next. */
	next?: { text: string; to: string };
};
