import { SaxesParser } from "saxes";
import { BadFile } from "./bad-file.ts";

/** Where a tag is in the text: from its `<` to just after its `>`. */
export type Span = { start: number; end: number };

type Handlers = {
	/** `name` has no prefix. A self-closing tag is opened and closed at the same place. */
	open(name: string, attributes: Readonly<Record<string, string>>, tag: Span & { prefix: string }): void;
	text?(text: string): void;
	close?(name: string, tag: Span): void;
};

/** Spreadsheets nest less deeply than this. */
const DEPTH = 40;

/** Reads XML as a stream of events, by local names. It knows XML's five entities and no others, and fetches nothing. */
export function readXml(xml: string, { open, text, close }: Handlers, mostDepth = DEPTH): void {
	let depth = 0;
	const parser = new SaxesParser();
	const local = (name: string) => name.slice(name.indexOf(":") + 1);
	// A tag contains no `<`.
	const tag = (): Span => ({ start: xml.lastIndexOf("<", parser.position - 1), end: parser.position });
	parser.on("error", (error) => {
		throw new BadFile("It is damaged. Please save it again.", { cause: error });
	});
	parser.on("doctype", () => {
		throw new BadFile("It declares entities of its own, which no office file does. Please save it again.");
	});
	parser.on("opentag", ({ name, attributes }) => {
		depth += 1;
		if (depth > mostDepth) throw new BadFile("It is nested too deeply.");
		const prefix = name.slice(0, name.indexOf(":") + 1);
		open(local(name), attributes as Record<string, string>, { ...tag(), prefix });
	});
	parser.on("text", (part) => text?.(part));
	parser.on("closetag", ({ name }) => {
		depth -= 1;
		close?.(local(name), tag());
	});
	parser.write(xml).close();
}

/** Whether the tag closes itself, as one that something follows. */
export const opened = (tag: string): string => `${tag.slice(0, -"/>".length).trimEnd()}>`;
