import * as z from "zod/mini";
import data from "./table.json" with { type: "json" };

const DAY = 86_400_000;
export const OLD_DAYS = 90;

const name = z.string().check(z.minLength(1), z.maxLength(100));
const cycle = z.object({
	/** Release line, such as `1.14`. */
	cycle: name,
	/** The day on which free security fixes ended or will end; true: ended, day not known; null: no end set, which is not a promise. */
	end: z.union([z.iso.date(), z.literal(true), z.null()]),
	/** The day on which paid fixes end, if there are any. */
	extendedEnd: z.optional(z.iso.date()),
	/** Newest version of the line on the day of the snapshot. */
	latest: z.optional(name),
});
export type Cycle = z.infer<typeof cycle>;

const product = z.object({ title: name, cycles: z.array(cycle).check(z.minLength(1), z.maxLength(1_000)) });
export type Product = z.infer<typeof product>;

const table = z.object({ credit: z.string(), snapshot: z.iso.date(), products: z.record(z.string(), product) });
export type EolTable = z.infer<typeof table>;

/** Parses a table from its file's text. Throws if it is not one. */
export const readEolTable = (text: string): EolTable => table.parse(JSON.parse(text));

/**
 * End-of-life dates of well-known software; `snapshot` is the day they are from. This is the table packaged with the release
 * until `replaceEolTable` sets one that `npm run refresh-eol` has downloaded.
 */
export let eolTable: EolTable = table.parse(data);

export function replaceEolTable(newer: EolTable): void {
	eolTable = newer;
}

/** Whether the table is so old that readers should know. */
export const isOldTable = ({ snapshot }: Pick<EolTable, "snapshot">, now: Date): boolean =>
	now.getTime() - Date.parse(snapshot) > OLD_DAYS * DAY;

/** Names the table as a source of evidence, such as `Releases as of 2026-11-01`, with a caveat if it is old. */
export function asOfTable(what: string, now: Date): string {
	const caveat = isOldTable(eolTable, now) ? ` (more than ${OLD_DAYS} days old, so newer dates may differ)` : "";
	return `${what} as of ${eolTable.snapshot}${caveat}`;
}
