import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createFinder } from "../../../support/engines/finder.ts";
import { findingOf } from "../../../support/engines/found.ts";
import { addControl, listTasks, say, scanSpec, TLS_PARTS } from "../../../support/server/controls.ts";
import { startTestServer } from "../../../support/server/test-server.ts";

const server = await startTestServer();
const { pool } = server.database;

const parts = TLS_PARTS;
const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const [A, B] = ["a.example.com", "b.example.com"] as const;
const old = (host: string, severity: "high" | "low" | "none") =>
	findingOf({ engine: "sslyze", rule: "tls-old-protocol", severity, host });
const weak = (host: string) => findingOf({ engine: "sslyze", rule: "tls-weak-cipher", severity: "low", host });
const target = (host: string) => ({ target: `${host}:443`, parts });

test("a task is due for the finding of any host that has to be fixed first, and later when that one is gone", async () => {
	const finder = await createFinder(server);
	// Seen before there was a control for it.
	await finder.scan([old(A, "high")], target(A));
	await addControl(finder, [scanSpec()]);
	await finder.scan([old(B, "low")], target(B));
	const only = async () => (await listTasks(finder)).tasks;
	expect(await only()).toMatchObject([{ due: day(15), state: "open", findings: 2 }]);
	await finder.scan([], target(A));
	expect(await only()).toMatchObject([{ due: day(90), state: "open", findings: 1 }]);
	await finder.scan([old(A, "high")], target(A));
	expect(await only()).toMatchObject([{ due: day(15), findings: 2 }]);
});

test("a day that a person gave stays until the task opens again, and from then on the days of findings count", async () => {
	const finder = await createFinder(server);
	await addControl(finder, [scanSpec()]);
	await finder.scan([old(A, "high")], target(A));
	const [task] = (await listTasks(finder)).tasks;
	const change = (more: object) =>
		say(finder, "changeTask", { taskId: task?.id, change: more, saidAt: new Date().toISOString() });
	const due = async () => (await listTasks(finder)).tasks[0]?.due;
	await change({ due: day(3) });
	await finder.scan([old(A, "high")], target(A));
	expect(await due()).toBe(day(3));
	await change({ state: "done" });
	await finder.scan([old(A, "high")], target(A));
	expect(await due()).toBe(day(15));
	await finder.scan([old(B, "low")], target(B));
	await finder.scan([], target(A));
	expect(await due()).toBe(day(90));
});

test("of a test that looks for several classes, the task of one that is gone waits for review while another fails", async () => {
	const finder = await createFinder(server);
	await addControl(finder, [scanSpec(["old-protocols", "weak-ciphers"])]);
	await finder.scan([old(A, "high"), weak(A)], target(A));
	const states = async () => (await listTasks(finder)).tasks.map(({ title, state }) => `${title}: ${state}`).toSorted();
	expect(await states()).toEqual(["Old protocol versions: open", "Weak ciphers or no forward secrecy: open"]);
	// What its parts did not get to does not count as gone.
	await finder.scan([weak(A)], { ...target(A), parts: parts.slice(1), coverage: "partial" });
	expect(await states()).toEqual(["Old protocol versions: open", "Weak ciphers or no forward secrecy: open"]);
	await finder.scan([weak(A)], target(A));
	expect(await states()).toEqual(["Old protocol versions: review", "Weak ciphers or no forward secrecy: open"]);
});

test("a task has an owner: the control's, or who asked for the scan, or the workspace's", async () => {
	const finder = await createFinder(server);
	await addControl(finder, [scanSpec()]);
	await finder.scan([old(A, "high")], target(A));
	const { tasks } = await listTasks(finder);
	expect(tasks).toMatchObject([{ owner: { accountId: finder.accountId } }]);

	const other = await createFinder(server);
	const { id } = await addControl(other, [scanSpec()]);
	// Both have left.
	await pool.query("UPDATE controls SET owner = $2 WHERE id = $1", [id, randomUUID()]);
	const { scanId, end } = await other.begin(`${A}:443`);
	await pool.query("UPDATE scans SET asked_by = $2 WHERE id = $1", [scanId, randomUUID()]);
	await end([old(A, "high")], { parts });
	expect((await listTasks(other)).tasks).toMatchObject([{ owner: { accountId: other.accountId } }]);
});

test("what is rated none speaks against its control, and makes a task without a day", async () => {
	const finder = await createFinder(server);
	await addControl(finder, [scanSpec()]);
	await finder.scan([old(A, "none")], target(A));
	const { rows } = await pool.query("SELECT result FROM test_runs WHERE workspace_id = $1", [finder.accountId]);
	expect(rows).toEqual([{ result: "failed" }]);
	expect((await listTasks(finder)).tasks).toMatchObject([{ state: "open", due: null }]);
	await finder.scan([old(A, "low")], target(A));
	expect((await listTasks(finder)).tasks).toMatchObject([{ state: "open", due: expect.any(String) }]);
	await finder.scan([old(A, "none")], target(A));
	await finder.scan([], target(A));
	expect((await listTasks(finder)).tasks).toMatchObject([{ state: "review" }]);
});
