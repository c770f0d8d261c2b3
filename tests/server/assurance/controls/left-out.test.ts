import { expect, test } from "vitest";
import { LEFT_OUT_LIMIT } from "#contract/controls/controls.ts";
import { createFinder, type Finder } from "../../../support/engines/finder.ts";
import { findingOf } from "../../../support/engines/found.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { addControl, readControl, scanSpec, TLS_PARTS } from "../../../support/server/controls.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

const server = await startTestServer();
const { pool } = server.database;

const on = (host: string) => findingOf({ engine: "sslyze", rule: "tls-old-protocol", severity: "high", host });
const scan = (finder: Finder, host: string, isFound: boolean) =>
	finder.scan(isFound ? [on(host)] : [], { target: `${host}:443`, parts: TLS_PARTS });
const NOW = (more = 0) => new Date(Date.now() + more).toISOString();

async function leaveOut(finder: Finder, controlId: string, host: string, reason: string | null, saidAt = NOW()) {
	const body = { controlId, change: { leftOut: { host, reason } }, saidAt };
	const answer = await finder.call("changeControl", { body });
	expect(answer.status, await answer.clone().text()).toBe(202);
	return (await answer.json()).receipt.taken as number;
}

test("a host that is left out of a control with a reason counts for nothing there, and counts again later", async () => {
	const finder = await createFinder(server);
	const { id } = await addControl(finder, [scanSpec(["old-protocols"])]);
	const other = await addControl(finder, [scanSpec(["old-protocols"])]);
	await scan(finder, "a.example.com", false);
	await scan(finder, "b.example.com", true);
	expect(await readControl(finder, id)).toMatchObject({ standing: "evidence-against", findings: 1, leftOut: [] });

	const reason = "It is switched off, <b>and</b> goes in March.";
	expect(await leaveOut(finder, id, "B.example.com", reason)).toBe(1);
	const left = await readControl(finder, id);
	expect(left).toMatchObject({ standing: "none-seen", findings: 0, against: [] });
	expect(left.why).toMatch(/^Scans of 1 host found nothing\. Valid until .*\. 1 host is left out of it\.$/);
	expect(left.leftOut).toMatchObject([{ host: "b.example.com", reason, by: { accountId: finder.accountId } }]);
	expect(left.words[0]).toMatchObject({ field: "leftOut", text: `b.example.com is left out: ${reason}` });
	// Only this control leaves it out.
	expect(await readControl(finder, other.id)).toMatchObject({ standing: "evidence-against", leftOut: [] });
	const ofHost = await (await finder.call("listControls", { query: { host: "b.example.com" } })).json();
	expect(ofHost.controls.map((one: { id: string }) => one.id)).toEqual([other.id]);

	// What is scanned meanwhile is no run of its test.
	const runs = async (host: string) =>
		(await pool.query("SELECT FROM test_runs WHERE control_id = $1 AND host = $2", [id, host])).rowCount;
	expect(await runs("b.example.com")).toBe(1);
	await scan(finder, "b.example.com", true);
	expect(await runs("b.example.com")).toBe(1);

	// It counts again, with the scans from meanwhile. Said earlier and arriving later, the reason no longer counts.
	expect(await leaveOut(finder, id, "b.example.com", null)).toBe(1);
	expect(await leaveOut(finder, id, "b.example.com", "Late.", NOW(-60_000))).toBe(0);
	expect(await readControl(finder, id)).toMatchObject({ standing: "evidence-against", leftOut: [] });
	await until(async () => (await runs("b.example.com")) === 2, "the scan from meanwhile is a run");
});

test("a control of which every host is left out is not evaluated; two hosts do not undo each other", async () => {
	const finder = await createFinder(server);
	const { id } = await addControl(finder, [scanSpec(["old-protocols"])]);
	await scan(finder, "a.example.com", false);
	await scan(finder, "b.example.com", false);
	// What was said on another device first arrives last.
	await leaveOut(finder, id, "a.example.com", "Not ours.", NOW());
	expect(await leaveOut(finder, id, "b.example.com", "Nor this.", NOW(-60_000))).toBe(1);
	const control = await readControl(finder, id);
	expect(control.leftOut?.map(({ host }) => host)).toEqual(["a.example.com", "b.example.com"]);
	expect(control).toMatchObject({ standing: "not-evaluated", nextDue: expect.any(String) });
	expect(control.why).toContain("2 hosts are left out of it.");
});

test("a reason is required, and a control leaves out only so many hosts", async () => {
	const finder = await createFinder(server);
	const { id } = await addControl(finder, [scanSpec(["old-protocols"])]);
	const send = (leftOut: unknown) =>
		finder.call("changeControl", { body: { controlId: id, change: { leftOut }, saidAt: NOW() } });
	expect(await refusalOf(await send({ host: "a.example.com", reason: " " }))).toMatchObject({ status: 400 });
	expect(await refusalOf(await send({ host: "", reason: "x" }))).toMatchObject({ status: 400 });
	expect(await refusalOf(await send({ host: "a".repeat(256), reason: "x" }))).toMatchObject({ status: 400 });
	for (const host of ["__proto__", "constructor", "a\"b'c.example"]) await leaveOut(finder, id, host, "Odd.");
	expect((await readControl(finder, id)).leftOut?.map(({ host }) => host)).toEqual([
		"__proto__",
		"a\"b'c.example",
		"constructor",
	]);
	const many = Object.fromEntries(Array.from({ length: LEFT_OUT_LIMIT }, (_, n) => [`h${n}`, { reason: "x" }]));
	await pool.query("UPDATE controls SET left_out = $2 WHERE id = $1", [id, JSON.stringify(many)]);
	expect(await refusalOf(await send({ host: "a.example.com", reason: "x" }))).toMatchObject({ status: 409 });
	expect((await send({ host: "h1", reason: null })).status).toBe(202);
});
