import { describe, expect, test } from "vitest";
import type { AccountId, EntryId } from "#contract/ids.ts";
import { portable } from "#src/outbox/hand-over/portable.ts";
import { inCircles, orderOf } from "#src/outbox/order/order.ts";
import { HEAD_START_MS } from "#src/outbox/storage/record.ts";
import type { Entry, NewEntry, Outbox } from "#src/requests/entry.ts";
import { STALE_AFTER_MS } from "#src/requests/kinds.ts";
import { until } from "#tests/support/outbox/outbox-clock.ts";
import { fillDisk } from "#tests/support/outbox/outbox-database.ts";
import { fakeDevice, scanOf } from "#tests/support/outbox/outbox-device.ts";
import { createOutboxBeforeEvidence } from "#tests/support/outbox/released-outbox.ts";

const ADA = "7b0b7b54-5b43-4d55-9d0b-2f4b9a9b7d11" as AccountId;

const REFUSED = { status: 403, body: { code: "target_refused", message: "No." } };
const HELD = { status: 501, body: { code: "engine_unavailable", message: "Not now." } };

function deviceWithOutbox(batches = true) {
	const device = fakeDevice({ batches });
	return { ...device, outbox: device.context().outbox };
}
type Device = ReturnType<typeof deviceWithOutbox>;

/** Moves past their head start and makes one pass. */
const pass = ({ clock, outbox }: Pick<Device, "clock" | "outbox">) => {
	clock.advance(HEAD_START_MS);
	return outbox.replay();
};

/** A leader, and one that comes after it. */
async function pairOf({ outbox }: Pick<Device, "outbox">, more: Partial<NewEntry> = {}) {
	const leader = await outbox.enqueue({ ...scanOf("leader.example"), ...more } as NewEntry);
	const follower = await outbox.enqueue({ ...scanOf("follower.example"), after: [leader.id], ...more } as NewEntry);
	return { leader, follower };
}
const stateOf = async (outbox: Outbox, { id }: Entry) => {
	const entry = await outbox.get(id);
	return entry?.status === "held" ? entry.reason : entry?.status;
};

describe("promise 4: an entry is not sent before those it comes after are accepted", () => {
	test.each([true, false])("it goes out in the same pass, in a later request (batches: %s)", async (batches) => {
		const device = deviceWithOutbox(batches);
		const { leader, follower } = await pairOf(device);
		const between = await device.outbox.enqueue(scanOf("between.example"));
		expect(await pass(device)).toEqual({ sent: 3, left: 0, nextAt: null });
		const posts = device.server.posts.map(({ keys }) => keys).filter((keys) => keys.includes(follower.id));
		expect(posts.at(-1)).toEqual([follower.id]);
		expect([...device.server.scans.keys()].indexOf(follower.id)).toBe(2);
		expect([...device.server.scans.keys()].slice(0, 2).sort()).toEqual([leader.id, between.id].sort());
		expect(await device.outbox.get(follower.id)).not.toHaveProperty("after");
	});

	test("a chain goes out one by one, and one that comes after several waits for all of them", async () => {
		const device = deviceWithOutbox();
		const entries = await device.outbox.enqueueAll([
			scanOf("a.example"),
			{ ...scanOf("b.example"), after: [0] },
			{ ...scanOf("c.example"), after: [1, 0] },
			{ ...scanOf("d.example"), after: [2] },
		]);
		expect(await pass(device)).toMatchObject({ sent: 4 });
		expect(device.server.posts.filter(({ isBatch }) => isBatch).map(({ keys }) => keys)).toEqual([]);
		expect([...device.server.scans.keys()]).toEqual(entries.map(({ id }) => id));
	});

	test("the pass says that it waits, and asks for no further pass on its account", async () => {
		const device = deviceWithOutbox();
		const { leader } = await pairOf(device);
		device.server.faults.push({ each: [{ status: 500 }] });
		const { left, nextAt } = await pass(device);
		expect(left).toBe(2);
		expect(nextAt).toBe(
			(await device.outbox.get(leader.id).then((entry) => entry && "notBefore" in entry && entry.notBefore)) || 0,
		);
		expect(device.server.requests.map(({ key }) => key)).toEqual([leader.id]);
	});

	test("a person cannot send it earlier, nor can a wish for all of them", async () => {
		const device = deviceWithOutbox();
		const { leader, follower } = await pairOf(device);
		device.server.faults.push("hang");
		const sending = device.outbox.sendNow(leader.id);
		await until(() => device.server.requests.length === 1);
		expect(await device.outbox.sendNow(follower.id)).toMatchObject({ status: "queued", attempts: 0 });
		await device.outbox.hurry([follower.id]);
		expect(device.server.requests).toHaveLength(1);
		device.clock.advance(20_000);
		await sending;
	});

	test.each([
		["refused", REFUSED],
		["held", HELD],
	])(
		"while one of them is %s, it is held and says so; it goes on by itself when that one is sent again",
		async (_, fault) => {
			const device = deviceWithOutbox();
			const { leader, follower } = await pairOf(device);
			device.server.faults.push({ each: [fault] });
			await pass(device);
			expect(await stateOf(device.outbox, follower)).toBe("after");
			expect(await device.outbox.sendNow(follower.id)).toMatchObject({ status: "held", reason: "after" });
			await device.outbox.releaseWhere(({ id }) => id === follower.id);
			await device.outbox.hurry([follower.id]);
			expect(await stateOf(device.outbox, follower)).toBe("after");
			expect(device.server.requests.map(({ key }) => key)).toEqual([leader.id]);

			const again = await device.outbox.edit(leader.id, {
				request: { kind: "combined-scan", body: { target: "other.example", email: "a@b.co" } },
			});
			expect(again).toMatchObject({ status: "queued" });
			expect(await pass(device)).toMatchObject({ sent: 2 });
			expect([...device.server.scans.keys()]).toEqual([(again as Entry).id, follower.id]);
		},
	);

	test("one that was released by a person goes first, and then the one that waited for it", async () => {
		const device = deviceWithOutbox();
		const { leader, follower } = await pairOf(device, { owner: ADA });
		device.server.faults.push({ each: [HELD] });
		await pass(device);
		expect(await device.outbox.releaseHeld(ADA, "engine")).toBe(1);
		expect(await pass(device)).toMatchObject({ sent: 2 });
		expect([...device.server.scans.keys()]).toEqual([leader.id, follower.id]);
	});

	test("what an old tab discards, which knows of no order, holds what came after it, until that is undone", async () => {
		const device = deviceWithOutbox();
		const old = device.context({}, createOutboxBeforeEvidence).outbox;
		const { leader, follower } = await pairOf(device);
		const removed = await old.discardAll([leader.id]);
		expect(await pass(device)).toEqual({ sent: 0, left: 0, nextAt: null });
		expect(await stateOf(device.outbox, follower)).toBe("after");
		await old.restore(removed);
		expect(await pass(device)).toMatchObject({ sent: 2 });
	});

	test("it also goes on after the receipt of what it came after was removed", async () => {
		const device = deviceWithOutbox();
		const other = device.context().outbox;
		const { leader, follower } = await pairOf(device);
		await device.outbox.sendNow(leader.id);
		await other.dismiss(leader.id);
		expect(await device.outbox.get(follower.id)).not.toHaveProperty("after");
		expect(await pass(device)).toMatchObject({ sent: 1 });
	});

	test("also of two receipts at once, or two that are edited at once, none stays behind", async () => {
		const device = deviceWithOutbox();
		const [first, second, both] = (await device.outbox.enqueueAll([
			scanOf("a.example"),
			scanOf("b.example"),
			{ ...scanOf("c.example"), after: [0, 1] },
		])) as [Entry, Entry, Entry];
		const request = { kind: "nmap-scan", body: { host: "other.example" } } as const;
		const changed = await device.outbox.editAll([first.id, second.id], { request });
		const ids = [first.id, second.id].map((id) => (changed.get(id) as Entry).id);
		expect(await device.outbox.get(both.id)).toMatchObject({ after: ids });
		for (const id of ids) await device.outbox.sendNow(id);
		await device.outbox.discardAll(ids);
		expect(await device.outbox.get(both.id)).not.toHaveProperty("after");
		expect(await pass(device)).toMatchObject({ sent: 1 });
	});

	test("one that is edited into another request, together with what came after it, stays before it", async () => {
		const device = deviceWithOutbox();
		const { leader, follower } = await pairOf(device);
		const request = { kind: "nmap-scan", body: { host: "other.example" } } as const;
		const changed = await device.outbox.editAll([leader.id, follower.id], { request });
		const ids = [leader.id, follower.id].map((id) => (changed.get(id) as Entry).id);
		expect(await device.outbox.get(ids[1] as EntryId)).toMatchObject({ after: [ids[0]] });
		expect(await pass(device)).toMatchObject({ sent: 2 });
		expect([...device.server.scans.keys()]).toEqual(ids);
	});

	test("a full disk does not stop it, and does not let it overtake", async () => {
		const device = deviceWithOutbox();
		const { leader, follower } = await pairOf(device);
		device.clock.advance(HEAD_START_MS);
		const disk = fillDisk();
		await device.outbox.replay();
		await device.outbox.replay();
		disk.restore();
		expect([...device.server.scans.keys()]).toEqual([leader.id, follower.id]);
	});

	test("of two contexts, none sends it before the other's attempt at the first one has ended", async () => {
		const device = deviceWithOutbox();
		const other = device.context().outbox;
		const { leader, follower } = await pairOf(device);
		device.clock.advance(HEAD_START_MS);
		await Promise.all([device.outbox.replay(), other.replay()]);
		await other.replay();
		expect([...device.server.scans.keys()]).toEqual([leader.id, follower.id]);
		expect([...device.server.together.values()]).toEqual([1, 1]);
	});
});

describe("no circle can be made", () => {
	test("an entry comes after what is stored, or nothing is stored at all", async () => {
		const { outbox } = deviceWithOutbox();
		const unknown = "019b7650-0000-7000-8000-000000000009" as EntryId;
		await expect(outbox.enqueue({ ...scanOf("a.example"), after: [unknown] })).rejects.toThrow(unknown);
		await expect(
			outbox.enqueueAll([scanOf("a.example"), { ...scanOf("b.example"), after: [unknown] }]),
		).rejects.toThrow(unknown);
		expect(await outbox.list()).toEqual([]);
	});

	test("nor after itself, or a later one of the same call", async () => {
		const { outbox } = deviceWithOutbox();
		for (const place of [0, 1, -1, 0.5])
			await expect(
				outbox.enqueueAll([{ ...scanOf("a.example"), after: [place] }, scanOf("b.example")]),
			).rejects.toThrow(RangeError);
		expect(await outbox.list()).toEqual([]);
	});

	test("what waits for itself is found, and so is what comes after it", () => {
		const one = (id: string, after?: string[]) => ({ id, ...(after && { after }) });
		expect(inCircles([one("a"), one("b", ["a"]), one("c", ["b", "elsewhere"])])).toEqual(new Set());
		expect(inCircles([one("a", ["b"]), one("b", ["a"]), one("c", ["a"]), one("d")])).toEqual(new Set(["a", "b", "c"]));
		expect(inCircles([one("a", ["a"])])).toEqual(new Set(["a"]));
	});
});

test.each([
	["free", ["accepted", "accepted"], []],
	["waits", ["accepted", "queued"], ["1"]],
	["waits", ["sending", "unreadable"], ["0", "1"]],
	["stuck", ["queued", "held"], ["0", "1"]],
	["stuck", ["rejected", "accepted"], ["0"]],
	["stuck", [undefined, "accepted"], ["0"]],
] as const)("an order is %s if those before are %j", (standing, statuses, open) => {
	const find = (id: string) => {
		const status = statuses[Number(id)];
		return status && { status };
	};
	expect(orderOf({ after: ["0", "1"] }, find)).toEqual({ standing, open });
});

describe("on another device", () => {
	test("it goes with those it comes after, or not at all", async () => {
		const { outbox } = deviceWithOutbox();
		const { leader, follower } = await pairOf({ outbox });
		const all = await outbox.list();
		expect(portable(all, all)).toEqual({ given: all, leftOut: [] });
		expect(portable([leader], all)).toEqual({ given: [leader], leftOut: [] });
		expect(portable([follower], all)).toEqual({ given: [], leftOut: [{ entry: follower, because: "after" }] });
		await outbox.sendNow(leader.id);
		const [given] = portable([follower], await outbox.list()).given;
		expect(given).toMatchObject({ id: follower.id });
		expect(given).not.toHaveProperty("after");
	});

	test("it waits there as it did here", async () => {
		const [here, there] = [deviceWithOutbox(), deviceWithOutbox()];
		const { leader, follower } = await pairOf(here);
		await there.outbox.takeIn(await here.outbox.handOver([leader.id, follower.id]));
		await pass(there);
		expect([...there.server.scans.keys()]).toEqual([leader.id, follower.id]);
	});
});

describe("promise 10: an old tab or worker on the same device", () => {
	test("leaves alone what comes after others, until nothing is before it", async () => {
		const device = deviceWithOutbox();
		const old = device.context({}, createOutboxBeforeEvidence).outbox;
		const { leader, follower } = await pairOf(device);
		device.clock.advance(HEAD_START_MS);
		const before = await device.outbox.get(follower.id);
		expect(before).toMatchObject({ v: 4 });
		expect(await old.replay()).toMatchObject({ sent: 1, left: 0 });
		expect(await old.sendNow(follower.id)).toBeUndefined();
		expect((await old.contents()).unreadable).toMatchObject([{ id: follower.id, reason: "newer" }]);
		expect(await device.outbox.get(follower.id)).toEqual(before);
		expect([...device.server.scans.keys()]).toEqual([leader.id]);
		expect(await pass(device)).toMatchObject({ sent: 1 });
		expect((await old.contents()).unreadable).toEqual([]);
	});

	test("leaves alone what has files, in every state, and other code reads it again", async () => {
		const device = deviceWithOutbox();
		const old = device.context({}, createOutboxBeforeEvidence).outbox;
		const attachment = { sha256: "0".repeat(64), size: 1, type: "image/jpeg", name: "a.jpg" };
		const files = new Map([[attachment.sha256, new ArrayBuffer(1)]]);
		const { id } = await device.outbox.enqueue({ ...scanOf("a.example"), attachments: [attachment], files });
		device.clock.advance(HEAD_START_MS);
		const before = await device.outbox.get(id);
		expect(await old.replay({ reconnected: true })).toMatchObject({ sent: 0, left: 0 });
		expect(await old.discard(id)).toBe("gone");
		expect((await old.contents()).unreadable).toMatchObject([{ id, reason: "newer" }]);
		expect(await device.outbox.get(id)).toEqual(before);
		expect(device.server.requests).toEqual([]);
	});

	test("and a database that it made gets what new code needs, while it is open there", async () => {
		const device = fakeDevice({ batches: true });
		const old = device.context({}, createOutboxBeforeEvidence).outbox;
		const first = await old.enqueue(scanOf("a.example"));
		const { outbox } = device.context();
		const second = await outbox.enqueue({ ...scanOf("b.example"), after: [first.id] });
		await old.enqueue(scanOf("c.example"));
		await pass({ ...device, outbox });
		expect(device.server.scans.size).toBe(3);
		expect(await outbox.get(second.id)).toMatchObject({ status: "accepted" });
	});
});

describe("promise 7: age by kind", () => {
	const verdict: NewEntry = {
		kind: "verdicts",
		body: { fingerprints: ["f"], state: "open", saidAt: "2026-01-01T00:00:00Z" },
		owner: ADA,
	} as NewEntry;

	test("a scan asks after seven days, and what a person decided never does", async () => {
		const device = deviceWithOutbox();
		const [scan, decision] = await device.outbox.enqueueAll([scanOf("a.example"), verdict]);
		device.clock.advance(10 * STALE_AFTER_MS);
		expect(await device.outbox.replay()).toMatchObject({ sent: 1 });
		expect(await stateOf(device.outbox, scan as Entry)).toBe("stale");
		expect(await stateOf(device.outbox, decision as Entry)).toBe("accepted");
	});

	test("what older code held for its age although it never grows stale goes out", async () => {
		const device = deviceWithOutbox();
		const old = device.context({}, createOutboxBeforeEvidence).outbox;
		const { id } = await old.enqueue(verdict);
		device.clock.advance(STALE_AFTER_MS + 1);
		await old.replay();
		expect(await old.get(id)).toMatchObject({ status: "held", reason: "stale" });
		expect(await device.outbox.replay()).toMatchObject({ sent: 1 });
	});
});
