import { SHARE_FIELDS } from "#contract/reports/share.ts";

/** How a page shared to the app arrives (sw/share.ts): in the query of the scans screen. */
const { files: _, ...NAMES } = SHARE_FIELDS;

const WEB_ADDRESS = /https?:\/\/[^\s"'<>“”«»]+/i;

/**
 * The address of a shared page, null where none was shared. Systems disagree on where it is: most put it into the text,
 * with words around it.
 */
export function sharedTarget(query: URLSearchParams): string | null {
	for (const name of [NAMES.url, NAMES.text, NAMES.title]) {
		const found = WEB_ADDRESS.exec(query.get(name) ?? "")?.[0];
		// Punctuation ends a sentence, hardly ever an address.
		if (found) return found.replace(/(?<![.,;:!?)\]])[.,;:!?)\]]+$/, "");
	}
	return null;
}

/** The query without the shared page. */
export const withoutShared = (query: URLSearchParams): URLSearchParams =>
	new URLSearchParams([...query].filter(([name]) => !Object.values<string>(NAMES).includes(name)));
