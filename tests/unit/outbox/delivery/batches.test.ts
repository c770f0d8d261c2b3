import { describe, expect, test } from "vitest";
import type { EntryId } from "#contract/ids.ts";
import { BATCH_LIMIT } from "#contract/routes.ts";
import { NO_BATCHES_MS, QUIET_CAP_MS } from "#src/outbox/delivery/batches.ts";
import { SEND_TIMEOUT_MS } from "#src/outbox/delivery/post.ts";
import { HEAD_START_MS } from "#src/outbox/storage/record.ts";
import { turns, until } from "#tests/support/outbox/outbox-clock.ts";
import { fakeDevice, scanOf } from "#tests/support/outbox/outbox-device.ts";

/** A device with this many entries past their head start, and a server that accepts batches unless it says otherwise. */
async function waiting(count: number, options: Parameters<typeof fakeDevice>[0] = {}) {
	const device = fakeDevice({ batches: true, ...options });
	const { outbox } = device.context();
	const ids: EntryId[] = [];
	for (let i = 0; i < count; i++) ids.push((await outbox.enqueue(scanOf(`${i}.example`))).id);
	device.clock.advance(HEAD_START_MS);
	const sizes = () => device.server.posts.map(({ keys }) => keys.length);
	const states = async () => (await outbox.list()).map(({ status }) => status);
	return { ...device, outbox, ids, sizes, states };
}

describe("waiting entries go out in few requests", () => {
	test("fifty at a time, oldest first, each under its own key and for its own account", async () => {
		const { server, outbox, ids, sizes } = await waiting(120);
		expect(await outbox.replay()).toEqual({ sent: 120, left: 0, nextAt: null });
		expect(sizes()).toEqual([BATCH_LIMIT, BATCH_LIMIT, 20]);
		expect(server.requests.map(({ key }) => key)).toEqual(ids);
		expect(server.requests[7]).toMatchObject({
			url: "/api/v1/outbox/",
			account: "anonymous",
			body: '{"target":"7.example","email":"ada@example.com"}',
		});
		expect(await outbox.get(ids[7] as EntryId)).toMatchObject({ status: "accepted", receipt: { key: ids[7] } });
	});

	test("one by itself, and send now, are separate requests", async () => {
		const { server, outbox, ids } = await waiting(2);
		await outbox.sendNow(ids[0] as EntryId);
		await outbox.replay();
		expect(server.posts).toEqual(ids.map((id) => ({ isBatch: false, keys: [id] })));
	});
});

describe("each entry has its own outcome", () => {
	const refusal = (status: number, code: string) => ({ status, body: { code, message: "Because." } });

	test("as if it had been sent alone", async () => {
		const { clock, server, outbox, ids, states } = await waiting(6);
		server.faults.push({
			each: [
				"accept",
				refusal(422, "target_unresolvable"),
				refusal(401, "other_account"),
				{ status: 500 },
				{ status: 202, body: { receipt: { key: "another-entry" } } },
			],
		});
		expect(await outbox.replay()).toMatchObject({ sent: 2, left: 2 });
		expect(await states()).toEqual(["accepted", "rejected", "held", "queued", "queued", "accepted"]);
		expect(await outbox.get(ids[1] as EntryId)).toMatchObject({ error: { status: 422, message: "Because." } });
		expect(await outbox.get(ids[2] as EntryId)).toMatchObject({ reason: "sign-in" });
		clock.advance(60_000);
		expect(await outbox.replay()).toMatchObject({ sent: 2, left: 0 });
	});

	test("a limit on the client pauses all, and until then only", async () => {
		const { clock, server, outbox, states } = await waiting(5);
		const body = { code: "rate_limited", message: "", details: { scope: "client", retryAfter: 90 } };
		server.faults.push({ each: ["accept", { status: 429, body }] });
		const { nextAt } = await outbox.replay();
		expect(await states()).toEqual(["accepted", "queued", "accepted", "accepted", "accepted"]);
		expect(nextAt).toBe(clock.now() + 90_000);
	});

	test("promise 6: and its own account, which the session decides about one by one", async () => {
		const { clock, server, outbox, ids } = await waiting(1);
		const owner = "7b0b7b54-5b43-4d55-9d0b-2f4b9a9b7d11" as never;
		const { id } = await outbox.enqueue({ ...scanOf("mine.example"), owner });
		clock.advance(HEAD_START_MS);
		await outbox.replay();
		expect(server.posts).toEqual([{ isBatch: true, keys: [ids[0], id] }]);
		expect(server.requests.map(({ account }) => account)).toEqual(["anonymous", owner]);
	});

	test("one that the answer leaves out counts as not received, and is sent again under its key", async () => {
		const { clock, server, outbox, ids } = await waiting(3);
		server.faults.push({ each: ["leave-out", "commit-and-leave-out"] });
		expect(await outbox.replay()).toMatchObject({ sent: 1, left: 2 });
		expect(await outbox.get(ids[1] as EntryId)).toMatchObject({ lastError: { status: null } });
		clock.advance(60_000);
		expect(await outbox.replay()).toMatchObject({ sent: 2, left: 0 });
		expect(server.scans.size).toBe(3);
	});
});

describe("promise 2: one scan per entry, whatever happens to a batch", () => {
	test.each(["lose-answer", "cut-half-way", "refuse-connection", { status: 502 }] as const)(
		"%j: each is sent again under its own key",
		async (fault) => {
			const { clock, server, outbox, ids } = await waiting(20);
			server.faults.push(fault);
			expect(await outbox.replay()).toMatchObject({ sent: 0, left: 20 });
			clock.advance(60_000);
			expect(await outbox.replay()).toMatchObject({ sent: 20, left: 0 });
			expect([...server.scans.keys()].sort()).toEqual(ids);
			expect(server.requests).toHaveLength(40);
		},
	);

	test.each([true, false])("a sender killed in the middle loses none (Web Locks: %s)", async (locks) => {
		const { clock, server, context, outbox, ids } = await waiting(20, { locks });
		const doomed = context();
		server.faults.push("hang-after-commit");
		void doomed.outbox.replay();
		await until(() => server.scans.size === 20);
		doomed.kill();
		if (!locks) {
			expect(await outbox.replay()).toMatchObject({ sent: 0, left: 20 });
			clock.advance(60_000);
		}
		expect(await outbox.replay()).toMatchObject({ sent: 20, left: 0 });
		expect([...server.scans.keys()].sort()).toEqual(ids);
	});
});

describe.each([true, false])("promise 3: one sender at a time (Web Locks: %s)", (locks) => {
	test("three contexts at once send each entry once", async () => {
		const { server, context } = await waiting(120, { locks });
		await Promise.all([context(), context(), context()].map(({ outbox }) => outbox.replay()));
		expect(server.requests).toHaveLength(120);
		expect(server.scans.size).toBe(120);
		expect(Math.max(...server.together.values())).toBe(1);
	});

	test("an entry that another context is sending stays out of the batch, and an entry in a batch cannot be discarded", async () => {
		const { clock, server, context, outbox, ids } = await waiting(3, { locks });
		server.faults.push("hang", "hang");
		const byHand = context().outbox.sendNow(ids[1] as EntryId);
		await until(() => server.posts.length === 1);
		const passing = outbox.replay();
		await until(() => server.posts.length === 2);
		expect(server.posts[1]).toEqual({ isBatch: true, keys: [ids[0], ids[2]] });
		expect(await outbox.discard(ids[2] as EntryId)).toBe("under-way");
		clock.advance(SEND_TIMEOUT_MS);
		await Promise.all([byHand, passing]);
		expect(await outbox.discard(ids[2] as EntryId)).toMatchObject([{ id: ids[2] }]);
	});
});

describe("a server that takes no batches", () => {
	test("gets single requests in the same pass, several at once, and is not asked again for a while", async () => {
		const { clock, server, context, outbox } = await waiting(20, { batches: false });
		expect(await outbox.replay()).toMatchObject({ sent: 20, left: 0 });
		expect(server.posts.filter(({ isBatch }) => isBatch)).toHaveLength(1);
		expect(server.width()).toBe(6);

		const enqueueTwo = async () => {
			for (const target of ["a.example", "b.example"]) await outbox.enqueue(scanOf(target));
			clock.advance(HEAD_START_MS);
		};
		await enqueueTwo();
		await context().outbox.replay();
		expect(server.posts.filter(({ isBatch }) => isBatch)).toHaveLength(1);
		clock.advance(NO_BATCHES_MS);
		await enqueueTwo();
		await context().outbox.replay();
		expect(server.posts.filter(({ isBatch }) => isBatch)).toHaveLength(2);
		expect(server.scans.size).toBe(24);
	});

	test("in a captive portal nothing is taken for delivered", async () => {
		const { server, outbox, states } = await waiting(3);
		server.faults.push("portal", "portal", "portal", "portal");
		expect(await outbox.replay()).toMatchObject({ sent: 0, left: 3 });
		expect(await states()).toEqual(["queued", "queued", "queued"]);
	});

	test("being asked in vain does not make an entry wait", async () => {
		const { server, outbox } = await waiting(3);
		server.faults.push("batch-not-offered", "accept", { status: 500 });
		expect(await outbox.replay()).toMatchObject({ sent: 2, left: 1 });
	});
});

describe("the size of a batch", () => {
	test("is halved at once where it is too large", async () => {
		const { server, outbox, sizes } = await waiting(50);
		server.faults.push("batch-too-large", "batch-too-large");
		expect(await outbox.replay()).toMatchObject({ sent: 50, left: 0 });
		expect(sizes().slice(0, 3)).toEqual([50, 25, expect.any(Number)]);
		expect(Math.max(...sizes().slice(1))).toBe(25);
	});

	test("is halved by each request that fails, down to single ones, and doubled by each that gets through", async () => {
		const { clock, server, outbox, sizes } = await waiting(48);
		for (const size of [48, 24, 12, 6, 1]) {
			const begun = server.posts.length;
			server.faults.splice(0, Number.POSITIVE_INFINITY, ...Array(60).fill("refuse-connection"));
			await outbox.replay();
			expect(sizes()[begun]).toBe(size);
			clock.advance(15 * 60_000);
		}
		server.faults.length = 0;
		const begun = server.posts.length;
		expect(await outbox.replay()).toMatchObject({ sent: 48, left: 0 });
		expect(sizes().slice(begun, begun + 6)).toEqual([1, 1, 1, 1, 1, 1]);
		expect(sizes().slice(begun + 6, begun + 8)).toEqual([2, 2]);
		expect(Math.max(...sizes().slice(begun))).toBeGreaterThan(2);
	});
});

test("a batch that hangs holds up no other", async () => {
	const { clock, server, outbox } = await waiting(200);
	server.faults.push("hang");
	const passing = outbox.replay();
	await until(() => server.scans.size === 150);
	await turns();
	clock.advance(SEND_TIMEOUT_MS);
	expect(await passing).toMatchObject({ sent: 150, left: 50 });
});

describe("where nothing gets an answer", () => {
	/** More entries than the first requests carry. */
	const MANY = 400;
	const unanswered = (server: { faults: unknown[] }, fault: unknown) => server.faults.push(...Array(1000).fill(fault));

	test.each(["refuse-connection", "portal"] as const)("%s: a pass stops after a few requests", async (fault) => {
		const { clock, server, outbox } = await waiting(MANY);
		unanswered(server, fault);
		const { sent, left, nextAt } = await outbox.replay();
		expect({ sent, left }).toEqual({ sent: 0, left: MANY });
		expect(server.requests.length).toBeLessThan(MANY);
		expect(server.posts.length).toBeLessThanOrEqual(13);
		expect(nextAt).toBeGreaterThan(clock.now());
	});

	test("the entries it did not try wait too, in every tab, and longer each time", async () => {
		const { clock, server, context, outbox } = await waiting(MANY);
		unanswered(server, "refuse-connection");
		const waits: number[] = [];
		for (let pass = 0; pass < 8; pass++) {
			const { nextAt } = await outbox.replay();
			const wait = (nextAt ?? 0) - clock.now();
			waits.push(wait);
			const { length } = server.posts;
			expect((await context().outbox.replay()).nextAt).toBe(nextAt);
			expect(server.posts).toHaveLength(length);
			clock.advance(wait);
		}
		expect(Math.max(...waits)).toBeGreaterThan(10_000);
		expect(Math.max(...waits)).toBeLessThanOrEqual(QUIET_CAP_MS);
	});

	test.each([
		[
			"the network comes back",
			async ({ outbox }: Awaited<ReturnType<typeof waiting>>) => outbox.replay({ reconnected: true }),
		],
		[
			"a person wants them sent",
			async ({ outbox, ids }: Awaited<ReturnType<typeof waiting>>) => {
				await outbox.hurry(ids);
				return outbox.replay();
			},
		],
	])("all go out at once if %s", async (_, again) => {
		const device = await waiting(MANY);
		unanswered(device.server, "refuse-connection");
		await device.outbox.replay();
		device.server.faults.length = 0;
		expect(await again(device)).toEqual({ sent: MANY, left: 0, nextAt: null });
	});

	test("on a bad line, where only small requests get through, the pass goes on with small ones", async () => {
		const { server, outbox, sizes } = await waiting(MANY);
		server.faults.push(...Array(6).fill("refuse-connection"));
		expect(await outbox.replay()).toMatchObject({ sent: MANY - 6 * BATCH_LIMIT });
		expect(sizes()[6]).toBe(1);
	});

	test("promise 4: entries that break their own requests hold up no other", async () => {
		const { server, outbox } = await waiting(MANY);
		for (let i = 0; i < 6; i++) server.faults.push("refuse-connection", "accept");
		expect(await outbox.replay()).toMatchObject({ left: expect.any(Number), nextAt: expect.any(Number) });
		expect(server.requests).toHaveLength(MANY);
	});
});
