import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createFinder } from "../../../support/engines/finder.ts";
import { findingOf } from "../../../support/engines/found.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import {
	addControl,
	CHECKLIST,
	listTasks,
	readControl,
	say,
	scanSpec,
	TLS_PARTS,
} from "../../../support/server/controls.ts";
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

test("another time to fix moves the due dates of open tasks, except those that a person chose and those that have ended", async () => {
	const finder = await createFinder(server);
	const changeTo = (timeToFix: object) => finder.call("changeWorkspace", { body: { timeToFix } });
	const control = await addControl(finder, [scanSpec(), scanSpec(["weak-ciphers"]), CHECKLIST], { everyDays: 60 });
	const [, , asked] = control.tests;
	await finder.scan([old(A, "high"), weak(A)], target(A));
	const failed = { id: randomUUID(), testId: asked?.id, outcome: { answers: ["no", "yes"] }, note: "No lock." };
	await say(finder, "addTestRun", { ...failed, asked: CHECKLIST.questions, saidAt: new Date().toISOString() });
	const dues = async () => Object.fromEntries((await listTasks(finder)).tasks.map(({ title, due }) => [title, due]));
	const before = { "Old protocol versions": day(15), "Weak ciphers or no forward secrecy": day(90), "Test 3": day(30) };
	expect(await dues()).toEqual(before);
	expect((await changeTo({ high: 2, medium: 20, low: 40 })).status).toBe(200);
	const after = { "Old protocol versions": day(2), "Weak ciphers or no forward secrecy": day(40), "Test 3": day(20) };
	expect(await dues()).toEqual(after);
	expect((await readControl(finder, control.id)).tests[0]?.spec).toMatchObject({ timeToFix: { high: 2 } });

	const { tasks } = await listTasks(finder);
	const word = (title: string, change: object) => ({
		taskId: tasks.find((task) => task.title === title)?.id,
		change,
		saidAt: new Date().toISOString(),
	});
	await say(finder, "changeTask", word("Old protocol versions", { due: day(3) }));
	await say(finder, "changeTask", word("Test 3", { state: "done" }));
	await changeTo({ high: 5, medium: 6, low: 7 });
	expect(await dues()).toEqual({ "Old protocol versions": day(3), "Weak ciphers or no forward secrecy": day(7) });
	expect((await listTasks(finder, { state: "done" })).tasks).toMatchObject([{ due: day(20) }]);

	expect(await refusalOf(await changeTo({ high: 50, medium: 6, low: 7 }))).toMatchObject({
		status: 400,
		message: expect.stringContaining("high no more days than medium"),
	});
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

test("what is rated none is evidence against its control, and makes a task without a day", async () => {
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
