import { describe, expect, test } from "vitest";
import type { Change } from "#src/outbox/deps.ts";
import { LEASE_MS } from "#src/outbox/entry.ts";
import { HEAD_START_MS } from "#src/outbox/storage/record.ts";
import { turns, until } from "#tests/support/outbox/outbox-clock.ts";
import { watchTransactions } from "#tests/support/outbox/outbox-database.ts";
import { fakeDevice, scanOf } from "#tests/support/outbox/outbox-device.ts";

test("a request is a POST with JSON, the session's cookie and no redirect", async () => {
	let seen: RequestInit | undefined;
	const device = fakeDevice();
	const { outbox } = device.context({
		fetch(url, init) {
			seen = init;
			return device.server.fetch(url, init);
		},
	});
	await outbox.sendNow((await outbox.enqueue(scanOf("example.com"))).id);
	expect(seen).toMatchObject({ method: "POST", credentials: "include", redirect: "manual" });
	expect(new Headers(seen?.headers).get("content-type")).toBe("application/json");
	expect(device.server.requests[0]).toMatchObject({
		url: "/api/v1/scans/combined/start/",
		body: '{"target":"example.com","email":"ada@example.com"}',
		account: "anonymous",
	});
});

test("ids sort in the order entries were made, also within a millisecond and after the clock was set back", async () => {
	const device = fakeDevice();
	const { outbox } = device.context();
	const made = [];
	for (let i = 0; i < 40; i++) {
		if (i === 20) device.clock.jump(-60_000);
		made.push((await outbox.enqueue(scanOf(`${i}.example`))).id);
	}
	expect((await outbox.list()).map(({ id }) => id)).toEqual(made);
	expect(made[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

describe("notifying", () => {
	test("this tab, the other tabs and the worker hear of each change", async () => {
		const device = fakeDevice();
		const here = device.context();
		const there = device.context();
		const heard: [string, Change["what"]][] = [];
		here.outbox.subscribe(({ what }) => heard.push(["here", what]));
		there.outbox.subscribe(({ what }) => heard.push(["there", what]));
		const { id } = await here.outbox.enqueue(scanOf("example.com"));
		await here.outbox.sendNow(id);
		await here.outbox.dismiss(id);
		const whats = ["added", "changed", "changed", "removed"] as const;
		expect(heard.filter(([where]) => where === "here").map(([, what]) => what)).toEqual(whats);
		expect(heard.filter(([where]) => where === "there").map(([, what]) => what)).toEqual(whats);
	});

	test("is not before the change can be read", async () => {
		const device = fakeDevice();
		const { outbox } = device.context();
		const seen: unknown[] = [];
		outbox.subscribe(({ ids }) => {
			for (const id of ids ?? []) void outbox.get(id).then((entry) => seen.push(entry?.status));
		});
		const { id } = await outbox.enqueue(scanOf("example.com"));
		await turns();
		device.server.faults.push("hang");
		void outbox.sendNow(id);
		await until(() => seen.length === 2);
		expect(seen).toEqual(["queued", "sending"]);
	});

	test("ends with the subscription", async () => {
		const { outbox } = fakeDevice().context();
		let heard = 0;
		const stop = outbox.subscribe(() => heard++);
		stop();
		await outbox.enqueue(scanOf("example.com"));
		expect(heard).toBe(0);
	});
});

describe("removing", () => {
	test("discard removes an entry in any state except under way", async () => {
		const device = fakeDevice();
		const { outbox } = device.context();
		const { id } = await outbox.enqueue(scanOf("example.com"));
		device.server.faults.push("hang");
		void outbox.sendNow(id);
		await until(() => device.server.requests.length === 1);
		expect(await outbox.discard(id)).toBe("under-way");
		device.clock.advance(20_000);
		await until(async () => (await outbox.get(id))?.status === "queued");
		expect(await outbox.discard(id)).toMatchObject([{ id }]);
		expect(await outbox.discard(id)).toBe("gone");
		expect(await outbox.sendNow(id)).toBeUndefined();
	});

	test("what was not removed is not reported as removed when its lease ends just then", async () => {
		const device = fakeDevice({ locks: false });
		const { outbox } = device.context();
		const { id } = await outbox.enqueue(scanOf("example.com"));
		device.server.faults.push("hang");
		void outbox.sendNow(id);
		await until(() => device.server.requests.length === 1);
		const whats: Change["what"][] = [];
		outbox.subscribe(({ what }) => whats.push(what));
		const watching = watchTransactions({
			after: (made) => made.addEventListener("complete", () => device.clock.jump(LEASE_MS)),
		});
		expect(await outbox.discard(id)).toBe("under-way");
		expect(await outbox.discardAll([id])).toMatchObject([{ id }]);
		watching.restore();
		expect(await outbox.list()).toEqual([]);
		expect(whats).toEqual(["removed"]);
	});

	test("dismiss removes accepted entries only", async () => {
		const { outbox } = fakeDevice().context();
		const { id } = await outbox.enqueue(scanOf("example.com"));
		await outbox.dismiss(id);
		expect(await outbox.list()).toHaveLength(1);
		await outbox.sendNow(id);
		await outbox.dismiss(id);
		expect(await outbox.list()).toEqual([]);
	});
});

test("a held entry goes out by send now, or by itself once it is released", async () => {
	const device = fakeDevice();
	const { outbox } = device.context();
	const held = { status: 401, body: { code: "sign_in_required", message: "Sign in." } };
	const first = await outbox.enqueue(scanOf("a.example"));
	const second = await outbox.enqueue(scanOf("b.example"));
	device.server.faults.push(held, held);
	expect(await outbox.sendNow(first.id)).toMatchObject({ status: "held", reason: "sign-in" });
	expect(await outbox.sendNow(second.id)).toMatchObject({ status: "held" });
	expect(await outbox.replay()).toEqual({ sent: 0, left: 0, nextAt: null });
	expect(await outbox.sendNow(first.id)).toMatchObject({ status: "accepted" });
	expect(await outbox.releaseWhere(({ id }) => id === second.id)).toBe(1);
	expect(await outbox.replay()).toMatchObject({ sent: 1, left: 0 });
});

test("send now does not mind a pause: a person asked", async () => {
	const device = fakeDevice();
	const { outbox } = device.context();
	const { id } = await outbox.enqueue(scanOf("example.com"));
	device.server.faults.push({ status: 503, headers: { "retry-after": "600" } });
	await outbox.sendNow(id);
	expect(await outbox.sendNow(id)).toMatchObject({ status: "accepted" });
});

test("what is enqueued while a pass runs is covered by the next one, and asking often makes one pass only", async () => {
	const device = fakeDevice();
	const { clock, server } = device;
	const { outbox } = device.context();
	await outbox.enqueue(scanOf("a.example"));
	clock.advance(HEAD_START_MS);
	server.faults.push("hang");
	const first = outbox.replay();
	await until(() => server.requests.length === 1);
	await outbox.enqueue(scanOf("b.example"));
	clock.advance(HEAD_START_MS);
	const more = [outbox.replay(), outbox.replay({ reconnected: true }), outbox.replay()];
	clock.advance(20_000);
	expect(await first).toMatchObject({ sent: 0 });
	const results = await Promise.all(more);
	expect(new Set(results).size).toBe(1);
	// Both: the enqueued one, and, because the network is reported back, the one that had no answer.
	expect(results[0]).toMatchObject({ sent: 2, left: 0 });
});

describe("without storage", () => {
	test("enqueue says so, and nothing is sent", async () => {
		const device = fakeDevice();
		const { outbox } = device.context({ indexedDB: undefined });
		await expect(outbox.enqueue(scanOf("example.com"))).rejects.toMatchObject({
			name: "StorageError",
			reason: "unavailable",
		});
		expect(device.server.requests).toEqual([]);
	});

	test("a request can be sent unsaved, and repeated under the same key", async () => {
		const device = fakeDevice();
		const { outbox } = device.context({ indexedDB: undefined });
		device.server.faults.push("lose-answer");
		const first = await outbox.sendUnsaved(scanOf("example.com"));
		expect(first).toMatchObject({ status: "queued", lastError: { message: "Failed to fetch" } });
		expect(await outbox.sendUnsaved(scanOf("example.com"), first.id)).toMatchObject({
			status: "accepted",
			id: first.id,
		});
		expect(device.server.scans.size).toBe(1);
	});
});
