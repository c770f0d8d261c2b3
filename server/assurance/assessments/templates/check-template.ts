import type * as z from "zod/mini";
import { faultsOf, type Template, template } from "#contract/assessments/template.ts";
import { CATALOG } from "#contract/controls/catalog-data.ts";

/** Something in a file that has to be changed, and where it is. */
export type FileFault = { place: string; why: string };
export type TemplateRead =
	| { ok: true; template: Template }
	/** `faults`: the first of them. */
	| { ok: false; message: string; faults: FileFault[] };

/** How many faults of a file are listed. */
export const FAULTS_LISTED = 100;
const CODES: ReadonlySet<string> = new Set(CATALOG.map(({ code }) => code));

type Path = readonly PropertyKey[];

/** What was read, if it is a usable template. `placeOf`: where something is in the file. `faults`: those found earlier. */
export function checkTemplate(
	raw: unknown,
	placeOf: (path: Path) => string,
	faults: readonly FileFault[],
): TemplateRead {
	const read = template.safeParse(raw);
	if (!read.success) {
		const seen = new Set(faults.map(({ place }) => place));
		const found = read.error.issues.flatMap((issue) =>
			pathsOf(issue).map((path) => ({ place: placeOf(path), why: whyOf(issue) })),
		);
		// What could not be read is also missing, so that is not reported again.
		return refused([...faults, ...found.filter(({ place }) => !seen.has(place))]);
	}
	const paths = read.data.sections.flatMap(({ questions }, section) =>
		questions.map((_question, at) => ["sections", section, "questions", at]),
	);
	const found = faultsOf(read.data, CODES).map(({ question, why }) => ({
		place: placeOf(question === null ? [] : (paths[question] ?? [])),
		why,
	}));
	const all = [...faults, ...found];
	return all.length === 0 ? { ok: true, template: read.data } : refused(all);
}

function refused(all: readonly FileFault[]): TemplateRead {
	// A nonexistent control may be named twice in the same place.
	const faults = [...new Map(all.map((fault) => [`${fault.place} ${fault.why}`, fault])).values()].toSorted(byPlace);
	return { ok: false, message: amountText(faults.length), faults: faults.slice(0, FAULTS_LISTED) };
}

function amountText(faults: number): string {
	if (faults === 1) return "One thing in it has to be changed first.";
	const amount = faults > FAULTS_LISTED ? `More than ${FAULTS_LISTED}` : String(faults);
	return `${amount} things in it have to be changed first.`;
}

const { compare } = new Intl.Collator("en", { numeric: true });
const byPlace = (one: FileFault, other: FileFault) => compare(one.place, other.place);

/** Fields that do not belong there, each at its own place. */
const pathsOf = (issue: z.core.$ZodIssue): Path[] =>
	issue.code === "unrecognized_keys"
		? issue.keys.slice(0, FAULTS_LISTED).map((key) => [...issue.path, key])
		: [issue.path];

/** What a field should contain, if the contract does not say so itself. */
const EXPECTED: Readonly<Record<string, string>> = {
	object: "an object in braces",
	array: "a list in brackets",
	boolean: "true or false",
	string: "a text",
};

function whyOf(issue: z.core.$ZodIssue): string {
	if (issue.code === "unrecognized_keys") return "This does not belong here.";
	const expected = issue.code === "invalid_type" && issue.message === "Invalid input" && EXPECTED[issue.expected];
	return expected ? `Please give ${expected}.` : issue.message;
}

/** For untrusted text: short, and on one line. */
export const shown = (text: string): string =>
	text
		.slice(0, 60)
		.toWellFormed()
		.replace(/\p{Cc}+/gu, " ");
