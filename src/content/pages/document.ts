/** A paragraph, a list, or terms with their text. Links are written `[text](/path)`. */
export type Block =
	| string
	| { list: readonly string[] }
	| { facts: readonly (readonly [term: string, text: string])[] };

type Section = { id: string; heading: string; blocks: readonly Block[] };

/** A page to read from top to bottom, as data. */
export type Document = {
	/** For search engines. */
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
