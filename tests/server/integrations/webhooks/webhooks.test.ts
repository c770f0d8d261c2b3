import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import type { WebhookEventType } from "#contract/webhooks/events.ts";
import { WEBHOOK_EVENTS } from "#contract/webhooks/events.ts";
import type { WebhookMade } from "#contract/webhooks/webhooks.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { addMember, createOwner, type TestMember } from "../../../support/server/people.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { startWebhookReceiver, verified } from "../../../support/server/webhook-receiver.ts";

const receiver = await startWebhookReceiver();
afterAll(receiver.close);
const server = await startTestServer({ env: { WEBHOOK_ALLOW: "127.0.0.1" } });
const { pool } = server.database;

async function add(by: TestMember, path: string, more: object = {}): Promise<WebhookMade> {
	const events: WebhookEventType[] = ["scan.ended"];
	const response = await by.call("addWebhook", { body: { url: receiver.url + path, events, ...more } });
	expect(response.status, await response.clone().text()).toBe(201);
	return response.json();
}
const params = ({ id }: { id: string }) => ({ params: { webhookId: id } });

test("owners and managers add, change, list and delete webhooks; the secret is shown once", async () => {
	const ada = await createOwner(server);
	const manager = await addMember(server, ada, "manager");
	const made = await add(manager, "/a?key=1", {
		description: " Our SIEM ",
		events: [...WEBHOOK_EVENTS, "task.due"].slice(1),
	});
	expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
	expect(made).toMatchObject({ url: `${receiver.url}/a?key=1`, description: "Our SIEM", state: "on", dead: 0 });
	const { secret, ...shown } = made;
	expect(await (await ada.call("listWebhooks")).json()).toEqual({ webhooks: [shown], available: true });
	const changed = await (
		await ada.call("changeWebhook", { ...params(made), body: { active: false, events: ["task.due"] } })
	).json();
	expect(changed).toMatchObject({ state: "off", events: ["task.due"], url: made.url, description: "Our SIEM" });
	for (const role of ["consultant", "contributor", "auditor"] as const) {
		const member = await addMember(server, ada, role);
		expect(await refusalOf(await member.call("listWebhooks"))).toMatchObject({ code: "role_required" });
		expect((await member.call("addWebhook", { body: { url: receiver.url, events: ["task.due"] } })).status).toBe(403);
	}
	const other = await createOwner(server);
	for (const call of ["removeWebhook", "testWebhook", "listDeliveries", "resendDead"] as const) {
		expect((await other.call(call, params(made))).status).toBe(404);
	}
	expect((await ada.call("removeWebhook", params(made))).status).toBe(204);
	expect((await (await ada.call("listWebhooks")).json()).webhooks).toEqual([]);
	const { entries } = await (await ada.call("listAudit", { query: { subject: "webhook" } })).json();
	expect(entries.map(({ what }: { what: string }) => what)).toEqual([
		"webhook-deleted",
		"webhook-changed",
		"webhook-added",
	]);
	expect(JSON.stringify(entries)).not.toContain("key=1");
	const { rows } = await pool.query(
		"SELECT count(*)::int AS n FROM webhooks WHERE encode(secret, 'escape') LIKE '%whsec%'",
	);
	expect(rows).toEqual([{ n: 0 }]);
	expect(secret).not.toBe("");
});

test("addresses that nothing may be sent to are refused", async () => {
	const ada = await createOwner(server);
	const events = ["scan.ended"];
	for (const url of [
		"http://example.com/plain",
		"https://10.0.0.1/private",
		"https://inside.example.com/resolves-to-private",
		"https://user:password@example.com/",
		"https://example.com:22/",
		"ftp://example.com",
		"nonsense",
	]) {
		const refusal = await refusalOf(await ada.call("addWebhook", { body: { url, events } }));
		expect(refusal, url).toMatchObject({ status: 400, code: "invalid_body" });
	}
	expect((await ada.call("addWebhook", { body: { url: "https://example.com/x", events: [] } })).status).toBe(400);
	expect((await (await ada.call("listWebhooks")).json()).webhooks).toEqual([]);
	const made = await add(ada, "/kept");
	const other = { ...params(made), body: { url: "https://10.0.0.1/private" } };
	expect(await refusalOf(await ada.call("changeWebhook", other))).toMatchObject({ code: "invalid_body" });
	const foreign = { ...params(made), body: { clientId: randomUUID() } };
	expect(await refusalOf(await ada.call("changeWebhook", foreign))).toMatchObject({ code: "client_unknown" });
	expect((await (await ada.call("listWebhooks")).json()).webhooks).toMatchObject([{ url: made.url, clientId: null }]);
});

test("a workspace has at most 20", async () => {
	const ada = await createOwner(server);
	for (let n = 0; n < 20; n++) await add(ada, `/many/${n}`);
	const body = { url: receiver.url, events: ["task.due"] };
	expect(await refusalOf(await ada.call("addWebhook", { body }))).toMatchObject({ code: "limit_reached" });
});

test("the test button sends a signed message and says what was answered", async () => {
	const ada = await createOwner(server);
	const made = await add(ada, "/test");
	const send = async () => (await ada.call("testWebhook", params(made))).json();
	expect(await send()).toEqual({ code: 204, problem: null, answer: "" });
	const [message = expect.fail("nothing came")] = receiver.at("/test");
	expect(verified(made.secret, message)).toMatchObject({
		type: "webhook.test",
		data: { workspaceId: ada.workspaceId, webhookId: made.id },
	});
	expect(message.headers["content-type"]).toBe("application/json");
	expect(() => verified("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", message)).toThrow("No matching signature");
	expect(() => verified(made.secret, { ...message, body: message.body.replace("test", "best") })).toThrow();
	const late = { ...message.headers, "webhook-timestamp": String(Math.floor(Date.now() / 1_000) - 600) };
	expect(() => verified(made.secret, { ...message, headers: late })).toThrow("too old");

	receiver.answer = (response) => void response.writeHead(302, { location: `${receiver.url}/elsewhere` }).end();
	expect(await send()).toMatchObject({ code: 302, problem: "status" });
	expect(receiver.at("/elsewhere")).toEqual([]);
	receiver.answer = (response) => void response.writeHead(500).end(`\u0000no\u001b[31m${"x".repeat(10_000_000)}`);
	const { answer, ...big } = await send();
	expect(big).toEqual({ code: 500, problem: "status" });
	expect(answer).toMatch(/^ no \[31mx+$/);
	expect(answer.length).toBeLessThanOrEqual(1_024);
	receiver.answer = (response) => void response.writeHead(204).end();
});

test("after a rotation both secrets sign for 24 hours, unless the old one is dropped", async () => {
	const ada = await createOwner(server);
	const made = await add(ada, "/rotate");
	const newest = () => receiver.at("/rotate").at(-1) ?? expect.fail("nothing came");
	const rotate = async (body: object) => (await ada.call("rotateWebhook", { ...params(made), body })).json();
	const second: WebhookMade = await rotate({});
	expect(Date.parse(second.oldSecretUntil ?? "") - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
	await ada.call("testWebhook", params(made));
	for (const secret of [made.secret, second.secret]) expect(verified(secret, newest()).type).toBe("webhook.test");
	await pool.query("UPDATE webhooks SET old_secret_until = now() - interval '1 s' WHERE id = $1", [made.id]);
	await ada.call("testWebhook", params(made));
	expect(() => verified(made.secret, newest())).toThrow("No matching signature");
	const third: WebhookMade = await rotate({ dropOld: true });
	expect(third.oldSecretUntil).toBeNull();
	await ada.call("testWebhook", params(made));
	expect(() => verified(second.secret, newest())).toThrow("No matching signature");
	expect(verified(third.secret, newest()).type).toBe("webhook.test");
});

test("a secret opens for its own webhook alone", async () => {
	const [ada, ben] = [await createOwner(server), await createOwner(server)];
	const [hers, his] = [await add(ada, "/hers"), await add(ben, "/his")];
	await pool.query("UPDATE webhooks SET secret = (SELECT secret FROM webhooks WHERE id = $1) WHERE id = $2", [
		hers.id,
		his.id,
	]);
	expect(await (await ben.call("testWebhook", params(his))).json()).toEqual({
		code: null,
		problem: "no-key",
		answer: "",
	});
	expect(receiver.at("/his")).toEqual([]);
});

test("a server without a key keeps none and says so", async () => {
	const bare = await startTestServer({ env: { ROLE: "api" } });
	const ada = await createOwner(bare);
	expect(await (await ada.call("listWebhooks")).json()).toEqual({ webhooks: [], available: false });
	const body = { url: "https://example.com", events: ["task.due"] };
	expect(await refusalOf(await ada.call("addWebhook", { body }))).toMatchObject({
		code: "unavailable",
		details: { reason: "no_key" },
	});
});
