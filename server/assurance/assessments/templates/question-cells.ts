import { type Column, MET_WORDS } from "./template-sheets.ts";

type Read = { value: unknown } | { why: string };

/** What the cells of a row say about a question, in the form it has in JSON. What cannot be read is a fault, and left out. */
export function questionOf(cell: (column: Column) => string) {
	const raw: Record<string, unknown> = { id: cell("id"), type: cell("type").toLowerCase(), text: cell("text") };
	const faults: { column: Column; why: string }[] = [];
	for (const [column, reader] of Object.entries(READERS) as [keyof typeof READERS, (text: string) => Read][]) {
		const text = cell(column);
		if (text === "") continue;
		const read = reader(text);
		if ("why" in read) faults.push({ column, why: read.why });
		// A question of a type without such a mark may still say "no".
		else if (read.value !== false) raw[column] = read.value;
	}
	return { raw, faults };
}

const READERS = {
	hint: textIn,
	choices: choicesIn,
	needsMore: markIn,
	showIf: conditionIn,
	provision: textIn,
	controls: (text: string): Read => ({ value: wordsIn(text) }),
	observed: textIn,
	optional: markIn,
	unit: textIn,
	from: numberIn,
	to: numberIn,
} satisfies Partial<Record<Column, (text: string) => Read>>;

function textIn(text: string): Read {
	return { value: text };
}

const wordsIn = (text: string): string[] => text.split(/[\s,;]+/).filter((word) => word !== "");

/** Spreadsheets store a checked box as 1 and an empty one as 0. */
const MARKS = new Map([
	["yes", true],
	["true", true],
	["1", true],
	["no", false],
	["false", false],
	["0", false],
]);

function markIn(text: string): Read {
	const value = MARKS.get(text.toLowerCase());
	return value === undefined ? { why: "Please put in yes, or leave it empty." } : { value };
}

function numberIn(text: string): Read {
	const value = Number(text);
	return Number.isFinite(value) ? { value } : { why: "Please put in a number." };
}

function conditionIn(text: string): Read {
	const at = text.indexOf("=");
	if (at === -1)
		return { why: "Please put in a question’s ID, an equals sign and its choices, as in: backups = yes, partly" };
	return { value: { question: text.slice(0, at).trim(), is: wordsIn(text.slice(at + 1)) } };
}

const METS = new Map(Object.entries(MET_WORDS).map(([met, words]) => [words as string, met]));

function choicesIn(text: string): Read {
	const choices: { id: string; label: string; met?: string }[] = [];
	for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
		if (line.trim() === "") continue;
		const equals = line.indexOf("=");
		const [, id = "", words] = /^([^()]*)(?:\(([^()]*)\))?$/.exec(line.slice(0, Math.max(0, equals)).trim()) ?? [];
		const met = words === undefined ? undefined : METS.get(words.trim().toLowerCase());
		if (equals === -1 || id.trim() === "" || (words !== undefined && met === undefined)) {
			return { why: `Line ${at + 1} is no choice. Write each as in: yes (met) = Yes` };
		}
		choices.push({ id: id.trim(), label: line.slice(equals + 1).trim(), ...(met && { met }) });
	}
	return { value: choices };
}
