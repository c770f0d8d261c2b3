import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { WEBHOOK_DATA, WEBHOOK_EVENTS, type WebhookEventType } from "#contract/webhooks/events.ts";
import type { WebhookMade } from "#contract/webhooks/webhooks.ts";
import { announceByTime } from "#server/assurance/tasks/store/announce-by-time.ts";
import { createFinder, type Finder } from "../../../support/engines/finder.ts";
import { findingOf } from "../../../support/engines/found.ts";
import { addControl, CHECKLIST, say, scanSpec, TLS_PARTS } from "../../../support/server/controls.ts";
import { addClient } from "../../../support/server/people.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { startWebhookReceiver, verified } from "../../../support/server/webhook-receiver.ts";
import { until } from "../../../support/until.ts";

const receiver = await startWebhookReceiver();
afterAll(receiver.close);
// The whole product: a worker sends what it writes.
const server = await startTestServer({ env: { WEBHOOK_ALLOW: "127.0.0.1" } });
const { pool } = server.database;

const OLD = findingOf({ engine: "sslyze", rule: "tls-old-protocol", severity: "low" });
const WEAK = findingOf({ engine: "sslyze", rule: "tls-weak-cipher", severity: "medium" });
const NOTE = findingOf({ engine: "sslyze", rule: "tls-note", severity: "none" });
const parts = TLS_PARTS;

async function add(by: Finder, path: string, events: readonly WebhookEventType[] = WEBHOOK_EVENTS, more: object = {}) {
	const response = await by.call("addWebhook", { body: { url: receiver.url + path, events, ...more } });
	expect(response.status, await response.clone().text()).toBe(201);
	const { secret } = (await response.json()) as WebhookMade;
	/** All messages so far, once there are this many; each is as the contract describes it. */
	return (count: number) =>
		until(async () => {
			const came = receiver.at(path).map((one) => verified(secret, one));
			return came.length >= count && came.map(({ type, data }) => ({ type, ...known(type, data) }));
		}, `${count} messages`);
}
const known = (type: string, data: unknown): Record<string, unknown> => {
	const event = WEBHOOK_EVENTS.find((one) => one === type) ?? expect.fail(type);
	return WEBHOOK_DATA[event].parse(data);
};
const brief = (messages: readonly Record<string, unknown>[]) =>
	messages.map(({ type, fingerprint = "", severity = "" }) => [type, fingerprint, severity].join(" ").trim()).sort();

test("each scan says that it ended, and what it changed about findings", async () => {
	const finder = await createFinder(server);
	const messages = await add(finder, "/findings", [
		"scan.ended",
		"finding.opened",
		"finding.worsened",
		"finding.fixed",
	]);
	const first = await finder.scan([OLD, NOTE], { parts });
	const came = await messages(2);
	expect(brief(came)).toEqual([`finding.opened ${OLD.fingerprint} low`, "scan.ended"]);
	const place = { workspaceId: finder.accountId, clientId: finder.accountId, scanId: first, host: "example.com" };
	expect(came.find(({ type }) => type === "scan.ended")).toEqual({
		type: "scan.ended",
		...place,
		kind: "sslyze",
		status: "completed",
		failure: null,
		counts: { high: 0, medium: 0, low: 1, none: 1 },
		link: `${server.publicUrl}/dashboard/scans/${first}?workspace=${finder.accountId}`,
	});
	expect(came.find(({ type }) => type === "finding.opened")).toEqual({
		type: "finding.opened",
		...place,
		fingerprint: OLD.fingerprint,
		title: OLD.title,
		severity: "low",
		reopened: false,
		link: `${server.publicUrl}/dashboard/vulnerabilities/${OLD.fingerprint}?workspace=${finder.accountId}`,
	});
	await finder.scan([{ ...OLD, severity: "high" }, WEAK], { parts });
	expect(brief((await messages(5)).slice(2))).toEqual([
		`finding.opened ${WEAK.fingerprint} medium`,
		`finding.worsened ${OLD.fingerprint} high`,
		"scan.ended",
	]);
	await finder.scan([WEAK], { parts });
	expect(brief((await messages(7)).slice(5))).toEqual([`finding.fixed ${OLD.fingerprint} high`, "scan.ended"]);
	await finder.scan([OLD, WEAK], { parts });
	const back = (await messages(9)).slice(7);
	expect(back.find(({ type }) => type === "finding.opened")).toMatchObject({ reopened: true });
	expect(await messages(9)).toHaveLength(9);
});

test("a scan that failed says why", async () => {
	const finder = await createFinder(server);
	const messages = await add(finder, "/failed", ["scan.ended"]);
	const { scanId } = await finder.begin();
	expect((await finder.call("cancelScan", { params: { scanId } })).status).toBeLessThan(300);
	expect(await messages(1)).toMatchObject([{ scanId, status: "failed", failure: "cancelled", counts: null }]);
});

test("a control’s standing changes with a scan, a run and time, and each change is said once", async () => {
	const finder = await createFinder(server);
	const before = await addControl(finder, [scanSpec(["old-protocols"])]);
	await finder.scan([{ ...OLD, severity: "high" }], { parts });
	const messages = await add(finder, "/standings", ["control.standing_changed"]);
	// The previous state is not news.
	await announceByTime(pool, new Date());
	const made = await addControl(finder, [CHECKLIST]);
	await finder.scan([], { parts });
	expect(await messages(1)).toMatchObject([
		{ controlId: before.id, code: before.code, title: before.title, before: "evidence-against", after: "none-seen" },
	]);
	const run = { id: randomUUID(), testId: made.tests[0]?.id, outcome: { answers: ["no", "yes"] }, note: "It is open." };
	await say(finder, "addTestRun", { ...run, saidAt: new Date().toISOString() });
	expect((await messages(2))[1]).toMatchObject({
		controlId: made.id,
		before: "not-evaluated",
		after: "evidence-against",
		link: `${server.publicUrl}/dashboard/controls/${made.id}?workspace=${finder.accountId}`,
	});
	const muchLater = new Date(Date.now() + 400 * 86_400_000);
	await announceByTime(pool, muchLater);
	await announceByTime(pool, muchLater);
	expect((await messages(3)).slice(2)).toMatchObject([{ controlId: before.id, before: "none-seen", after: "stale" }]);
	expect(await messages(3)).toHaveLength(3);
});

test("a task is due once, on its day or soon after, and not if it is done", async () => {
	const finder = await createFinder(server);
	const messages = await add(finder, "/due", ["task.due"]);
	const due = "2031-03-10";
	const [open, done] = [randomUUID(), randomUUID()];
	for (const id of [open, done]) await say(finder, "addTask", { id, title: `Task ${id}`, note: "", controls: [], due });
	await pool.query("UPDATE tasks SET state = 'done', ended_at = now() WHERE id = $1", [done]);
	await announceByTime(pool, new Date("2031-03-09T23:59:59Z"));
	for (const at of ["2031-03-10T00:00:00Z", "2031-03-10T09:00:00Z", "2031-03-12T00:00:00Z"])
		await announceByTime(pool, new Date(at));
	expect(await messages(1)).toMatchObject([{ taskId: open, title: `Task ${open}`, due }]);
	const { rowCount } = await pool.query("SELECT FROM webhook_deliveries WHERE workspace_id = $1", [finder.accountId]);
	expect(rowCount).toBe(1);
});

test("a webhook of one client hears of no other, and one of the whole workspace hears of requests about a client", async () => {
	const finder = await createFinder(server);
	const acme = await addClient(server, finder.accountId, "Acme");
	const ofAcme = await add(finder, "/acme", ["scan.ended", "control.standing_changed"], { clientId: acme });
	const ofAll = await add(finder, "/everyone", ["scan.ended", "control.standing_changed"]);
	await pool.query("INSERT INTO assets (account_id, host, client_id) VALUES ($1, 'acme.example.com', $2)", [
		finder.accountId,
		acme,
	]);
	await finder.scan([], { parts });
	await finder.scan([], { parts, target: "acme.example.com:443" });
	expect(await ofAll(2)).toHaveLength(2);
	expect(await ofAcme(1)).toMatchObject([{ clientId: acme, host: "acme.example.com" }]);
	const headers = { "Plumbline-Client": acme };
	const control = await addControl(finder, [CHECKLIST], { headers });
	const run = { id: randomUUID(), testId: control.tests[0]?.id, outcome: { answers: ["no", "yes"] }, note: "Open." };
	await say(finder, "addTestRun", { ...run, saidAt: new Date().toISOString() }, headers);
	expect((await ofAll(3))[2]).toMatchObject({ controlId: control.id, clientId: acme });
	const [, second] = await ofAcme(2);
	expect(second).toMatchObject({ link: expect.stringContaining("/dashboard/c/acme/controls/") });
});

test("what was rolled back is not sent", async () => {
	const finder = await createFinder(server);
	await add(finder, "/rolled-back", ["scan.ended"]);
	const client = await pool.connect();
	await client.query(pool.begin);
	await client.query("SELECT announce_webhooks($1, $1, now(), $2)", [
		finder.accountId,
		JSON.stringify([{ type: "scan.ended", key: "x", data: {}, screen: "scans" }]),
	]);
	await client.query("ROLLBACK");
	client.release();
	const { rowCount } = await pool.query("SELECT FROM webhook_deliveries WHERE workspace_id = $1", [finder.accountId]);
	expect(rowCount).toBe(0);
});
