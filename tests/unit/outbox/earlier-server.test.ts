import { describe, expect, test } from "vitest";
import type { AccountId, ClientId, WorkspaceId } from "#contract/ids.ts";
import { BACKOFF_BASE_MS } from "#src/outbox/delivery/policy.ts";
import { HEAD_START_MS } from "#src/outbox/storage/record.ts";
import type { NewEntry, Outbox } from "#src/requests/entry.ts";
import { fakeDevice, scanOf } from "#tests/support/outbox/outbox-device.ts";
import type { Release } from "#tests/support/outbox/outbox-server.ts";

const ADA = "7b0b7b54-5b43-4d55-9d0b-2f4b9a9b7d11" as AccountId;
const FIRM = "5b1f0c7e-2f3a-4c60-8a1d-90c3f5a7e101" as WorkspaceId;
const BANK = "c0ffee00-1111-4222-8333-444455556666" as ClientId;

const scan = (host: string, more: Partial<NewEntry> = {}): NewEntry =>
	({ kind: "nmap-scan", body: { host }, owner: ADA, ...more }) as NewEntry;

const NAMED: [string, Partial<NewEntry>][] = [
	["another workspace", { workspace: FIRM }],
	["a client", { clientId: BANK }],
	["a client of another workspace", { workspace: FIRM, clientId: BANK }],
];
const EARLIER: Release[] = ["before-workspaces", "before-batches"];

const device = (release: Release) => {
	const made = fakeDevice({ batches: true });
	made.server.release = release;
	return { ...made, outbox: made.context().outbox };
};

const SENDERS: [string, (outbox: Outbox, request: NewEntry) => Promise<unknown>][] = [
	["a pass", async (outbox, request) => outbox.enqueue(request).then(() => outbox.replay({ reconnected: true }))],
	["send now", async (outbox, request) => outbox.sendNow((await outbox.enqueue(request)).id)],
	["sending without storage", (outbox, request) => outbox.sendUnsaved(request)],
];

describe.each(EARLIER)("promise 6: a server from %s", (release) => {
	describe.each(NAMED)("creates nothing for %s", (_, scope) => {
		test.each(SENDERS)("by %s", async (_, send) => {
			const { server, clock, outbox } = device(release);
			const sending = send(outbox, scan("a.example", scope));
			clock.advance(HEAD_START_MS);
			await sending;
			await outbox.replay();
			expect(server.posts.length).toBeGreaterThan(0);
			expect(server.scans.size).toBe(0);
		});
	});

	test("lets such an entry wait, with back-off and a message, until it is updated", async () => {
		const { server, clock, outbox } = device(release);
		const { id } = await outbox.enqueue(scan("a.example", { workspace: FIRM, clientId: BANK }));
		expect(await outbox.sendNow(id)).toMatchObject({
			status: "queued",
			lastError: { code: null, message: expect.stringContaining("being updated") },
		});
		server.release = "today";
		clock.advance(BACKOFF_BASE_MS);
		expect(await outbox.replay()).toMatchObject({ sent: 1, left: 0 });
		expect(server.requests).toMatchObject([{ key: id, account: ADA, workspace: FIRM, client: BANK }]);
	});

	test("accepts all others in the same pass, as ever", async () => {
		const { server, clock, outbox } = device(release);
		await outbox.enqueueAll([
			scan("a.example", { workspace: FIRM }),
			scan("b.example"),
			scan("c.example", { clientId: BANK }),
			scanOf("d.example"),
		]);
		clock.advance(HEAD_START_MS);
		expect(await outbox.replay()).toMatchObject({ sent: 2, left: 2 });
		expect((await outbox.list()).map(({ status }) => status)).toEqual(["queued", "accepted", "queued", "accepted"]);
		// They were not in the refused batch, and go out together if the server supports batches at all.
		const together = server.posts.filter(({ isBatch }) => isBatch).map(({ keys }) => keys.length);
		expect(together).toEqual([2, 2]);
		expect(server.posts).toHaveLength(release === "before-workspaces" ? 2 : 4);
		if (release === "before-batches") return;
		await outbox.enqueueAll([scan("e.example"), scan("f.example")]);
		clock.advance(HEAD_START_MS);
		await outbox.replay();
		expect(server.posts.filter(({ isBatch }) => !isBatch)).toEqual([]);
		expect(server.scans.size).toBe(4);
	});

	test("after a rollback, what it has accepted already is not created again, and a refusal now does not count", async () => {
		const { server, clock, outbox } = device("today");
		const { id } = await outbox.enqueue(scan("a.example", { workspace: FIRM }));
		server.faults.push("lose-answer");
		await outbox.sendNow(id);
		server.release = release;
		expect(await outbox.sendNow(id)).toMatchObject({ status: "queued" });
		server.release = "today";
		clock.advance(2 * BACKOFF_BASE_MS);
		expect(await outbox.replay()).toMatchObject({ sent: 1 });
		expect([...server.scans]).toMatchObject([[id, { workspace: FIRM }]]);
	});
});

test("one for another workspace travels in a batch, even alone, and the server's answer to it counts as ever", async () => {
	const { server, outbox } = device("today");
	const { id } = await outbox.enqueue(scan("a.example", { workspace: FIRM }));
	server.faults.push({ each: [{ status: 422, body: { code: "target_unresolvable", message: "No such host." } }] });
	expect(await outbox.sendNow(id)).toMatchObject({ status: "rejected", error: { message: "No such host." } });
	expect(server.posts).toEqual([{ isBatch: true, keys: [id] }]);
});

test("a proxy that finds even one too large does not make a pass try it forever", async () => {
	const { server, clock, outbox } = device("today");
	await outbox.enqueueAll(["a.example", "b.example"].map((host) => scan(host, { workspace: FIRM })));
	clock.advance(HEAD_START_MS);
	server.faults.push(...Array(100).fill("batch-too-large"));
	expect(await outbox.replay()).toMatchObject({ sent: 0, left: 2 });
	expect(server.posts.map(({ keys }) => keys.length)).toEqual([2, 1, 1]);
});

test("an attempt that fails alone does not make batches smaller", async () => {
	const { server, clock, outbox } = device("today");
	const [first] = await outbox.enqueueAll(["a", "b", "c"].map((name) => scan(name, { workspace: FIRM })));
	clock.advance(HEAD_START_MS);
	server.faults.push({ status: 502 });
	if (first) await outbox.sendNow(first.id);
	clock.advance(BACKOFF_BASE_MS);
	await outbox.replay();
	expect(server.posts.map(({ keys }) => keys.length)).toEqual([1, 3]);
});
