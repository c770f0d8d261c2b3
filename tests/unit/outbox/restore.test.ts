import { expect, test } from "vitest";
import type { Change } from "#src/outbox/deps.ts";
import { fakeDevice, scanOf } from "#tests/support/outbox/outbox-device.ts";

test("a discard that is undone brings back the entry as it was, under its old key", async () => {
	const device = fakeDevice();
	const { outbox } = device.context();
	device.server.faults.push("lose-answer");
	const { id } = await outbox.enqueue(scanOf("example.com"));
	const tried = await outbox.sendNow(id);
	await outbox.discard(id);
	expect(await outbox.list()).toEqual([]);

	if (!tried) throw new Error("The entry is gone.");
	await outbox.restore([tried]);
	expect(await outbox.list()).toEqual([tried]);
	expect(await outbox.sendNow(id)).toMatchObject({ status: "accepted" });
	expect(device.server.scans.size).toBe(1);
});

test("undoing twice, or after another tab did, changes nothing and notifies no one", async () => {
	const device = fakeDevice();
	const { outbox } = device.context();
	const entry = await outbox.enqueue(scanOf("example.com"));
	await outbox.discard(entry.id);
	await Promise.all([outbox.restore([entry]), outbox.restore([entry])]);
	await outbox.sendNow(entry.id);
	const heard: Change[] = [];
	outbox.subscribe((change) => heard.push(change));
	await outbox.restore([entry]);
	expect(await outbox.list()).toMatchObject([{ id: entry.id, status: "accepted" }]);
	expect(heard).toEqual([]);
});
