import { describe, expect, test } from "vitest";
import type { AccountId } from "#contract/ids.ts";
import { HEAD_START_MS } from "#src/outbox/storage/record.ts";
import type { Entry } from "#src/requests/entry.ts";
import { until } from "#tests/support/outbox/outbox-clock.ts";
import { fillDisk } from "#tests/support/outbox/outbox-database.ts";
import { fakeDevice, scanOf } from "#tests/support/outbox/outbox-device.ts";

const DAY = 24 * 3600_000;
const other = { kind: "combined-scan", body: { target: "other.example", email: "ada@example.com" } } as const;

describe("promise 8: an entry can be changed", () => {
	test("its words keep its key, another body gives it a new one", async () => {
		const { context } = fakeDevice();
		const { outbox } = context();
		const { id } = await outbox.enqueue(scanOf("a.example"));
		expect(await outbox.edit(id, { client: "Acme", note: "Door" })).toMatchObject({ id, client: "Acme" });
		const after = (await outbox.edit(id, { request: other })) as Entry;
		expect(after).toMatchObject({ request: other, client: "Acme", note: "Door", status: "queued" });
		expect(after.id).not.toBe(id);
		expect(await outbox.list()).toEqual([after]);
		expect(await outbox.edit(after.id, { client: null })).not.toHaveProperty("client");
	});

	test("what another tab sends without a mark, on a full disk, does not come back over a change", async () => {
		const device = fakeDevice({ locks: false });
		const [here, there] = [device.context().outbox, device.context().outbox];
		const { id } = await here.enqueue(scanOf("a.example"));
		device.server.faults.push("hang");
		const disk = fillDisk();
		const sending = there.sendNow(id);
		await until(() => device.server.requests.length === 1);
		disk.restore();
		const after = (await here.edit(id, { request: other })) as Entry;
		device.clock.advance(20_000);
		await sending;
		expect(await here.list()).toEqual([after]);
		expect(await here.sendNow(after.id)).toMatchObject({ status: "accepted", request: other });
	});

	test.each(["lose-answer", { status: 500 }] as const)(
		"one that the server may have seen (%j) goes out once more with another body",
		async (fault) => {
			const { context, server } = fakeDevice();
			const { outbox } = context();
			server.faults.push(fault);
			const { id } = await outbox.enqueue(scanOf("a.example"));
			await outbox.sendNow(id);
			const after = (await outbox.edit(id, { request: other })) as Entry;
			expect(after.id).not.toBe(id);
			expect(await outbox.list()).toEqual([after]);
			expect(await outbox.sendNow(after.id)).toMatchObject({ status: "accepted" });
		},
	);

	test("a label alone changes neither key nor state, also of one that was tried", async () => {
		const { context, server } = fakeDevice();
		const { outbox } = context();
		server.faults.push({ status: 501, body: { code: "engine_unavailable", message: "" } });
		const { id } = await outbox.enqueue(scanOf("a.example"));
		await outbox.sendNow(id);
		expect(await outbox.edit(id, { client: "Acme" })).toMatchObject({ id, status: "held", reason: "engine" });
	});

	test("an anonymous request that a signed-in person edits into a new one becomes the account's, and stays anonymous while it keeps its key", async () => {
		const { context } = fakeDevice();
		const { outbox } = context();
		const account = "7c1f4e2a-9c39-4f4e-8f7b-0a4b5c6d7e8f" as AccountId;
		const { id } = await outbox.enqueue({ ...scanOf("a.example"), owner: "anonymous" });
		expect(await outbox.edit(id, { client: "Acme", account })).toMatchObject({ id, owner: "anonymous" });
		expect(await outbox.edit(id, { request: other, account })).toMatchObject({ owner: account, client: "Acme" });
	});

	test("a refused one goes on under a new key", async () => {
		const { context, server } = fakeDevice();
		const { outbox } = context();
		server.faults.push({ status: 400, body: { code: "invalid_target", message: "No." } });
		const { id } = await outbox.enqueue(scanOf("a.example"));
		await outbox.sendNow(id);
		const after = (await outbox.edit(id, { request: other })) as Entry;
		expect(after).toMatchObject({ status: "queued", attempts: 0 });
		await outbox.replay();
		expect([...server.scans.keys()]).toEqual([after.id]);
	});

	test("one that is being sent or is gone is left alone, and so is a receipt", async () => {
		const device = fakeDevice();
		const { outbox } = device.context();
		const { id } = await outbox.enqueue(scanOf("a.example"));
		device.server.faults.push("hang");
		void outbox.sendNow(id);
		await until(() => device.server.requests.length === 1);
		expect(await outbox.edit(id, { request: other })).toBe("under-way");
		device.clock.advance(20_000);
		await until(async () => (await outbox.get(id))?.status === "queued");
		await outbox.sendNow(id);
		expect(await outbox.edit(id, { client: "Acme" })).toBe("under-way");
		await outbox.dismiss(id);
		expect(await outbox.edit(id, { client: "Acme" })).toBe("gone");
	});
});

describe("not before and not after", () => {
	test("it waits for its time, also when the network comes back or the clock was set back", async () => {
		const { context, clock, server } = fakeDevice();
		const { outbox } = context();
		const startAt = clock.now() + 2 * DAY;
		const { id } = await outbox.enqueue({ ...scanOf("a.example"), startAt });
		clock.advance(HEAD_START_MS);
		expect(await outbox.replay({ reconnected: true })).toEqual({ sent: 0, left: 1, nextAt: startAt });
		clock.jump(-DAY);
		expect(await outbox.replay()).toMatchObject({ sent: 0, nextAt: startAt });
		clock.jump(startAt - clock.now());
		server.faults.push("refuse-connection");
		expect(await outbox.replay()).toMatchObject({ sent: 0, left: 1 });
		expect(await outbox.replay({ reconnected: true })).toMatchObject({ sent: 1 });
		expect(await outbox.get(id)).toMatchObject({ status: "accepted", startAt });
	});

	test("a person may send it earlier, and then it does not go back to waiting", async () => {
		const { context, clock, server } = fakeDevice();
		const { outbox } = context();
		const { id } = await outbox.enqueue({ ...scanOf("a.example"), startAt: clock.now() + 2 * DAY });
		server.faults.push("refuse-connection");
		await outbox.sendNow(id);
		expect(await outbox.replay({ reconnected: true })).toMatchObject({ sent: 1 });
	});

	test("promise 7: its age counts from its planned start", async () => {
		const { context, clock } = fakeDevice();
		const { outbox } = context();
		await outbox.enqueue({ ...scanOf("a.example"), startAt: clock.now() + 10 * DAY });
		clock.advance(11 * DAY);
		expect(await outbox.replay()).toMatchObject({ sent: 1 });
	});

	test("promise 7: past its end it is held and asks; another end releases it", async () => {
		const { context, clock, server } = fakeDevice();
		const { outbox } = context();
		const { id } = await outbox.enqueue({ ...scanOf("a.example"), notAfter: clock.now() + DAY });
		clock.advance(DAY + 1);
		expect(await outbox.replay()).toMatchObject({ sent: 0 });
		expect(await outbox.get(id)).toMatchObject({ status: "held", reason: "not-after" });
		expect(server.requests).toEqual([]);
		await outbox.edit(id, { notAfter: clock.now() + DAY });
		expect(await outbox.replay()).toMatchObject({ sent: 1 });
	});
});

test("promise 7: what has waited for more than 7 days is held and asks, and a yes sends it", async () => {
	const { context, clock, server } = fakeDevice();
	const { outbox } = context();
	const { id } = await outbox.enqueue(scanOf("a.example"));
	clock.advance(7 * DAY + 1);
	await outbox.replay();
	expect(await outbox.get(id)).toMatchObject({ status: "held", reason: "stale" });
	expect(server.requests).toEqual([]);
	expect(await outbox.sendNow(id)).toMatchObject({ status: "accepted" });
});

describe("many at once", () => {
	test("are saved together or not at all, and go out in their order", async () => {
		const { context, clock, server } = fakeDevice({ batches: true });
		const { outbox } = context();
		const entries = await outbox.enqueueAll(["a", "b", "c"].map((name) => scanOf(`${name}.example`)));
		clock.advance(HEAD_START_MS);
		expect(await outbox.replay()).toMatchObject({ sent: 3 });
		expect(server.posts).toMatchObject([{ isBatch: true, keys: entries.map(({ id }) => id) }]);
	});

	test("are sent when a person says so, whatever their back-off, and discarded together except for what is being sent", async () => {
		const { context, server } = fakeDevice();
		const { outbox } = context();
		server.faults.push({ status: 500, headers: { "retry-after": "3600" } });
		const first = await outbox.enqueue(scanOf("a.example"));
		await outbox.sendNow(first.id);
		await outbox.hurry([first.id]);
		expect(await outbox.replay()).toMatchObject({ sent: 1 });
		const [b, c] = await outbox.enqueueAll([scanOf("b.example"), scanOf("c.example")]);
		server.faults.push("hang");
		void outbox.sendNow(b?.id as never);
		await until(async () => (await outbox.get(b?.id as never))?.status === "sending");
		expect(await outbox.discardAll([b?.id as never, c?.id as never])).toMatchObject([{ id: c?.id }]);
	});

	test("what is being sent when it is to be discarded goes when that fails, and stays as delivered when it does not", async () => {
		const device = fakeDevice();
		const [here, there] = [device.context().outbox, device.context().outbox];
		const entries = await here.enqueueAll(["a", "b", "c"].map((name) => scanOf(`${name}.example`)));
		const ids = entries.map(({ id }) => id);
		device.server.faults.push("hang", "refuse-connection");
		const sending = ids.slice(0, 2).map((id) => there.sendNow(id));
		await until(() => device.server.requests.length === 2);
		const discarding = here.discardUnlessSent(ids);
		await until(async () => (await here.list()).length < 3);
		device.clock.advance(20_000);
		await Promise.all(sending);
		expect((await discarding).map(({ id }) => id).toSorted()).toEqual(ids);
		const again = await here.enqueue(scanOf("d.example"));
		const sent = there.sendNow(again.id);
		await until(async () => (await here.get(again.id))?.status === "sending");
		expect(await here.discardUnlessSent([again.id])).toEqual([]);
		expect(await sent).toMatchObject({ status: "accepted" });
		expect(await here.list()).toMatchObject([{ id: again.id, status: "accepted" }]);
	});
});
