import { glob, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import {
	flag,
	int,
	json,
	neverNull,
	oneOf,
	orNull,
	type Reading,
	readRecords,
	readRow,
	readRows,
	text,
	time,
} from "#server/platform/db/rows.ts";
import { createTestDatabase } from "../../../support/server/database.ts";
import { collectReadings, wrongClaims } from "../../../support/server/nullability.ts";

const { pool } = await createTestDatabase();

test("rows are returned as PostgreSQL and the code agree on them", async () => {
	const row = { n: int, at: orNull(time), name: oneOf(["a", "b"]), list: json<number[]>() };
	const sql = "SELECT 7::bigint AS n, NULL::timestamptz AS at, $1::text AS name, '[1]'::jsonb AS list";
	expect(await readRows(pool, row, sql, ["a"])).toEqual([{ n: 7, at: null, name: "a", list: [1] }]);
	const ofJson = "SELECT 'null'::jsonb AS a";
	expect(await readRow(pool, { a: orNull(json<number>()) }, ofJson)).toEqual({ a: null });
	await expect(readRow(pool, { a: json<number>() }, ofJson)).rejects.toThrow('The column "a" is NULL');
	expect(await readRow(pool, { name: text }, "SELECT '' AS name WHERE false")).toBeUndefined();
	expect(await readRecords(pool, { n: int }, "SELECT 1 AS n, true AS other")).toEqual([{ n: 1, other: true }]);
});

test.for([
	["a wrong name", { count: int }, "SELECT 1 AS total", 'The column "count" is missing'],
	["a column too many", { a: int }, "SELECT 1 AS a, 2 AS b", 'The column "b" is not expected'],
	["one of Object's own names", {}, "SELECT 1 AS constructor", 'The column "constructor" is not expected'],
	["a name twice", { a: int }, "SELECT 1 AS a, 2 AS a", "Two columns have the same name"],
	[
		"a wrong type",
		{ a: int },
		"SELECT 'x'::text AS a",
		'The column "a" has the type text instead of int2 or int4 or int8',
	],
	[
		"a wrong type without rows",
		{ a: flag },
		"SELECT 1 AS a WHERE false",
		'The column "a" has the type int4 instead of bool',
	],
	["a decimal, which arrives as text", { a: int }, "SELECT sum(1::bigint) AS a", 'The column "a" has the type numeric'],
	["a NULL", { a: text }, "VALUES ('x', 1), (NULL, 2)", 'The column "a" is NULL'],
	["a NULL in spite of neverNull", { a: neverNull(text) }, "VALUES (NULL::text, 2)", 'The column "a" is NULL'],
	[
		"an unknown value",
		{ a: oneOf(["x"]) },
		"VALUES ('secret', 1)",
		'The column "a" has a value that is not one of its choices',
	],
] as const)("%s is an error that names the statement and no value", async ([, row, sql, problem]) => {
	const statement = sql.startsWith("VALUES") ? `SELECT a FROM (${sql}) AS given (a, n)` : sql;
	await expect(readRows(pool, row, statement)).rejects.toThrow(problem);
	await expect(readRows(pool, row, statement)).rejects.toThrow(`in the result of: ${statement}`);
});

test("what is read can be collected", async () => {
	const read = collectReadings();
	const row = { a: int };
	await readRows(pool, row, "SELECT 1 AS a");
	expect([...read.values()]).toMatchObject([{ sql: "SELECT 1 AS a", row, fields: [{ name: "a" }] }]);
});

test("an assumption about NULL is checked against the table, even without rows", async () => {
	const claims = async (row: Reading["row"], sql: string) => {
		const { fields } = await pool.query(sql);
		return wrongClaims(pool, [{ sql, row, fields }]);
	};
	const sql = "SELECT id::text AS key, email, finished_at AS until FROM scans";
	const right = { key: text, email: orNull(text), until: neverNull(time) };
	expect(await claims(right, sql)).toEqual([]);
	expect(await claims({ ...right, email: text }, sql)).toEqual([`"email" can be NULL: ${sql}`]);
	expect(await claims({ ...right, key: neverNull(text) }, sql)).toEqual([`neverNull of "key" says nothing: ${sql}`]);
	expect(await claims({ status: neverNull(text) }, "SELECT status FROM scans")).toHaveLength(1);
});

/** `query` of our own `Executor` returns unknown rows. Elsewhere its rows are `any`, or whatever type the caller names. */
test("no statement's rows are trusted", async () => {
	const offenders: string[] = [];
	for await (const file of glob(["server/**/*.ts", "scripts/**/*.ts"])) {
		const source = await readFile(file, "utf8");
		if (/\.query</.test(source)) offenders.push(`${file}: query with a type`);
		const takesRows = /\brows\b[^;]*=\s*(?:\(\s*)?await[^;]*\.query\(|\.query\([^;]*\)\)?\s*\.rows\b/.test(source);
		if (file !== "server/platform/db/rows.ts" && takesRows) offenders.push(`${file}: rows of a query`);
	}
	expect(offenders).toEqual([]);
});
