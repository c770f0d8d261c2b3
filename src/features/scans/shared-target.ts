/** What a page shared to the app comes as (the manifest's share target): parts of the scans screen's address. */
const NAMES = { url: "share-url", text: "share-text", title: "share-title" } as const;

const WEB_ADDRESS = /https?:\/\/[^\s"'<>“”«»]+/i;

/**
 * The address of a shared page, null where none was shared. Systems disagree where it stands: most put it into the text,
 * with words around it.
 */
export function sharedTarget(query: URLSearchParams): string | null {
	for (const name of [NAMES.url, NAMES.text, NAMES.title]) {
		const found = WEB_ADDRESS.exec(query.get(name) ?? "")?.[0];
		// Words around it end sentences, addresses hardly ever do.
		if (found) return found.replace(/(?<![.,;:!?)\]])[.,;:!?)\]]+$/, "");
	}
	return null;
}

/** The address once the shared page was dealt with. */
export const withoutShared = (query: URLSearchParams): URLSearchParams =>
	new URLSearchParams([...query].filter(([name]) => !Object.values<string>(NAMES).includes(name)));
