import { describe, expect, test } from "vitest";
import type { AccountId } from "#contract/ids.ts";
import { carryIn, carryOut } from "#src/features/outbox-screen/carry.ts";
import { fakeDevice, scanOf } from "#tests/support/outbox-device.ts";

const ADA = "7b0b7b54-5b43-4d55-9d0b-2f4b9a9b7d11" as AccountId;
const PASS = "over the hills and far away";

/** A device with an outbox and what carrying needs. */
function deviceWithOutbox(seed: number) {
	const device = fakeDevice({ seed });
	const { outbox } = device.context();
	return { ...device, outbox, world: { outbox, crypto, now: device.clock.now } };
}

const two = () => [deviceWithOutbox(1), deviceWithOutbox(2)] as const;

describe("hand-over", () => {
	test("what waited here goes out there, once, and waits for a word here", async () => {
		const [here, there] = two();
		const entries = [
			await here.outbox.enqueue({ ...scanOf("a.example"), client: "Acme", notAfter: here.clock.now() + 3600_000 }),
			await here.outbox.enqueue({ kind: "nmap-scan", body: { host: "b.example" }, owner: ADA }),
		];
		const { text, count } = await carryOut(await here.outbox.list(), PASS, here.world);
		expect(count).toBe(2);
		expect(text).not.toContain("example");
		expect(await here.outbox.list()).toMatchObject(entries.map(({ id }) => ({ id, reason: "handed-over" })));
		here.clock.advance(3000);
		expect(await here.outbox.replay({ reconnected: true })).toMatchObject({ sent: 0, left: 0 });

		expect(await carryIn(text, PASS, ADA, there.world)).toEqual({ done: true, message: "2 requests taken in." });
		expect(await there.outbox.replay()).toMatchObject({ sent: 2 });
		expect([...there.server.scans.keys()]).toEqual(entries.map(({ id }) => id));
		expect(await there.outbox.list()).toMatchObject([{ client: "Acme" }, { owner: ADA }]);
	});

	test("the same file twice, and its own file on this device, double nothing", async () => {
		const [here, there] = two();
		const { id } = await here.outbox.enqueue(scanOf("a.example"));
		const { text } = await carryOut(await here.outbox.list(), PASS, here.world);
		await carryIn(text, PASS, null, there.world);
		await there.outbox.replay();
		expect(await carryIn(text, PASS, null, there.world)).toMatchObject({
			message: "0 requests taken in. One request was here already.",
		});
		expect(await there.outbox.list()).toMatchObject([{ id, status: "accepted" }]);
		await carryIn(text, PASS, null, here.world);
		expect(await here.outbox.list()).toMatchObject([{ id, status: "queued" }]);
	});

	test("changed after it was given away, it is a new request: the other device may have sent it", async () => {
		const [here] = two();
		const { id } = await here.outbox.enqueue(scanOf("a.example"));
		await carryOut(await here.outbox.list(), PASS, here.world);
		const { owner: _, ...request } = scanOf("b.example");
		expect(await here.outbox.edit(id, { request })).not.toMatchObject({ id });
	});

	test.each([
		["another passphrase", (text: string) => text, "over the hills and far", "not the passphrase"],
		["a cut file", (text: string) => text.slice(0, -40), PASS, "damaged"],
		["a changed letter", (text: string) => text.replace(/"data":"...../, '"data":"AAAAA'), PASS, "damaged"],
		["a newer version", (text: string) => text.replace('"v":1', '"v":9'), PASS, "newer version"],
		["a photograph", () => "\u0089PNG", PASS, "no file of an outbox"],
		["a demand to count forever", (text: string) => text.replace("600000", "6e9"), PASS, "damaged"],
	])("%s changes nothing and is told apart", async (_, change, passphrase, words) => {
		const [here, there] = two();
		await here.outbox.enqueue(scanOf("a.example"));
		const { text } = await carryOut(await here.outbox.list(), PASS, here.world);
		const result = await carryIn(change(text), passphrase, null, there.world);
		expect(result).toMatchObject({ done: false, message: expect.stringContaining(words) });
		expect(await there.outbox.list()).toEqual([]);
	});

	test("somebody else's requests are not taken in, nor what is beside them", async () => {
		const [here, there] = two();
		await here.outbox.enqueue(scanOf("a.example"));
		await here.outbox.enqueue({ kind: "nmap-scan", body: { host: "b.example" }, owner: ADA });
		const { text } = await carryOut(await here.outbox.list(), PASS, here.world);
		expect(await carryIn(text, PASS, null, there.world)).toMatchObject({
			done: false,
			message: expect.stringContaining("not signed in here"),
		});
		expect(await there.outbox.list()).toEqual([]);
	});
});
