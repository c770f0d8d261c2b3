import { channel } from "node:diagnostics_channel";
import pg from "pg";
import type { Executor, Field, Statement } from "./pool.ts";

declare const valueType: unique symbol;

/** A column of a statement's result: what PostgreSQL has to return, and the type of its values here. */
export type Column<T> = {
	readonly types: readonly number[];
	/**
	 * "always" needs a column of a table that is NOT NULL, or an expression. "by statement": the table's column allows NULL,
	 * but the statement returns no such row.
	 */
	readonly present: "always" | "by statement" | "not always";
	/** The only values a text can have. */
	readonly choices?: ReadonlySet<unknown>;
	/** No value has this property. It only carries the type. */
	readonly [valueType]: T;
};

/** The columns that a statement returns, by name. */
export type Row = Readonly<Record<string, Column<unknown>>>;
export type RowOf<R extends Row> = { -readonly [K in keyof R]: R[K] extends Column<infer T> ? T : never };

const { BOOL, BYTEA, FLOAT8, INT2, INT4, INT8, JSONB, TEXT, TIMESTAMPTZ, UUID } = pg.types.builtins;
/** `text[]` (PostgreSQL, pg_type.dat); pg has no name for it. */
const TEXTS = 1009;

const column = <T>(...types: number[]) => ({ types, present: "always" }) as unknown as Column<T>;

export const flag = column<boolean>(BOOL);
/** Any size: numbers too large for JavaScript do not occur here. */
export const int = column<number>(INT2, INT4, INT8);
export const float = column<number>(FLOAT8);
export const text = column<string>(TEXT);
export const texts = column<string[]>(TEXTS);
export const time = column<Date>(TIMESTAMPTZ);
export const bytes = column<Buffer>(BYTEA);
export const uuid = column<string>(UUID);

/** A UUID of one kind. */
export const id = <T extends string>() => column<T>(UUID);
/** A text of one kind. PostgreSQL cannot tell kinds apart; where there are few values, use `oneOf`. */
export const textOf = <T extends string>() => column<T>(TEXT);
/**
 * JSON that was parsed before it was stored. PostgreSQL knows nothing about its content. JSON null arrives as NULL, so where the content
 * can be null, this is `orNull(json())`.
 */
export const json = <T extends NonNullable<unknown>>() => column<T>(JSONB);
export const oneOf = <const T extends string>(values: readonly T[]): Column<T> => ({
	...column<T>(TEXT),
	choices: new Set(values),
});

export const orNull = <T>(of: Column<T>): Column<T | null> => ({ ...of, present: "not always" }) as Column<T | null>;
/** For a column that allows NULL, in a statement that returns no such row because of its WHERE or a CHECK on the table. */
export const neverNull = <T>(of: Column<T>): Column<T> => ({ ...of, present: "by statement" });

/** What was read, for a test that compares it with the catalog. Nothing listens in production. */
export type Reading = { sql: string; row: Row; fields: readonly Field[] };
export const readings = channel("plumbline:readings");

/** The names of a row's columns, for a statement that selects them by name. */
export const columnsOf = (row: Row): string => Object.keys(row).join(", ");

/**
 * Runs a statement and returns its rows after checking them against what the code expects: the same columns with the same types, and no
 * NULL or other unexpected value. This is the only way to read rows, so whatever the SQL is built from, no row is mistaken for something
 * else.
 */
export async function readRows<const R extends Row>(
	executor: Executor,
	row: R,
	statement: Statement,
	values?: readonly unknown[],
): Promise<RowOf<R>[]> {
	// A copy, because pg keeps the values in the array it is given.
	const { rows, fields } = await executor.query(typeof statement === "string" ? statement : { ...statement }, values);
	return checked(row, typeof statement === "string" ? statement : statement.text, fields, rows);
}

/** The first row, if there is one. */
export async function readRow<const R extends Row>(
	executor: Executor,
	row: R,
	statement: Statement,
	values?: readonly unknown[],
): Promise<RowOf<R> | undefined> {
	return (await readRows(executor, row, statement, values))[0];
}

/** The same for a statement that also returns other columns. Their values have unknown types. */
export async function readRecords<const R extends Row>(
	executor: Executor,
	row: R,
	sql: string,
	values?: readonly unknown[],
): Promise<(RowOf<R> & Record<string, unknown>)[]> {
	const { rows, fields } = await executor.query(sql, values);
	const expected = fields.filter(({ name }) => Object.hasOwn(row, name));
	return checked(row, sql, expected, rows) as (RowOf<R> & Record<string, unknown>)[];
}

function checked<R extends Row>(row: R, sql: string, fields: readonly Field[], rows: unknown[]): RowOf<R>[] {
	const problem = problemOfFields(row, fields) ?? problemOfValues(row, rows as Record<string, unknown>[]);
	if (problem !== undefined) throw new Error(`${problem} in the result of: ${sql}`);
	if (readings.hasSubscribers) readings.publish({ sql, row, fields } satisfies Reading);
	return rows as RowOf<R>[];
}

function problemOfFields(row: Row, fields: readonly Field[]): string | undefined {
	const names = new Set(fields.map(({ name }) => name));
	if (names.size < fields.length) return "Two columns have the same name";
	const missing = Object.keys(row).find((name) => !names.has(name));
	if (missing !== undefined) return `The column "${missing}" is missing`;
	for (const { name, dataTypeID } of fields) {
		const column = Object.hasOwn(row, name) ? row[name] : undefined;
		if (!column) return `The column "${name}" is not expected`;
		if (!column.types.includes(dataTypeID)) {
			return `The column "${name}" has the type ${typeName(dataTypeID)} instead of ${column.types.map(typeName).join(" or ")}`;
		}
	}
	return undefined;
}

function problemOfValues(row: Row, rows: readonly Record<string, unknown>[]): string | undefined {
	for (const [name, { present, choices }] of Object.entries(row)) {
		for (const { [name]: value } of rows) {
			if (value === null) {
				if (present !== "not always") return `The column "${name}" is NULL`;
			} else if (choices && !choices.has(value))
				return `The column "${name}" has a value that is not one of its choices`;
		}
	}
	return undefined;
}

const NAMES = new Map<number, string>(
	Object.entries(pg.types.builtins).map(([name, oid]) => [oid, name.toLowerCase()]),
);
NAMES.set(TEXTS, "text[]");
const typeName = (oid: number): string => NAMES.get(oid) ?? `${oid}`;
