import { expect, test } from "vitest";
import { type Fate, followEntry } from "#src/requests/follow-entry.ts";
import { turns } from "#tests/support/outbox/outbox-clock.ts";
import { fakeDevice, scanOf } from "#tests/support/outbox/outbox-device.ts";

/** A saved entry that one tab follows, and another tab that does things to it. */
async function followed() {
	const device = fakeDevice();
	const [here, there] = [device.context(), device.context()];
	device.server.faults.push({ status: 500 });
	const { id } = await here.outbox.enqueue(scanOf("example.com"));
	await here.outbox.sendNow(id);
	const fates: Fate[] = [];
	const stop = followEntry(here.outbox, id, (fate) => fates.push(fate));
	return { ...device, id, there: there.outbox, fates, stop };
}

test("tells once that another tab has delivered it", async () => {
	const { id, there, fates } = await followed();
	await there.sendNow(id);
	await there.dismiss(id);
	await turns();
	expect(fates).toEqual([{ fate: "delivered" }]);
});

test("tells that it was refused, with the server's words", async () => {
	const { id, there, fates, server } = await followed();
	server.faults.push({ status: 400, body: { code: "x", message: "No." } });
	await there.sendNow(id);
	await turns();
	expect(fates).toEqual([{ fate: "refused", message: "No." }]);
});

test("tells that it was discarded", async () => {
	const { id, there, fates } = await followed();
	await there.discard(id);
	await turns();
	expect(fates).toEqual([{ fate: "gone" }]);
});

test("another failure is not an end, and nothing is reported after following stopped", async () => {
	const { id, there, fates, server, stop } = await followed();
	server.faults.push({ status: 500 });
	await there.sendNow(id);
	await turns();
	expect(fates).toEqual([]);
	stop();
	await there.sendNow(id);
	await turns();
	expect(fates).toEqual([]);
});

test("tells what happened before anyone followed", async () => {
	const device = fakeDevice();
	const { outbox } = device.context();
	const { id } = await outbox.enqueue(scanOf("example.com"));
	await outbox.sendNow(id);
	const fates: Fate[] = [];
	followEntry(outbox, id, (fate) => fates.push(fate));
	await turns();
	expect(fates).toEqual([{ fate: "delivered" }]);
});
