import { visibleLine } from "../texts/visible-text.ts";

/** Dots, as people and name resolvers read them: the ASCII one and the three that IDNA maps to it. */
const DOT = "[.。．｡]";
const DOT_IN_NAME = new RegExp(`(?<=[\\p{L}\\p{N}_-])${DOT}(?=\\p{L})`, "gu");
const IPV4 = /\b\d{1,3}(?:\.\d{1,3}){3}\b/g;

const shortened = (text: string, length: number): string => {
	const characters = Array.from(text);
	if (characters.length <= length) return text;
	// Keep more of the end than of the start: in a name, the end says who owns it.
	const start = Math.floor((length - 1) / 3);
	return `${characters.slice(0, start).join("")}…${characters.slice(start + 1 - length).join("")}`;
};

/**
 * One line of text that no email program turns into a link: `example[.]com`, `https[:]//`, `name[@]host`. Visitors and
 * scanned hosts choose such text, and our emails must not carry their links to other people's mailboxes. Versions such as `1.14.0` stay as they are. At most `length` characters before the brackets are added.
 */
export const unlinked = (text: string, length: number): string =>
	shortened(visibleLine(text), length)
		.replaceAll("://", "[:]//")
		.replaceAll("@", "[@]")
		.replace(DOT_IN_NAME, "[.]")
		.replace(IPV4, (address) => address.replaceAll(".", "[.]"));

/**
 * A target as an email shows it: host and port only, unlinked and bounded. A path or a query is free text, which an email to an
 * unconfirmed address must not contain.
 */
export const mailTarget = (target: string): string => {
	const [authority = ""] = target
		.trim()
		.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
		.split(/[/?#\\\s]/, 1);
	return unlinked(authority.slice(authority.lastIndexOf("@") + 1), 60);
};
