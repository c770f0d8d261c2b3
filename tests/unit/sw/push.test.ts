import { expect, test } from "vitest";
import { HEAD_START_MS } from "#src/outbox/storage/record.ts";
import { turns } from "#tests/support/outbox/outbox-clock.ts";
import { fakeDevice, scanOf } from "#tests/support/outbox/outbox-device.ts";
import { notifySent } from "../../../sw/outbox-notice.ts";
import { follow, noticeOf, renew } from "../../../sw/push.ts";
import { replayForSync } from "../../../sw/replay.ts";

const ID = "7c1f4e2a-9c39-4f4e-8f7b-0a4b5c6d7e8f";

test("a push message is shown by its kind and host, and leads to its scan", () => {
	expect(noticeOf(JSON.stringify({ kind: "new-finding", host: "a.example", id: ID }))).toEqual({
		title: "New serious finding",
		body: "a.example",
		path: `/dashboard/scans/${ID}`,
		tag: ID,
	});
});

test("one about a client names it, and leads to the client’s address in its workspace", () => {
	const client = { name: "Acme Bank", code: "acme" };
	const about = { kind: "scan-finished", host: "a.example", id: ID, client };
	expect(noticeOf(JSON.stringify(about))).toMatchObject({
		body: "a.example (Acme Bank)",
		path: `/dashboard/c/acme/scans/${ID}`,
	});
	expect(noticeOf(JSON.stringify({ ...about, workspace: ID })).path).toBe(
		`/dashboard/c/acme/scans/${ID}?workspace=${ID}`,
	);
	expect(noticeOf(JSON.stringify({ ...about, client: { name: "x", code: "../../settings" } })).path).toBe(
		`/dashboard/c/..%2F..%2Fsettings/scans/${ID}`,
	);
});

test("one about a section that was sent says neither who nor what, and leads to its assessment", () => {
	const client = { name: "Acme Bank", code: "acme" };
	expect(noticeOf(JSON.stringify({ kind: "part-sent", id: ID, client }))).toEqual({
		title: "Answers have arrived",
		body: "A section was sent through a link (Acme Bank)",
		path: `/dashboard/c/acme/assessments/${ID}`,
		tag: ID,
	});
});

test.each([
	"",
	"{",
	"null",
	'{"kind":"toString","host":"a.example","id":"x"}',
	`{"kind":"of-tomorrow","host":"a.example","id":"${ID}"}`,
	'{"kind":"scan-finished","host":"a.example","id":"../../settings"}',
])("what cannot be read is still shown, and leads to nothing it names: %s", (text) => {
	expect(noticeOf(text)).toMatchObject({ title: "There is news", path: "/dashboard" });
});

/** A worker with windows at these addresses. */
function host(...windows: { url: string; visibilityState?: string }[]) {
	const done: string[] = [];
	const clients = {
		matchAll: async () => windows.map((one) => ({ ...one, focus: async () => done.push(`focus ${one.url}`) })),
		openWindow: async (url: string) => done.push(`open ${url}`),
	};
	const registration = {
		showNotification: async (title: string, options: { body: string }) => done.push(`${title}: ${options.body}`),
		pushManager: { subscribe: async (options: object) => ({ ...options, made: "anew" }) },
	};
	// As much of the worker's global scope as the functions use.
	return { done, deps: { clients, registration } as never };
}

test.each([
	[["https://p.example/dashboard/scans/1"], "focus https://p.example/dashboard/scans/1"],
	[
		["https://p.example/dashboard", "https://p.example/dashboard/scans/1?tab=x#y"],
		"focus https://p.example/dashboard/scans/1?tab=x#y",
	],
	[["https://p.example/dashboard"], "open https://p.example/dashboard/scans/1"],
	[[], "open https://p.example/dashboard/scans/1"],
])("a notification leads to the window that shows it, else to a new one: %j", async (urls, expected) => {
	const { done, deps } = host(...urls.map((url) => ({ url })));
	await follow(deps, "https://p.example", { path: "/dashboard/scans/1" });
	expect(done).toEqual([expected]);
});

test("a subscription the browser gave up is renewed and registered with the server", async () => {
	const sent: [string, RequestInit | undefined][] = [];
	const send = async (url: unknown, init?: RequestInit) => {
		sent.push([String(url), init]);
		return new Response();
	};
	const { deps } = host();
	await renew(deps, { oldSubscription: { options: { userVisibleOnly: true } } as never }, send as typeof fetch);
	expect(sent[0]?.[0]).toBe("/api/v1/notifications/subscription/");
	expect(sent[0]?.[1]).toMatchObject({ method: "POST", body: '{"userVisibleOnly":true,"made":"anew"}' });
	await renew(deps, {}, send as typeof fetch);
	expect(sent).toHaveLength(1);
});

/** A sync event on a device with one request that may or may not ask for a notification, and a window that is or is not in view. */
async function synced({ wanted = true, looked = false, fails = false, clients = [""] } = {}) {
	const device = fakeDevice();
	await device
		.context()
		.outbox.enqueueAll(clients.map((client) => ({ ...scanOf("a.example"), ...(client && { client }) })));
	if (fails) device.server.faults.push({ status: 500, headers: { "retry-after": "600" } });
	const { outbox } = device.context();
	const { done, deps } = host({ url: "https://p.example/", visibilityState: looked ? "visible" : "hidden" });
	const caches = { match: async () => (wanted ? new Response() : undefined) };
	const replayed = notifySent(outbox, () => replayForSync(outbox, device.clock), {
		...(deps as object),
		caches,
	} as never);
	const outcome = replayed.then(
		() => "done",
		() => "again",
	);
	while (device.clock.timers() === 0) await turns();
	device.clock.advance(HEAD_START_MS);
	return { outcome: await outcome, done };
}

test("a notification shows what was sent while no window was visible, if turned on; the replay ends as usual", async () => {
	expect(await synced()).toEqual({ outcome: "done", done: ["Outbox sent: One request was sent."] });
	expect(await synced({ looked: true })).toEqual({ outcome: "done", done: [] });
	expect(await synced({ wanted: false })).toEqual({ outcome: "done", done: [] });
	expect(await synced({ fails: true })).toEqual({ outcome: "again", done: [] });
});

test("it names the clients, but not all of many", async () => {
	expect((await synced({ clients: ["Acme"] })).done).toEqual(["Outbox sent: One request was sent. Client: Acme"]);
	expect((await synced({ clients: ["Acme", "", "Bank", "Acme"] })).done).toEqual([
		"Outbox sent: 4 requests were sent. Clients: Acme, Bank",
	]);
	expect((await synced({ clients: ["A", "B", "C", "D", "E"] })).done).toEqual([
		"Outbox sent: 5 requests were sent. Clients: A, B, C and 2 more",
	]);
});
