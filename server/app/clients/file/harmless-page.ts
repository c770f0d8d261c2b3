import { type DefaultTreeAdapterMap, parse } from "parse5";

type Node = DefaultTreeAdapterMap["node"];
type Element = DefaultTreeAdapterMap["element"];

/** Elements that lead elsewhere or embed something. */
const NEVER = new Set(["iframe", "frame", "object", "embed", "form", "base", "template", "portal", "audio", "video"]);
const URLS = new Set(["href", "src", "srcset", "action", "formaction", "xlink:href", "poster", "background", "ping"]);

/**
 * Whether a report's page from a stranger's file contains only what our reports contain: it will be shown and shared from this server's
 * address. Its headers decide which scripts run: none but our own, by its hash.
 */
export function isHarmlessPage(page: string): boolean {
	const left: Node[] = [parse(page)];
	for (let node = left.pop(); node; node = left.pop()) {
		if ("tagName" in node && !isHarmless(node)) return false;
		// One by one: hundreds of thousands of arguments do not fit on the stack.
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
