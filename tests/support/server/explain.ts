import { expect } from "vitest";
import type { Pool, Statement } from "#server/platform/db/pool.ts";
import type { TestDatabase } from "./database.ts";

export type Plan = {
	"Node Type": string;
	"Relation Name"?: string;
	"Index Name"?: string;
	/** For plans that ran. */
	"Actual Rows"?: number;
	"Actual Loops"?: number;
	"Rows Removed by Filter"?: number;
	Plans?: Plan[];
};

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/**
 * Runs `ask` with a pool that explains every statement, and returns the nodes of all plans that read one of the tables. `run`: each plan
 * runs once more and counts its rows; only if nothing is written.
 */
export async function plansOf(
	pool: TestDatabase["pool"],
	tables: readonly string[],
	ask: (spied: Pool) => Promise<unknown>,
	{ run = false } = {},
): Promise<Plan[]> {
	const asked: [string, unknown[]][] = [];
	const textOf = (statement: Statement) => (typeof statement === "string" ? statement : statement.text);
	const spy = {
		begin: pool.begin,
		query(statement: Statement, values: unknown[]) {
			asked.push([textOf(statement), values]);
			return pool.query(textOf(statement), values);
		},
		async connect() {
			const client = await pool.connect();
			return {
				query(statement: Statement, values: unknown[]) {
					const text = textOf(statement);
					if (!/^(BEGIN|COMMIT|ROLLBACK)/.test(text)) asked.push([text, values]);
					return client.query(text, values);
				},
				release: (error?: Error) => client.release(error),
			};
		},
	} as unknown as Pool;
	await ask(spy);
	const nodes: Plan[] = [];
	for (const [text, values] of asked) {
		const { rows } = await pool.query(`EXPLAIN (FORMAT JSON${run ? ", ANALYZE" : ""}) ${text}`, values);
		nodes.push(...nodesOf(rows[0]["QUERY PLAN"][0].Plan));
	}
	expect(asked.length).toBeGreaterThan(0);
	return nodes.filter((node) =>
		tables.some((table) => node["Relation Name"] === table || node["Index Name"]?.startsWith(table)),
	);
}

/** How many rows these nodes read, including those that their filters removed. */
export const rowsRead = (nodes: readonly Plan[]): number =>
	nodes.reduce(
		(sum, node) =>
			sum + ((node["Actual Rows"] ?? Number.NaN) + (node["Rows Removed by Filter"] ?? 0)) * (node["Actual Loops"] ?? 1),
		0,
	);

export function expectIndexed(nodes: Plan[]): void {
	expect(nodes.length).toBeGreaterThan(0);
	expect(nodes.filter((node) => node["Node Type"] === "Seq Scan").map((node) => node["Relation Name"])).toEqual([]);
}
