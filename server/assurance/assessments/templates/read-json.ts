import { BadFile } from "#server/platform/files/bad-file.ts";
import { decodeText } from "#server/platform/files/decode-text.ts";
import { parseJsonFile } from "#server/platform/files/parse-json-file.ts";
import { checkTemplate, shown, type TemplateRead } from "./check-template.ts";

/** A template as JSON, in our own format. Throws BadFile if it is not JSON, or JSON of another form. */
export function readJson(bytes: Uint8Array): TemplateRead {
	const raw = parseJsonFile(decodeText(bytes));
	refuseForeign(raw);
	return checkTemplate(raw, placeOf, []);
}

const OWN_FIELDS = ["id", "title", "sections"] as const;
const SHOWN = 5;

/** A form of another tool would be one fault for each of its fields, and none of them would say what it is. */
function refuseForeign(raw: unknown): void {
	const isObject = typeof raw === "object" && raw !== null && !Array.isArray(raw);
	if (isObject && OWN_FIELDS.some((name) => name in raw)) return;
	throw new BadFile(
		`It is JSON of another form: ${isObject ? contentsOf(raw) : `it holds ${kindOf(raw)}`}. A template has “${OWN_FIELDS.join("”, “")}”. To see the form, download one of the templates here as JSON or XLSX.`,
	);
}

function contentsOf(raw: object): string {
	const fields = Object.entries(raw);
	if (fields.length === 0) return "it has no fields";
	const named = fields.slice(0, SHOWN).map(([name, value]) => `“${shown(name)}” with ${kindOf(value)}`);
	const more = fields.length - named.length;
	return `it has ${named.join(", ")}${more > 0 ? ` and ${more} more fields` : ""}`;
}

function kindOf(value: unknown): string {
	if (Array.isArray(value)) return `a list of ${value.length}`;
	if (typeof value === "object" && value !== null) return "an object";
	return value === null ? "nothing" : typeof value === "string" ? "a text" : `a ${typeof value}`;
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
