import { type DefaultTreeAdapterMap, parse } from "parse5";

type Node = DefaultTreeAdapterMap["node"];
type Element = DefaultTreeAdapterMap["element"];

/** What leads away or embeds something. */
const NEVER = new Set(["iframe", "frame", "object", "embed", "form", "base", "template", "portal", "audio", "video"]);
const URLS = new Set(["href", "src", "srcset", "action", "formaction", "xlink:href", "poster", "background", "ping"]);

/**
 * Whether a report's page, which a stranger's file brings, holds only what our reports hold: it will be shown and shared from this
 * server's address. Which scripts run is decided by the headers it is sent with: none but our own, by its hash.
 */
export function isHarmlessPage(page: string): boolean {
	const left: Node[] = [parse(page)];
	for (let node = left.pop(); node; node = left.pop()) {
		if ("tagName" in node && !isHarmless(node)) return false;
		// One by one: hundreds of thousands of arguments do not fit onto the stack.
		if ("childNodes" in node) for (const child of node.childNodes) left.push(child);
	}
	return true;
}

const isHarmless = ({ tagName, attrs }: Element): boolean =>
	!NEVER.has(tagName) &&
	attrs.every(({ name, value }) => {
		if (/^on/i.test(name)) return false;
		if (tagName === "script" && name === "src") return false;
		if (tagName === "meta" && name === "http-equiv") return false;
		if (tagName === "link" && name === "href") return value === "/fonts.css";
		return !URLS.has(name) || /^(?:#|https?:|mailto:|\/(?!\/))/i.test(value.trim());
	});
