import * as z from "zod/mini";
import data from "./libraries.json" with { type: "json" };
import { isBefore } from "./library-version.ts";
import { isOldTable, OLD_DAYS } from "./table.ts";

const text = z.string().check(z.minLength(1), z.maxLength(300));
const HOLE_SEVERITIES = ["critical", "high", "medium", "low"] as const;

const hole = z.object({
	/** CVE ids; else another id or a link. */
	ids: z.array(text).check(z.minLength(1)),
	/** As its advisory rates it, for the worst use of the library. */
	severity: z.enum(HOLE_SEVERITIES),
	/** The first version with the hole; any up to `below` if left out. */
	from: z.optional(text),
	/** The first version without it, which its makers may never have released; every version has it if left out. */
	below: z.optional(text),
});
export type Hole = z.infer<typeof hole>;

const library = z.object({
	/** What its files, folders and packages are called, in lower case. */
	names: z.array(text).check(z.minLength(1)),
	holes: z.array(hole),
});
export type Library = z.infer<typeof library>;

/** By title. */
const table = z.object({ credit: z.string(), snapshot: z.iso.date(), libraries: z.record(text, library) });
export type LibraryTable = z.infer<typeof table>;

/** Parses a table from its file's text. Throws if it is not one. */
export const readLibraryTable = (json: string): LibraryTable => table.parse(JSON.parse(json));

/** Well-known script libraries and their known security holes; `npm run refresh-libraries` updates it before a release. */
export const libraryTable: LibraryTable = table.parse(data);

const LIBRARIES = new Map(Object.entries(libraryTable.libraries));
const TITLES = new Map(
	Object.entries(libraryTable.libraries).flatMap(([title, { names }]) => names.map((name) => [name, title] as const)),
);

/** The title of the library that files and folders of this name belong to, whatever its case. */
export const libraryNamed = (name: string): string | undefined => TITLES.get(name.toLowerCase());

/** The holes that are certainly in this version of a library, each once, worst first. */
export function holesIn(title: string, version: string): Hole[] {
	const holes = (LIBRARIES.get(title)?.holes ?? []).filter((one) => isIn(one, version));
	return [...new Map(holes.map((one) => [one.ids.join(), one])).values()].toSorted((a, b) => rank(a) - rank(b));
}

/** `1.7` may be any version from 1.7.0 to the last of its line, so all of these need to have the hole. */
function isIn({ from, below }: Hole, version: string): boolean {
	const first = from === undefined || !isBefore(version, from, 0);
	return first && (below === undefined || isBefore(version, below, Number.POSITIVE_INFINITY));
}

const rank = ({ severity }: Hole): number => HOLE_SEVERITIES.indexOf(severity);

/** Names the table as a source of evidence, with a caveat if it is old. */
export function asOfLibraryTable(now: Date): string {
	const caveat = isOldTable(libraryTable, now) ? ` (more than ${OLD_DAYS} days old, so newer ones are not in it)` : "";
	return `Known security holes as of ${libraryTable.snapshot}, from retire.js${caveat}`;
}
