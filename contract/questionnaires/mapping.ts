import * as z from "zod/mini";
import { atMost } from "#contract/at-most.ts";

/** Most tables of a file that a person can say something about. */
export const MAPPED_TABLES = 300;
/** Most columns of a table that are listed. */
export const LISTED_COLUMNS = 40;

/** Where the sources of answers go: a column (in documents: a line below each answer), a comment on each answer’s cell, or nowhere. */
export const SOURCES_PLACES = ["column", "comment", "none"] as const;
export const sourcesPlace = z.enum(SOURCES_PLACES, `Sources go into one of: ${SOURCES_PLACES.join(", ")}.`);
export type SourcesPlace = z.infer<typeof sourcesPlace>;

/** A column of a table, from 0. */
const column = z
	.int("A column is a number.")
	.check(z.minimum(0, "Columns count from 0."), z.maximum(199, "This column is not read."));

/** What a table is used for. */
const tableUse = z.discriminatedUnion(
	"use",
	[
		z.strictObject({
			use: z.literal("questions"),
			question: column,
			/** Where the answer goes. A column behind the last one is added. */
			answer: column,
			/** Where the text goes if the answer’s cell accepts only values of a list; null if there is none. */
			comments: z.nullable(column),
			/** The row of the file with which its questions begin; null: where it was found. */
			firstRow: z.nullable(
				z.int().check(z.minimum(1, "Rows count from 1."), z.maximum(1_048_576, "There is no such row.")),
			),
		}),
		z.strictObject({ use: z.literal("nothing") }),
	],
	"A table has questions, or is used for nothing.",
);
export type TableUse = z.infer<typeof tableUse>;

/** Identifies a table by its headings, or by how it begins: the same in another file of the same form. */
const shape = z.string().check(z.minLength(1), atMost(40, "This is not a table."));

/** A person’s corrections to tables, by shape. All other tables are used as they were found. */
export const mapping = z
	.record(shape, tableUse)
	.check(
		z.refine((tables) => Object.keys(tables).length <= MAPPED_TABLES, `Please name at most ${MAPPED_TABLES} tables.`),
	);
export type Mapping = z.infer<typeof mapping>;

/** A table of the file as it was understood. All texts are untrusted. */
export const understoodTable = z.object({
	shape,
	/** For display: `Security`, or `Table 3 and 12 more`. */
	place: z.string(),
	/** The visible columns that hold something, and an empty one behind them. */
	columns: z.array(
		z.object({
			column: z.int(),
			/** For display: `B`. */
			name: z.string(),
			/** Its heading; empty if it has none. */
			head: z.string(),
			/** The first text in it; empty if there is none. */
			sample: z.string(),
		}),
	),
	/** `beneath`: each answer is in the row below its question. */
	layout: z.enum(["columns", "beneath"]),
	use: tableUse,
	/** Who decided that: a person, here or in an earlier file of the same form. */
	by: z.enum(["finder", "person"]),
	/** Why it was left out; empty if it was not, or if nothing in it asks. */
	why: z.string(),
	/** What was found in it. `notTaken`: rows that ask something and were left out. */
	counts: z.object({ questions: z.int(), sections: z.int(), lists: z.int(), notTaken: z.int() }),
});
export type UnderstoodTable = z.infer<typeof understoodTable>;
