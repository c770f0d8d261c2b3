import { describe, expect, test } from "vitest";
import { HEAD_START_MS } from "#src/outbox/storage/record.ts";
import { turns, until } from "#tests/support/outbox/outbox-clock.ts";
import { fakeDevice, scanOf } from "#tests/support/outbox/outbox-device.ts";
import { isSkipWaiting } from "../../../sw/messages.ts";
import { isOutboxSync, replayForSync } from "../../../sw/replay.ts";

/** A device with one entry and no tab, and the worker woken by a sync event. */
async function sync(faults: ReturnType<typeof fakeDevice>["server"]["faults"] = []) {
	const device = fakeDevice();
	await device.context().outbox.enqueue(scanOf("example.com"));
	device.server.faults.push(...faults);
	const event = { outcome: "pending" };
	const done = replayForSync(device.context().outbox, device.clock).then(
		() => {
			event.outcome = "fulfilled";
		},
		(error) => {
			event.outcome = `rejected: ${error.message}`;
		},
	);
	return { ...device, event, done };
}

describe("promise 5: a sync event sends what waits, without a tab", () => {
	test("it waits out the head start of a tab that may be gone", async () => {
		const { clock, server, event, done } = await sync();
		await turns();
		expect(event.outcome).toBe("pending");
		clock.advance(HEAD_START_MS);
		await done;
		expect(event.outcome).toBe("fulfilled");
		expect(server.scans.size).toBe(1);
	});

	test("it asks for another event while something is left for later", async () => {
		const { clock, event, done, server } = await sync([{ status: 500, headers: { "retry-after": "600" } }]);
		await until(() => clock.timers() === 1);
		clock.advance(HEAD_START_MS);
		await done;
		expect(event.outcome).toBe("rejected: 1 entries still wait.");
		expect(server.scans.size).toBe(0);
	});

	test("it does not wait for ever for what fails again and again", async () => {
		const { clock, event } = await sync(Array(100).fill("refuse-connection"));
		for (let second = 0; second < 60; second++) {
			await turns(45);
			clock.advance(1000);
		}
		expect(event.outcome).toMatch(/^rejected/);
	});

	test("a held entry asks for no further event: it waits for a person", async () => {
		const { clock, event, done } = await sync([{ status: 401, body: { code: "sign_in_required", message: "" } }]);
		await until(() => clock.timers() === 1);
		clock.advance(HEAD_START_MS);
		await done;
		expect(event.outcome).toBe("fulfilled");
	});

	test("only the outbox's own tag counts", () => {
		expect(isOutboxSync(Object.assign(new Event("sync"), { tag: "outbox" }))).toBe(true);
		expect(isOutboxSync(Object.assign(new Event("sync"), { tag: "test-tag-from-devtools" }))).toBe(false);
	});
});

test("only the agreed message ends the waiting", () => {
	expect(isSkipWaiting({ type: "SKIP_WAITING" })).toBe(true);
	for (const data of [null, undefined, "SKIP_WAITING", { type: "other" }, {}]) expect(isSkipWaiting(data)).toBe(false);
});
