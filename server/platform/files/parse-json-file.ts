import { BadFile } from "./bad-file.ts";
import { refuseShape } from "./json-shape.ts";

/** The value of a JSON file that a person uploads. Throws BadFile with what the file is instead, and where it stops being JSON. */
export function parseJsonFile(text: string): unknown {
	refuseShape(text);
	try {
		return JSON.parse(text);
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw error;
		throw new BadFile(jsonFault(text, error.message), { cause: error });
	}
}

/** JSON texts hold no line breaks, so what begins a line so is a comment. */
const COMMENT = /^[ \t]*(?:\/\/|\/\*|#)/m;
/** What V8 says about the place. */
const PLACE = /\(line (\d+) column (\d+)\)/;

/** What a text is that is no JSON. Pure. */
function jsonFault(text: string, message: string): string {
	const begins = text.slice(0, 200).trimStart();
	if (text.trim() === "") return "It is empty.";
	if (/^<(?:!doctype html|html)/i.test(begins))
		return "It is a web page and not JSON, perhaps one that asks to sign in. Please download the file again.";
	if (begins.startsWith("<")) return "It is XML and not JSON.";
	const comment = COMMENT.exec(text);
	if (comment) {
		const line = text.slice(0, comment.index).split("\n").length;
		return `It has comments, the first in line ${line}, and JSON has none. Please take them out and load it again.`;
	}
	const [, line, column] = PLACE.exec(message) ?? [];
	if (line !== undefined && column !== undefined) {
		const at = `in line ${line}, at character ${column}`;
		return `It stops being JSON ${at}. Please export it again, or mend it with a JSON editor.`;
	}
	return "It is JSON that breaks off before its end. Please export or download it again.";
}
