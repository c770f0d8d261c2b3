import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { afterAll, expect, test } from "vitest";
import type { Delivery, WebhookMade } from "#contract/webhooks/webhooks.ts";
import { createSendWebhooks } from "#server/integrations/webhooks/jobs/send-webhooks.ts";
import { createDueDeliveries } from "#server/integrations/webhooks/store/due-deliveries.ts";
import { createSecretBox } from "#server/platform/keys/secret-box.ts";
import { createGuard } from "#server/platform/outgoing/guard.ts";
import { createPolicy } from "#server/platform/outgoing/policy.ts";
import type { Resolver } from "#server/platform/outgoing/resolver.ts";
import { createLogger } from "#server/platform/watch/logger.ts";
import { createOwner, type TestMember } from "../../../support/server/people.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { startWebhookReceiver, verified } from "../../../support/server/webhook-receiver.ts";
import { until } from "../../../support/until.ts";

const KEY = "A".repeat(43);
const receiver = await startWebhookReceiver();
afterAll(receiver.close);
// It only answers: messages are sent by the senders below, on the test's own clock.
const server = await startTestServer({
	env: { ROLE: "api", WEBHOOK_SECRET: KEY, WEBHOOK_ALLOW: "127.0.0.1,hooks.example.com" },
});
const { pool } = server.database;

const names = new Map([["hooks.example.com", "127.0.0.1"]]);
const resolver: Resolver = {
	async addresses(name) {
		const address = names.get(name);
		return address ? { status: "found", addresses: [{ address, family: 4 }] } : { status: "missing" };
	},
};
const mailed: string[] = [];
let now = new Date();
const MINUTE = 60_000;
const later = (ms: number) => {
	now = new Date(now.getTime() + ms);
};

/** One process that sends. */
const newSender = (due = createDueDeliveries(pool, async ({ webhookId }) => void mailed.push(webhookId))) =>
	createSendWebhooks({
		due,
		guard: createGuard({ policy: createPolicy({ allow: "127.0.0.1", practicePorts: [] }), resolver }),
		box: createSecretBox([Buffer.from(KEY, "base64url")], "webhooks"),
		userAgent: "test",
		publicUrl: "https://scan.example",
		now: () => now,
		random: () => 0,
		log: createLogger("silent"),
	});
const sender = newSender();
/** Sends until nothing is due: a look skips a webhook whose messages another process is just taking. */
async function sendAll(by = sender): Promise<void> {
	const due = `SELECT FROM webhook_deliveries JOIN webhooks ON webhooks.id = webhook_id
		WHERE active AND state = 'waiting' AND next_at <= $1`;
	do {
		await by.look();
		await by.idle();
	} while (((await pool.query(due, [now])).rowCount ?? 0) > 0);
}

async function add(by: TestMember, url: string): Promise<WebhookMade> {
	const response = await by.call("addWebhook", { body: { url, events: ["scan.ended"] } });
	expect(response.status, await response.clone().text()).toBe(201);
	return response.json();
}
/** Ends this many scans of the workspace. */
async function happen({ workspaceId }: TestMember, count = 1): Promise<void> {
	const events = Array.from({ length: count }, () => ({
		type: "scan.ended",
		key: randomUUID(),
		data: { host: "example.com" },
		screen: "scans/1",
	}));
	await pool.query("SELECT announce_webhooks($1, $1, $2, $3)", [workspaceId, now, JSON.stringify(events)]);
	await pool.query("UPDATE webhook_deliveries SET next_at = $2 WHERE workspace_id = $1 AND attempts = 0", [
		workspaceId,
		now,
	]);
}
const params = ({ id }: { id: string }) => ({ params: { webhookId: id } });
const deliveriesOf = async (by: TestMember, made: WebhookMade): Promise<Delivery[]> =>
	(await (await by.call("listDeliveries", params(made))).json()).deliveries;
const stateOf = async (by: TestMember) =>
	(await (await by.call("listWebhooks")).json()).webhooks[0] as Record<string, unknown>;

const takesAll: typeof receiver.answer = (response) => void response.writeHead(204).end();

test("a message that fails is tried again with longer waits, then given up, and sent again by hand under the same id", async () => {
	const ada = await createOwner(server);
	const made = await add(ada, `${receiver.url}/retry`);
	receiver.answer = (response) => void response.writeHead(503).end("not now");
	await happen(ada);
	const waits = [5_000, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 300 * MINUTE, 600 * MINUTE, 600 * MINUTE];
	for (const [n, wait] of waits.entries()) {
		await sendAll();
		expect(receiver.at("/retry")).toHaveLength(n + 1);
		expect(await deliveriesOf(ada, made)).toMatchObject([
			{ state: "waiting", attempts: n + 1, code: 503, problem: "status", answer: "not now" },
		]);
		later(wait - 1);
		await sendAll();
		expect(receiver.at("/retry")).toHaveLength(n + 1);
		later(1);
	}
	await sendAll();
	const [dead = expect.fail("no delivery")] = await deliveriesOf(ada, made);
	expect(dead).toMatchObject({ state: "dead", attempts: 8, nextAt: null });
	expect(await stateOf(ada)).toMatchObject({ dead: 1, state: "on" });
	later(48 * 60 * MINUTE);
	await sendAll();
	expect(receiver.at("/retry")).toHaveLength(8);

	receiver.answer = takesAll;
	const again = { params: { webhookId: made.id, deliveryId: dead.id } };
	expect((await ada.call("resendDelivery", again)).status).toBe(204);
	later(MINUTE * 60);
	await sendAll();
	expect(receiver.at("/retry")).toHaveLength(9);
	const ids = receiver.at("/retry").map(({ headers }) => headers["webhook-id"]);
	expect(new Set(ids)).toEqual(new Set([`msg_${dead.id}`]));
	expect(await deliveriesOf(ada, made)).toMatchObject([{ state: "delivered", attempts: 1, code: 204, problem: null }]);
	expect(await stateOf(ada)).toMatchObject({ failingSince: null, dead: 0 });
});

test("what was given up is sent again all at once", async () => {
	const ada = await createOwner(server);
	const made = await add(ada, `${receiver.url}/all`);
	receiver.answer = takesAll;
	await happen(ada, 7);
	await pool.query("UPDATE webhook_deliveries SET state = 'dead', attempts = 8 WHERE webhook_id = $1", [made.id]);
	expect(await (await ada.call("resendDead", params(made))).json()).toEqual({ sent: 7 });
	later(MINUTE);
	await sendAll();
	expect(new Set(receiver.at("/all").map(({ headers }) => headers["webhook-id"])).size).toBe(7);
	expect((await deliveriesOf(ada, made)).every(({ state }) => state === "delivered")).toBe(true);
});

test("a receiver’s Retry-After is honored, and not for more than a day", async () => {
	const ada = await createOwner(server);
	const made = await add(ada, `${receiver.url}/after`);
	receiver.answer = (response) => void response.writeHead(429, { "retry-after": "3600" }).end();
	await happen(ada);
	await sendAll();
	const nextOf = async () => Date.parse((await deliveriesOf(ada, made))[0]?.nextAt ?? "") - now.getTime();
	expect(await nextOf()).toBe(3_600_000);
	receiver.answer = (response) => void response.writeHead(429, { "retry-after": "99999999" }).end();
	later(3_600_000);
	await sendAll();
	expect(await nextOf()).toBe(24 * 3_600_000);
});

test("410 switches the webhook off at once, and its maker gets an email", async () => {
	const ada = await createOwner(server);
	const made = await add(ada, `${receiver.url}/gone`);
	receiver.answer = (response) => void response.writeHead(410).end();
	await happen(ada);
	await sendAll();
	expect(await stateOf(ada)).toMatchObject({ state: "off-gone", dead: 1 });
	expect(mailed).toContain(made.id);
	await happen(ada);
	expect(await deliveriesOf(ada, made)).toHaveLength(1);
	expect((await (await ada.call("changeWebhook", { ...params(made), body: { active: true } })).json()).state).toBe(
		"on",
	);
});

test("a webhook that takes nothing for five days is switched off, with one email", async () => {
	const ada = await createOwner(server);
	const made = await add(ada, `${receiver.url}/failing`);
	receiver.answer = (response) => void response.writeHead(500).end();
	await happen(ada);
	await sendAll();
	later(5 * 24 * 60 * MINUTE - 1);
	await happen(ada);
	await sendAll();
	expect(await stateOf(ada)).toMatchObject({ state: "on" });
	later(1);
	await happen(ada, 3);
	await sendAll();
	expect(await stateOf(ada)).toMatchObject({ state: "off-failing" });
	expect(mailed.filter((id) => id === made.id)).toHaveLength(1);
});

test("a receiver that does not answer keeps no other waiting", async () => {
	const [slow, quick] = [await createOwner(server), await createOwner(server)];
	await add(slow, `${receiver.url}/slow`);
	const made = await add(quick, `${receiver.url}/quick`);
	const held: ServerResponse[] = [];
	receiver.answer = (response, path) => {
		if (path === "/quick") takesAll(response, path);
		else held.push(response);
	};
	await happen(slow, 60);
	await happen(quick, 20);
	await sender.look();
	await until(async () => receiver.at("/quick").length === 20, "the quick one has everything");
	// The first two of the slow one are still being sent, and no others were started.
	expect(receiver.at("/slow")).toHaveLength(2);
	await until(async () => (await deliveriesOf(quick, made)).every(({ state }) => state === "delivered"), "all kept");
	receiver.answer = takesAll;
	for (const response of held) response.writeHead(204).end();
	await sender.idle();
	expect(receiver.at("/slow")).toHaveLength(60);
});

test("of several processes each message is sent by one", async () => {
	const ada = await createOwner(server);
	await add(ada, `${receiver.url}/once`);
	await happen(ada, 60);
	await Promise.all([newSender(), newSender(), newSender(), newSender()].map(sendAll));
	const ids = receiver.at("/once").map(({ headers }) => headers["webhook-id"]);
	expect(ids).toHaveLength(60);
	expect(new Set(ids).size).toBe(60);
});

test("what a process was sending when it was killed is sent again under the same id, and nothing is lost", async () => {
	const ada = await createOwner(server);
	const made = await add(ada, `${receiver.url}/killed`);
	await happen(ada);
	const due = createDueDeliveries(pool, async () => {});
	// Killed between the receiver's answer and recording it.
	const killed = newSender({ take: due.take, settle: () => new Promise(() => {}) });
	await killed.look();
	await until(async () => receiver.at("/killed").length === 1, "it was sent");
	await sendAll();
	expect(receiver.at("/killed")).toHaveLength(1);
	later(2 * MINUTE);
	await sendAll();
	const [first, second] = receiver.at("/killed").map(({ headers }) => headers["webhook-id"]);
	expect(second).toBe(first);
	expect(await deliveriesOf(ada, made)).toMatchObject([{ state: "delivered", attempts: 1 }]);
});

test("a name that comes to mean a private address gets nothing", async () => {
	const ada = await createOwner(server);
	const made = await add(ada, `${receiver.url}/moved`);
	await pool.query("UPDATE webhooks SET url = 'https://hooks.example.com/moved' WHERE id = $1", [made.id]);
	names.set("hooks.example.com", "10.1.2.3");
	await happen(ada);
	await sendAll();
	expect(await deliveriesOf(ada, made)).toMatchObject([{ state: "waiting", code: null, problem: "not-allowed" }]);
	names.delete("hooks.example.com");
});

test("a redirect is a failure and is not followed", async () => {
	const ada = await createOwner(server);
	const made = await add(ada, `${receiver.url}/redirect`);
	receiver.answer = (response, path) =>
		path === "/redirect" ? void response.writeHead(307, { location: "/target" }).end() : takesAll(response, path);
	await happen(ada);
	await sendAll();
	expect(await deliveriesOf(ada, made)).toMatchObject([{ code: 307, problem: "status" }]);
	expect(receiver.at("/target")).toEqual([]);
	receiver.answer = takesAll;
});

test("a message is signed at the time of its try, and says where it happened", async () => {
	const ada = await createOwner(server);
	const made = await add(ada, `${receiver.url}/signed`);
	now = new Date();
	await happen(ada);
	await sendAll();
	const [message = expect.fail("nothing came")] = receiver.at("/signed");
	expect(verified(made.secret, message)).toEqual({
		type: "scan.ended",
		timestamp: now.toISOString(),
		data: {
			workspaceId: ada.workspaceId,
			clientId: ada.workspaceId,
			link: `https://scan.example/dashboard/scans/1?workspace=${ada.workspaceId}`,
			host: "example.com",
		},
	});
});
