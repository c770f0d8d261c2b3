import { expect, test } from "vitest";
import { HEAD_START_MS } from "#src/outbox/record.ts";
import { fakeDevice, scanOf } from "../../support/outbox/outbox-device.ts";
import { startTestServer } from "../../support/server/test-server.ts";

// However slow this machine is, the server takes in a whole batch.
const began = new Date();
const server = await startTestServer({ parts: { now: () => began } });
const countScans = async () => (await server.database.pool.query("SELECT 1 FROM scans")).rowCount;

test("the outbox and the server speak the same batches, and a lost answer makes no second scan", async () => {
	const device = fakeDevice();
	const asked: string[] = [];
	let lose = true;
	const { outbox } = device.context({
		async fetch(url, init) {
			asked.push(url);
			const response = await fetch(server.url + url, init);
			if (!lose) return response;
			await response.text();
			throw new TypeError("Failed to fetch");
		},
	});
	for (let i = 0; i < 58; i++) await outbox.enqueue(scanOf("example.com"));
	const refused = await outbox.enqueue(scanOf("10.0.0.1"));
	const foreign = await outbox.enqueue({ ...scanOf("example.com"), owner: crypto.randomUUID() as never });
	device.clock.advance(HEAD_START_MS);

	expect(await outbox.replay()).toMatchObject({ sent: 0, left: 60 });
	expect(await countScans()).toBe(58);
	lose = false;
	device.clock.advance(60_000);
	expect(await outbox.replay()).toEqual({ sent: 58, left: 0, nextAt: null });
	expect(await countScans()).toBe(58);
	expect(new Set(asked)).toEqual(new Set(["/api/v1/outbox/"]));
	expect(await outbox.get(refused.id)).toMatchObject({ status: "rejected", error: { code: "target_refused" } });
	expect(await outbox.get(foreign.id)).toMatchObject({ status: "held", reason: "sign-in" });
});
