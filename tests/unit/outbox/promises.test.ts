import { describe, expect, test } from "vitest";
import { SEND_TIMEOUT_MS } from "#src/outbox/delivery/post.ts";
import { HEAD_START_MS } from "#src/outbox/storage/record.ts";
import type { Entry } from "#src/requests/entry.ts";
import { turns, until } from "#tests/support/outbox/outbox-clock.ts";
import { fillDisk, watchTransactions } from "#tests/support/outbox/outbox-database.ts";
import { fakeDevice, scanOf } from "#tests/support/outbox/outbox-device.ts";

type Device = ReturnType<typeof fakeDevice>;

/** `count` entries, a millisecond apart, and past their head start. */
async function enqueueMany({ clock, context }: Device, count: number) {
	const { outbox } = context();
	const entries: Entry[] = [];
	for (let i = 0; i < count; i++) {
		entries.push(await outbox.enqueue(scanOf(`${i}.example`)));
		clock.advance(1);
	}
	clock.advance(HEAD_START_MS);
	return entries;
}

describe("promise 1: nothing the screen accepted is lost", () => {
	test("what enqueue resolved with is there for a tab that opens after this one was killed", async () => {
		const device = fakeDevice();
		const tab = device.context();
		const entry = await tab.outbox.enqueue(scanOf("example.com"));
		tab.kill();
		expect(await device.context().outbox.list()).toEqual([entry]);
	});

	test("enqueue has not resolved before its transaction has committed", async () => {
		const device = fakeDevice();
		const { outbox } = device.context();
		await outbox.list();
		const order: string[] = [];
		const watching = watchTransactions({
			after: (made) => made.addEventListener("complete", () => order.push("committed")),
		});
		await outbox.enqueue(scanOf("example.com")).then(() => order.push("said"));
		watching.restore();
		expect(order).toEqual(["committed", "said"]);
	});

	test("a tab killed while sending leaves the entry, and the next one sends it", async () => {
		const device = fakeDevice();
		const { server } = device;
		const [entry] = await enqueueMany(device, 1);
		const doomed = device.context();
		server.faults.push("hang");
		void doomed.outbox.replay();
		await until(() => server.requests.length === 1);
		doomed.kill();

		const { outbox } = device.context();
		expect(await outbox.list()).toMatchObject([{ id: entry?.id, status: "sending" }]);
		expect(await outbox.replay()).toEqual({ sent: 1, left: 0, nextAt: null });
		expect(server.scans.size).toBe(1);
	});

	test("a crash between the server's answer and the settlement loses nothing and repeats the same key", async () => {
		const device = fakeDevice();
		const { server } = device;
		await enqueueMany(device, 1);
		const doomed = device.context();
		server.faults.push("hang-after-commit");
		void doomed.outbox.replay();
		await until(() => server.scans.size === 1);
		doomed.kill();

		const { outbox } = device.context();
		expect(await outbox.replay()).toMatchObject({ sent: 1, left: 0 });
		expect(new Set(server.requests.map(({ key }) => key)).size).toBe(1);
		expect(server.requests).toHaveLength(2);
		expect(server.scans.size).toBe(1);
	});

	test("an outcome that cannot be written is repeated under the same key", async () => {
		const device = fakeDevice({ locks: false });
		const { clock, server } = device;
		const [entry] = await enqueueMany(device, 1);
		let disk: { restore(): void } | undefined;
		const { outbox } = device.context({
			async fetch(url, init) {
				const response = await server.fetch(url, init);
				disk = fillDisk();
				return response;
			},
		});
		expect(await outbox.sendNow(entry?.id as never)).toMatchObject({ status: "accepted" });
		disk?.restore();
		const after = device.context();
		expect(await after.outbox.list()).toMatchObject([{ status: "sending" }]);
		clock.advance(60_000);
		expect(await after.outbox.replay()).toMatchObject({ sent: 1, left: 0 });
		expect(server.scans.size).toBe(1);
	});

	test.each(["portal", "refuse-connection", { status: 500 }] as const)("%j is not a delivery", async (fault) => {
		const device = fakeDevice();
		await enqueueMany(device, 1);
		device.server.faults.push(fault);
		const { outbox } = device.context();
		expect(await outbox.replay()).toMatchObject({ sent: 0, left: 1 });
		expect(await outbox.list()).toMatchObject([{ status: "queued", attempts: 1 }]);
	});
});

describe("promise 2: one scan per entry", () => {
	test("every attempt carries the entry's id as its key, and the same body", async () => {
		const device = fakeDevice();
		const { clock, server } = device;
		const [entry] = await enqueueMany(device, 1);
		server.faults.push({ status: 500 }, "lose-answer", "portal");
		const { outbox } = device.context();
		for (let i = 0; i < 4; i++) {
			await outbox.replay();
			clock.advance(60_000);
		}
		expect(server.requests).toHaveLength(4);
		expect(new Set(server.requests.map(({ key }) => key))).toEqual(new Set([entry?.id]));
		expect(new Set(server.requests.map(({ body }) => body)).size).toBe(1);
		expect(server.scans.size).toBe(1);
	});

	test("a lost answer is asked for again, and no second scan is made", async () => {
		const device = fakeDevice();
		const { outbox } = device.context();
		device.server.faults.push("lose-answer");
		const { id } = await outbox.enqueue(scanOf("example.com"));
		expect(await outbox.sendNow(id)).toMatchObject({ status: "queued", lastError: { status: null } });
		expect(await outbox.sendNow(id)).toMatchObject({ status: "accepted", receipt: { key: id } });
		expect(device.server.scans.size).toBe(1);
	});

	test("a server that is silent for 20 s is no answer", async () => {
		const device = fakeDevice();
		const { clock, server } = device;
		const { outbox } = device.context();
		server.faults.push("hang-after-commit");
		const { id } = await outbox.enqueue(scanOf("example.com"));
		const sending = outbox.sendNow(id);
		await until(() => server.requests.length === 1);
		clock.advance(SEND_TIMEOUT_MS - 1);
		await turns();
		expect(await outbox.get(id)).toMatchObject({ status: "sending" });
		clock.advance(1);
		expect(await sending).toMatchObject({
			status: "queued",
			lastError: { message: "The server did not answer within 20 seconds." },
		});
		expect(clock.timers()).toBe(0);
	});

	test("an accepted entry is never sent again", async () => {
		const device = fakeDevice();
		const [entry] = await enqueueMany(device, 1);
		const { outbox } = device.context();
		await outbox.replay();
		await outbox.replay({ reconnected: true });
		await outbox.sendNow(entry?.id as never);
		expect(device.server.requests).toHaveLength(1);
	});
});

describe.each([
	["with Web Locks", { locks: true }],
	["without Web Locks", { locks: false }],
	["with neither Web Locks nor a channel", { locks: false, channel: false }],
])("promise 3: one sender at a time, %s", (_, lacking) => {
	test("three contexts that replay at once send each entry once", async () => {
		const device = fakeDevice(lacking);
		await enqueueMany(device, 20);
		const contexts = [device.context(), device.context(), device.context()];
		await Promise.all(contexts.map(({ outbox }) => outbox.replay()));
		expect(device.server.requests).toHaveLength(20);
		expect([...device.server.together.values()]).toEqual(Array(20).fill(1));
	});

	test("send now waits for the outcome of the context that is sending", async () => {
		const device = fakeDevice(lacking);
		const { clock, server } = device;
		const [entry] = await enqueueMany(device, 1);
		server.faults.push("hang-after-commit");
		const passing = device.context().outbox.replay();
		await until(() => server.requests.length === 1);
		let outcome: unknown;
		const asked = device
			.context()
			.outbox.sendNow(entry?.id as never)
			.then((after) => {
				outcome = after;
			});
		await turns();
		expect(outcome).toBeUndefined();
		clock.advance(SEND_TIMEOUT_MS);
		await passing;
		clock.advance(1000);
		await asked;
		expect(outcome).toMatchObject({ status: "queued", attempts: 1 });
		expect(server.requests).toHaveLength(1);
	});

	test("send now twice at once is one attempt", async () => {
		const device = fakeDevice(lacking);
		const { outbox } = device.context();
		const { id } = await outbox.enqueue(scanOf("example.com"));
		const both = Promise.all([outbox.sendNow(id), outbox.sendNow(id)]);
		await turns(200);
		device.clock.advance(1000);
		expect((await both).map((entry) => entry?.status)).toEqual(["accepted", "accepted"]);
		expect(device.server.requests).toHaveLength(1);
	});

	test("send now takes over from a sender that died", async () => {
		const device = fakeDevice(lacking);
		const { clock, server } = device;
		const [entry] = await enqueueMany(device, 1);
		const doomed = device.context();
		server.faults.push("hang");
		void doomed.outbox.replay();
		await until(() => server.requests.length === 1);
		const asked = device.context().outbox.sendNow(entry?.id as never);
		await turns();
		doomed.kill();
		for (let second = 0; second < 61; second++) {
			await turns(10);
			clock.advance(1000);
		}
		expect(await asked).toMatchObject({ status: "accepted", attempts: 2 });
	});
});

test("promise 3: without Web Locks an abandoned entry is left alone until its lease has run out", async () => {
	const device = fakeDevice({ locks: false });
	const { clock, server } = device;
	await enqueueMany(device, 1);
	const doomed = device.context();
	server.faults.push("hang");
	void doomed.outbox.replay();
	await until(() => server.requests.length === 1);
	doomed.kill();
	const { outbox } = device.context();
	const { nextAt } = await outbox.replay();
	expect(nextAt).toBe(clock.now() + 60_000);
	clock.advance(59_999);
	expect(await outbox.replay()).toMatchObject({ sent: 0, left: 1 });
	clock.advance(1);
	expect(await outbox.replay()).toMatchObject({ sent: 1, left: 0 });
});

test("promise 3: an entry is the tab's that enqueued it for its first two seconds", async () => {
	const device = fakeDevice();
	const tab = device.context();
	const worker = device.context();
	const { id, createdAt } = await tab.outbox.enqueue(scanOf("example.com"));
	expect(await worker.outbox.replay({ reconnected: true })).toEqual({
		sent: 0,
		left: 1,
		nextAt: createdAt + HEAD_START_MS,
	});
	await tab.outbox.sendNow(id);
	expect(device.server.requests).toHaveLength(1);
});

describe("promise 4: a failing entry holds up no other", () => {
	test("entries go out oldest first, six at once", async () => {
		const device = fakeDevice();
		const entries = await enqueueMany(device, 30);
		await device.context().outbox.replay();
		expect(device.server.requests.map(({ key }) => key)).toEqual(entries.map(({ id }) => id));
		expect(device.server.width()).toBe(6);
	});

	test("one that hangs and one that fails let the others through", async () => {
		const device = fakeDevice();
		const { clock, server } = device;
		await enqueueMany(device, 20);
		server.faults.push("hang", { status: 500 });
		const passing = device.context().outbox.replay();
		await until(() => server.scans.size === 18);
		clock.advance(SEND_TIMEOUT_MS);
		expect(await passing).toMatchObject({ sent: 18, left: 2 });
	});

	test("more failures than there are senders at the head of the line let the rest through", async () => {
		const device = fakeDevice();
		await enqueueMany(device, 20);
		device.server.faults.push(...Array(8).fill({ status: 500 }));
		expect(await device.context().outbox.replay()).toMatchObject({ sent: 12, left: 8 });
	});

	test("each has its own back-off, and a restart does not forget it", async () => {
		const device = fakeDevice();
		const { clock, server } = device;
		const entries = await enqueueMany(device, 2);
		server.faults.push({ status: 500 }, { status: 500, headers: { "retry-after": "3600" } });
		const { nextAt } = await device.context().outbox.replay();
		const restarted = device.context();
		expect(await restarted.outbox.replay()).toMatchObject({ sent: 0, left: 2, nextAt });
		expect(server.requests).toHaveLength(2);
		clock.advance(Number(nextAt) - clock.now());
		expect(await restarted.outbox.replay()).toMatchObject({ sent: 1, left: 1 });
		expect(server.scans.has(String(entries[0]?.id))).toBe(true);
	});

	test("a client-wide limit pauses all, over restarts, and until then only", async () => {
		const device = fakeDevice();
		const { clock, server } = device;
		await enqueueMany(device, 20);
		server.faults.push({
			status: 429,
			body: { code: "rate_limited", message: "", details: { scope: "client", retryAfter: 90 } },
		});
		const first = await device.context().outbox.replay();
		// Those already in progress may finish; no further one starts.
		expect(server.requests.length).toBeLessThanOrEqual(11);
		const begun = server.requests.length;
		expect(first.nextAt).toBe(clock.now() + 90_000);
		const restarted = device.context();
		expect(await restarted.outbox.replay()).toMatchObject({ sent: 0, nextAt: first.nextAt });
		expect(server.requests).toHaveLength(begun);
		clock.advance(90_000);
		expect(await restarted.outbox.replay()).toMatchObject({ left: 0 });
		expect(server.scans.size).toBe(20);
	});

	test("a pause from before the clock was set back is over", async () => {
		const device = fakeDevice();
		const { clock, server } = device;
		await enqueueMany(device, 2);
		server.faults.push({ status: 503, headers: { "retry-after": "3600" } });
		const { outbox } = device.context();
		await outbox.replay();
		clock.jump(-24 * 3600_000);
		expect(await outbox.replay()).toMatchObject({ left: 0 });
		expect(server.scans.size).toBe(2);
	});

	test("a refused entry stays, says why, and is not tried again", async () => {
		const device = fakeDevice();
		await enqueueMany(device, 2);
		device.server.faults.push({ status: 422, body: { code: "target_unresolvable", message: "No such host." } });
		const { outbox } = device.context();
		expect(await outbox.replay()).toEqual({ sent: 1, left: 0, nextAt: null });
		const [first] = await outbox.list();
		expect(first).toMatchObject({
			status: "rejected",
			error: { code: "target_unresolvable", message: "No such host." },
		});
	});
});

test("promise 5: when the network is back, what waited for lack of an answer goes out at once", async () => {
	const device = fakeDevice();
	await enqueueMany(device, 2);
	device.server.faults.push("refuse-connection", { status: 500 });
	const { outbox } = device.context();
	await outbox.replay();
	expect(await outbox.replay({ reconnected: true })).toMatchObject({ sent: 1, left: 1 });
});

test("promise 6: every request names the account of its own entry", async () => {
	const device = fakeDevice();
	const owner = "7b0b7b54-5b43-4d55-9d0b-2f4b9a9b7d11" as never;
	const { outbox } = device.context();
	await outbox.enqueue(scanOf("a.example"));
	device.clock.advance(1);
	await outbox.enqueue({ ...scanOf("b.example"), owner });
	device.clock.advance(HEAD_START_MS);
	await outbox.replay();
	expect(device.server.requests.map(({ account }) => account)).toEqual(["anonymous", owner]);
});
