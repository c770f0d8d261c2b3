/** Elements that may stand in a head; any other tag ends it (HTML standard, 13.2.6.4.4). */
const IN_HEAD = new Set(
	"html head base basefont bgsound link meta noframes noscript script style template title".split(" "),
);
const ENDS_IT = new Set(["body", "html", "br"]);

/**
 * Follows a page's tags, and tells whether the next element becomes a child of its head. `</head>` does not end it: what may stand in a
 * head and comes before the body is moved into it (HTML standard, 13.2.6.4.6).
 */
export function followHead() {
	let ended = false;
	let templates = 0;
	return {
		startTag(name: string) {
			if (name === "template") templates++;
			else if (templates === 0 && !IN_HEAD.has(name)) ended = true;
		},
		endTag(name: string) {
			if (name === "template") templates = Math.max(templates - 1, 0);
			else if (templates === 0 && ENDS_IT.has(name)) ended = true;
		},
		/** Text outside elements that hold only text. */
		text() {
			if (templates === 0) ended = true;
		},
		isInside: () => !ended && templates === 0,
		/** What a template holds is no part of the page until a script copies it. */
		isInTemplate: () => templates > 0,
	};
}
