import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import type { Delivery, WebhookMade } from "#contract/webhooks/webhooks.ts";
import { createSendWebhooks } from "#server/integrations/webhooks/jobs/send-webhooks.ts";
import { createDueDeliveries } from "#server/integrations/webhooks/store/due-deliveries.ts";
import { createSecretBox } from "#server/platform/keys/secret-box.ts";
import { createGuard } from "#server/platform/outgoing/guard.ts";
import { createPolicy } from "#server/platform/outgoing/policy.ts";
import { createLogger } from "#server/platform/watch/logger.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { createOwner, type TestMember } from "../../../support/server/people.ts";
import { startSlackStandIn } from "../../../support/server/slack-stand-in.ts";
import { startTestServer } from "../../../support/server/test-server.ts";

const KEY = "A".repeat(43);
const slack = await startSlackStandIn();
afterAll(slack.close);
const lines: string[] = [];
const log = createLogger("debug", { write: (line) => void lines.push(line) });
const server = await startTestServer({
	env: { ROLE: "api", WEBHOOK_SECRET: KEY, WEBHOOK_ALLOW: "127.0.0.1" },
	parts: { log },
});
const { pool } = server.database;

let now = new Date();
const later = (ms: number) => {
	now = new Date(now.getTime() + ms);
};
const mailed: string[] = [];
const sender = createSendWebhooks({
	due: createDueDeliveries(pool, async ({ webhookId }) => void mailed.push(webhookId)),
	guard: createGuard({
		policy: createPolicy({ allow: "127.0.0.1", practicePorts: [] }),
		resolver: { addresses: async () => ({ status: "missing" }) },
	}),
	box: createSecretBox([Buffer.from(KEY, "base64url")], "webhooks"),
	userAgent: "test",
	publicUrl: "https://scan.example",
	now: () => now,
	random: () => 0,
	log,
});
async function send(): Promise<void> {
	await sender.look();
	await sender.idle();
}

const TOKEN = "abcdefghijklmnopqrstuvwx";
const addressOf = (channel: string) => `${slack.url}/services/T0/B${channel}/${TOKEN}`;
async function add(by: TestMember, channel: string, more: object = {}): Promise<WebhookMade> {
	const body = { kind: "slack", url: addressOf(channel), events: ["task.due"], description: "#security", ...more };
	const response = await by.call("addWebhook", { body });
	expect(response.status, await response.clone().text()).toBe(201);
	return response.json();
}
/** A task is due. */
async function happen({ workspaceId }: TestMember, title = "Change <the> lock & key"): Promise<void> {
	const data = { taskId: randomUUID(), title, due: "2026-11-30" };
	const events = [{ type: "task.due", key: randomUUID(), data, screen: "tasks" }];
	await pool.query("SELECT announce_webhooks($1, $1, $2, $3)", [workspaceId, now, JSON.stringify(events)]);
	await pool.query("UPDATE webhook_deliveries SET next_at = $2 WHERE workspace_id = $1 AND attempts = 0", [
		workspaceId,
		now,
	]);
}
const params = ({ id }: { id: string }) => ({ params: { webhookId: id } });
const deliveriesOf = async (by: TestMember, made: WebhookMade): Promise<Delivery[]> =>
	(await (await by.call("listDeliveries", params(made))).json()).deliveries;
const shown = async (by: TestMember) => (await (await by.call("listWebhooks")).json()).webhooks[0];
const at = (channel: string) => slack.received.filter(({ path }) => path.includes(`/B${channel}/`));
const answering = (code: number, word: string, headers: Record<string, string> = {}) => {
	slack.answer = (response) => void response.writeHead(code, headers).end(word);
};

test("a message is Slack's, says what happened, and leads back", async () => {
	const ada = await createOwner(server);
	slack.answer = undefined;
	const made = await add(ada, "right");
	expect(made).toMatchObject({ kind: "slack", secret: null, url: `${slack.url}/…uvwx`, state: "on" });
	await happen(ada);
	await send();
	const [{ message, headers } = expect.fail("nothing came")] = at("right");
	expect(message).toMatchObject({
		text: "A task is due: Change &lt;the&gt; lock &amp; key (Due 2026-11-30)",
		unfurl_links: false,
	});
	expect(JSON.stringify(message.blocks)).toContain(
		`https://scan.example/dashboard/tasks?workspace=${ada.workspaceId}|`,
	);
	expect(Object.keys(headers).filter((name) => name.startsWith("webhook-"))).toEqual([]);
	expect(await deliveriesOf(ada, made)).toMatchObject([{ state: "delivered", code: 200, problem: null, answer: "ok" }]);
});

test("the test button sends one and says what Slack answered", async () => {
	const ada = await createOwner(server);
	slack.answer = undefined;
	const made = await add(ada, "test");
	const test = async () => (await ada.call("testWebhook", params(made))).json();
	expect(await test()).toEqual({ code: 200, problem: null, answer: "ok" });
	expect(at("test")[0]?.message.text).toContain("A test message");
	answering(403, "action_prohibited");
	expect(await test()).toEqual({ code: 403, problem: "status", answer: "action_prohibited" });
	answering(200, "<html>Sign in</html>");
	expect(await test()).toMatchObject({ code: 200, problem: "answer" });
});

test("a message that Slack does not understand is given up at once; what is busy or prohibited is tried again", async () => {
	const ada = await createOwner(server);
	const made = await add(ada, "answers");
	const lastOf = async () => (await deliveriesOf(ada, made))[0] ?? expect.fail("no delivery");
	answering(400, "invalid_payload");
	await happen(ada);
	await send();
	expect(await lastOf()).toMatchObject({ state: "dead", attempts: 1, answer: "invalid_payload" });

	answering(429, "", { "retry-after": "30" });
	later(1_000);
	await happen(ada);
	await send();
	const waiting = await lastOf();
	expect(waiting).toMatchObject({ state: "waiting", code: 429 });
	expect(Date.parse(waiting.nextAt ?? "") - now.getTime()).toBe(30_000);
	for (const [code, word] of [
		[403, "action_prohibited"],
		[500, "rollup_error"],
		[404, "<html>a proxy</html>"],
	] as const) {
		answering(code, word);
		later(5 * 3_600_000);
		await send();
		expect(await lastOf()).toMatchObject({ state: "waiting", code });
	}
	slack.answer = undefined;
	later(5 * 3_600_000);
	await send();
	expect(await lastOf()).toMatchObject({ state: "delivered", attempts: 5 });
	expect(await shown(ada)).toMatchObject({ state: "on", failingSince: null });
});

test.each([
	[404, "no_service"],
	[404, "channel_not_found"],
	[410, "channel_is_archived"],
])("%s %s switches it off, with an email to who added it", async (code, word) => {
	const ada = await createOwner(server);
	const made = await add(ada, word.replaceAll("_", ""));
	answering(code, word);
	await happen(ada);
	await send();
	expect(await shown(ada)).toMatchObject({ state: "off-gone", dead: 1 });
	expect(mailed).toContain(made.id);
});

test("its address is a secret: it is in no answer, no log, no audit log, no export and no column", async () => {
	const ada = await createOwner(server);
	slack.answer = undefined;
	const made = await add(ada, "secret");
	const other = addressOf("secretnew").replace(TOKEN, `${TOKEN.slice(0, -4)}zyxw`);
	const changed = await ada.call("changeWebhook", { ...params(made), body: { url: other } });
	expect(await changed.json()).toMatchObject({ url: `${slack.url}/…zyxw`, kind: "slack" });
	await happen(ada);
	await send();
	expect(at("secretnew")).toHaveLength(1);
	expect(at("secret")).toEqual([]);
	const texts = await Promise.all(
		(["listWebhooks", "listAudit", "exportMyData"] as const).map(async (call) => (await ada.call(call)).text()),
	);
	const { rows } = await pool.query("SELECT to_jsonb(webhooks)::text AS row FROM webhooks WHERE id = $1", [made.id]);
	const hidden = TOKEN.slice(0, -4);
	for (const text of [...texts, ...lines, JSON.stringify(made), rows[0].row]) expect(text).not.toContain(hidden);
	const { entries } = await (await ada.call("listAudit", { query: { subject: "webhook" } })).json();
	expect(entries.map(({ what }: { what: string }) => what)).toEqual(["webhook-changed", "webhook-added"]);
});

test("one that is copied to another webhook, or to a standard one, opens nothing", async () => {
	const [ada, ben] = [await createOwner(server), await createOwner(server)];
	slack.answer = undefined;
	const [hers, his] = [await add(ada, "hers"), await add(ben, "his")];
	await pool.query("UPDATE webhooks SET secret = (SELECT secret FROM webhooks WHERE id = $1) WHERE id = $2", [
		hers.id,
		his.id,
	]);
	expect(await (await ben.call("testWebhook", params(his))).json()).toMatchObject({ code: null, problem: "no-key" });
	await pool.query("UPDATE webhooks SET kind = 'standard' WHERE id = $1", [hers.id]);
	expect(await (await ada.call("testWebhook", params(hers))).json()).toMatchObject({ problem: "no-key" });
	expect([...at("hers"), ...at("his")]).toEqual([]);
});

test("other addresses are refused, with a sentence at the field", async () => {
	const ada = await createOwner(server);
	const tried = async (url: string) =>
		refusalOf(await ada.call("addWebhook", { body: { kind: "slack", url, events: ["task.due"] } }));
	for (const url of [
		"http://hooks.slack.com/services/T0/B0/x",
		"https://example.com/services/T0/B0/x",
		"https://hooks.slack.com.example.com/services/T0/B0/x",
		"https://hooks.slack.com/triggers/T0/B0/x",
		"https://10.0.0.1/services/T0/B0/x",
	]) {
		expect(await tried(url), url).toMatchObject({
			status: 400,
			message: expect.stringContaining("not the address of a Slack webhook"),
			details: { fields: [{ field: "/url" }] },
		});
	}
	expect(await tried("slack")).toMatchObject({ status: 400 });
	expect((await tried(`https://hooks.slack.com/services/${"T".repeat(1_000)}/B0/x`)).message).toContain(
		"at most 1,000",
	);
	const bad = { kind: "teams", url: addressOf("x"), events: ["task.due"] };
	expect(await refusalOf(await ada.call("addWebhook", { body: bad }))).toMatchObject({ status: 400 });
	const made = await add(ada, "kept");
	const foreign = { ...params(made), body: { url: "https://example.com/" } };
	expect(await refusalOf(await ada.call("changeWebhook", foreign))).toMatchObject({ code: "invalid_body" });
	expect(await refusalOf(await ada.call("rotateWebhook", { ...params(made), body: {} }))).toMatchObject({
		status: 400,
		message: "A Slack webhook has no signing secret. Enter a new address instead. Nothing was changed.",
	});
	expect(await shown(ada)).toMatchObject({ url: made.url, oldSecretUntil: null });
});
