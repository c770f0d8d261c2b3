import { expect, test } from "vitest";
import { ownClient } from "#contract/ids.ts";
import { createControlStore } from "#server/assurance/controls/store/control-store.ts";
import { createEffectiveness } from "#server/assurance/frameworks/effectiveness/read-effectiveness.ts";
import { createTaskStore } from "#server/assurance/tasks/store/task-store.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import { addControls, grow } from "../../../bench/server/controls.ts";
import { createAccount, ownScope } from "../../../support/server/accounts.ts";
import { expectIndexed, plansOf, rowsRead } from "../../../support/server/explain.ts";
import { follows } from "../../../support/server/follows.ts";
import { startTestServer } from "../../../support/server/test-server.ts";

// Sixty controls with a test each, 500 hosts with a run of each a month for a year, and 100,000 findings.
const [CONTROLS, HOSTS, MONTHS, FINDINGS] = [60, 500, 12, 100_000];
const RUNS = CONTROLS * HOSTS * MONTHS;
const server = await startTestServer();
const { pool, owner } = server.database;
const { accountId } = await createAccount(server);
await addControls({ pool }, accountId);
await grow({ pool, owner }, accountId, { findings: 0, hosts: 0 }, { findings: FINDINGS, hosts: HOSTS });
await owner.query("ANALYZE");

const scope = ownScope(accountId);
const ofClient = { ...scope, clientId: ownClient(scope.workspaceId) };
const now = () => new Date();
const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const WINDOW = { from: day(-330), to: day(0) };

/** What `ask` reads from the tables that grow, and in how many statements. */
async function readBy<T>(ask: (spied: Pool) => Promise<T>) {
	let statements = 0;
	const answers: T[] = [];
	const nodes = await plansOf(
		pool,
		["findings", "finding_counts", "finding_changes", "finding_words", "test_runs", "newest_runs"],
		async (spied) => {
			const connect = () => {
				statements += 1;
				return spied.connect();
			};
			answers.push(await ask({ ...spied, connect }));
		},
		{ run: true },
	);
	const [answer] = answers;
	if (answer === undefined) throw new Error("no answer");
	const of = (table: string) => rowsRead(nodes.filter((node) => node["Relation Name"] === table));
	return { answer, nodes, statements, findings: of("findings"), runs: of("test_runs") };
}

test("the overview reads neither findings one by one nor the runs of a year", async () => {
	const { nodes, statements, findings, runs } = await readBy((spied) =>
		createControlStore(spied, now, follows).overview(scope),
	);
	expectIndexed(nodes.filter((node) => node["Relation Name"] !== "finding_counts"));
	expect(statements).toBeLessThanOrEqual(6);
	expect(findings).toBeLessThan(FINDINGS / 10);
	// Those of the last days, and for each of them earlier ones, back to one with a result.
	expect(runs).toBeLessThan(RUNS / 3);
});

test("tasks are listed from counts", async () => {
	const { findings, runs, statements } = await readBy((spied) => createTaskStore(spied, now).page(scope, {}));
	expect([findings, runs]).toEqual([0, 0]);
	expect(statements).toBe(2);
});

test("a year's effectiveness reads each finding and each run once, and says what ran on 500 hosts", async () => {
	const { nodes, statements, findings, runs, answer } = await readBy((walled) =>
		createEffectiveness({ walled, now }).read(ofClient, "iso-27001", WINDOW),
	);
	expectIndexed(nodes.filter((node) => node["Relation Name"] === "test_runs"));
	expect(findings).toBeLessThan(1.5 * FINDINGS);
	expect(runs).toBeLessThanOrEqual(RUNS);
	expect(statements).toBeLessThan(10);

	const { controls, population } = answer;
	expect(controls).toHaveLength(CONTROLS);
	for (const { tests } of controls) {
		expect(tests).toMatchObject([
			{
				due: 11,
				ran: 11,
				passed: (HOSTS * MONTHS) / 2,
				failed: (HOSTS * MONTHS) / 4,
				incomplete: (HOSTS * MONTHS) / 4,
				gaps: [],
				hosts: { all: HOSTS, looked: HOSTS, withGaps: HOSTS },
			},
		]);
	}
	const counted = Object.values(population).reduce((sum, count) => sum + count, 0);
	expect(counted).toBeGreaterThan(FINDINGS / 2);
	expect(counted).toBeLessThanOrEqual(FINDINGS);
});
