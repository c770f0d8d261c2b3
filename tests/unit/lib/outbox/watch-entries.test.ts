import { expect, test } from "vitest";
import { type Reading, tally, watchEntries } from "#src/lib/outbox/watch-entries.ts";
import { wordsOf } from "#src/requests/kinds.ts";
import { turns, until } from "#tests/support/outbox/outbox-clock.ts";
import { fakeDevice, scanOf } from "#tests/support/outbox/outbox-device.ts";

const targets = (reading: Reading | undefined) =>
	reading?.ok ? reading.entries.map(({ request }) => wordsOf(request).subject) : undefined;

const noRest = async () => {};

test("tells what is there, and again after every change in any tab", async () => {
	const device = fakeDevice();
	const [here, there] = [device.context().outbox, device.context().outbox];
	await here.enqueue(scanOf("a.example"));
	const readings: Reading[] = [];
	const stop = watchEntries(here, (reading) => readings.push(reading), noRest);
	await until(() => readings.length === 1);
	expect(targets(readings[0])).toEqual(["a.example"]);
	const { id } = await there.enqueue(scanOf("b.example"));
	await turns();
	expect(targets(readings.at(-1))).toEqual(["a.example", "b.example"]);
	await there.discard(id);
	await turns();
	expect(targets(readings.at(-1))).toEqual(["a.example"]);
	stop();
	const before = readings.length;
	await there.enqueue(scanOf("c.example"));
	await turns();
	expect(readings).toHaveLength(before);
});

test("many changes at once are read a few times, and the last reading has them all", async () => {
	const { outbox } = fakeDevice().context();
	const readings: Reading[] = [];
	watchEntries(outbox, (reading) => readings.push(reading), noRest);
	await Promise.all(Array.from({ length: 50 }, (_, index) => outbox.enqueue(scanOf(`${index}.example`))));
	await turns();
	expect(targets(readings.at(-1))).toHaveLength(50);
	expect(readings.length).toBeLessThan(25);
});

test("a change during a reading is not missed", async () => {
	const { outbox } = fakeDevice().context();
	const readings: Reading[] = [];
	let pass = () => {};
	const held = new Promise<void>((resolve) => {
		pass = resolve;
	});
	const slow = {
		subscribe: outbox.subscribe,
		// Reads immediately and reports late, like a list that was read just before the change.
		contents: () => outbox.contents().then((contents) => held.then(() => contents)),
	};
	watchEntries(slow, (reading) => readings.push(reading), noRest);
	await turns();
	await outbox.enqueue(scanOf("a.example"));
	pass();
	await until(() => readings.length === 2);
	expect(readings.map(targets)).toEqual([[], ["a.example"]]);
});

test("changes that come close together are read together", async () => {
	const { outbox } = fakeDevice().context();
	const readings: Reading[] = [];
	let wake = () => {};
	watchEntries(
		outbox,
		(reading) => readings.push(reading),
		() =>
			new Promise((resolve) => {
				wake = resolve;
			}),
	);
	await until(() => readings.length === 1);
	for (const name of ["a", "b", "c"]) await outbox.enqueue(scanOf(`${name}.example`));
	await turns();
	expect(readings).toHaveLength(1);
	wake();
	await until(() => readings.length === 2);
	expect(targets(readings[1])).toEqual(["a.example", "b.example", "c.example"]);
});

test("a storage that cannot be read is reported", async () => {
	const { outbox } = fakeDevice().context({ indexedDB: undefined });
	const readings: Reading[] = [];
	watchEntries(outbox, (reading) => readings.push(reading), noRest);
	await until(() => readings.length > 0);
	expect(readings[0]).toMatchObject({ ok: false, error: { reason: "unavailable" } });
});

test("held and refused entries need a person; what was delivered counts for nothing", async () => {
	const { outbox, server } = (() => {
		const device = fakeDevice();
		return { outbox: device.context().outbox, server: device.server };
	})();
	const send = async (target: string) => outbox.sendNow((await outbox.enqueue(scanOf(target))).id);
	server.faults.push({ status: 500 }, { status: 501, body: { code: "engine_unavailable" } }, { status: 400 });
	for (const target of ["waits", "held", "refused", "delivered"]) await send(target);
	await outbox.enqueue(scanOf("fresh"));
	expect(tally(await outbox.list())).toEqual({ waiting: 2, attention: 2 });
});
