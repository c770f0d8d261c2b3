import { BadFile } from "#server/platform/files/bad-file.ts";
import { decodeText } from "#server/platform/files/decode-text.ts";
import { refuseShape } from "#server/platform/files/json-shape.ts";
import { checkTemplate, shown, type TemplateRead } from "./check-template.ts";

/** A template as JSON, in our own format. Throws BadFile if it is not JSON. */
export const readJson = (bytes: Uint8Array): TemplateRead => checkTemplate(parse(decodeText(bytes)), placeOf, []);

function parse(text: string): unknown {
	refuseShape(text);
	try {
		return JSON.parse(text);
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw error;
		throw new BadFile("It is not valid JSON. Please export it again, or check it with a JSON editor.", {
			cause: error,
		});
	}
}

const LISTS: Readonly<Record<string, string>> = { sections: "section", questions: "question", choices: "choice" };

/** `section 2, question 3, hint`, counted from 1 as people do. */
function placeOf(path: readonly PropertyKey[]): string {
	const words = path.flatMap((part, at) => {
		const list = LISTS[String(path[at - 1])];
		if (typeof part === "number") return `${list ?? "entry"} ${part + 1}`;
		return String(part) in LISTS && typeof path[at + 1] === "number" ? [] : shown(String(part));
	});
	return words.length === 0 ? "the file" : words.join(", ");
}
