/** What the parsers of browsers and of Node agree on (https://url.spec.whatwg.org). Declared here because this folder has the types of neither. */
type ParsedUrl = { readonly hostname: string; readonly pathname: string; readonly search: string };
declare const URL: new (text: string) => ParsedUrl;

/** Null if the text is not an absolute URL. `URL.parse` would do, but Safari has it only since 18. */
export function parseUrl(text: string): ParsedUrl | null {
	try {
		return new URL(text);
	} catch {
		return null;
	}
}
