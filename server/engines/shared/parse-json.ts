/** No tool's report nests deeper; what does would take far more memory than its text. */
const DEEPEST = 64;

/** Parses what a tool wrote. Undefined if it is not JSON, or nests deeper than any report does. */
export function parseJson(text: string): unknown {
	if (isDeep(text)) return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function isDeep(text: string): boolean {
	let depth = 0;
	let inText = false;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === 0x22) inText = !inText;
		else if (inText) {
			if (code === 0x5c) at++;
		} else if (code === 0x5b || code === 0x7b) {
			if (++depth > DEEPEST) return true;
		} else if (code === 0x5d || code === 0x7d) depth--;
	}
	return false;
}
