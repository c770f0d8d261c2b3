import { describe, expect, test } from "vitest";
import type { AccountId } from "#contract/ids.ts";
import { HEAD_START_MS } from "#src/outbox/storage/record.ts";
import { RECEIPT_KEPT_MS } from "#src/outbox/upkeep.ts";
import { until } from "#tests/support/outbox/outbox-clock.ts";
import { fakeDevice, scanOf } from "#tests/support/outbox/outbox-device.ts";

const ADA = "7b0b7b54-5b43-4d55-9d0b-2f4b9a9b7d11" as AccountId;
const BEN = "0a5f3a0e-7f8e-4b6e-8a51-5d4c9a3f1c22" as AccountId;

const of = (owner: AccountId | "unclaimed" | "anonymous", host: string) =>
	({ kind: "nmap-scan", body: { host }, owner }) as const;

describe("promise 6: an entry belongs to the account that made it", () => {
	test("while the device is signed out nothing goes out for any account, and what is anonymous does", async () => {
		const { context, clock, server } = fakeDevice();
		const [tab, worker] = [context().outbox, context().outbox];
		await tab.enqueue(of(ADA, "a.example"));
		await tab.enqueue(scanOf("b.example"));
		await tab.setSignedOut(true);
		clock.advance(HEAD_START_MS);
		expect(await worker.replay({ reconnected: true })).toEqual({ sent: 1, left: 0, nextAt: null });
		expect(server.requests.map(({ account }) => account)).toEqual(["anonymous"]);
		await tab.setSignedOut(false);
		expect(await worker.replay()).toMatchObject({ sent: 1, left: 0 });
	});

	test("after a sign-out in the middle of a pass, nothing more is sent for that account", async () => {
		const { context, clock, server } = fakeDevice();
		const [tab, other] = [context().outbox, context().outbox];
		for (let i = 0; i < 20; i++) await tab.enqueue(of(ADA, `${i}.example`));
		clock.advance(HEAD_START_MS);
		const pass = other.replay();
		await until(() => server.requests.length > 0);
		await tab.setSignedOut(true);
		const begun = server.requests.length;
		await pass;
		expect(begun).toBeLessThan(20);
		// Those that were leased earlier may still have been on their way.
		expect(server.requests.length).toBeLessThanOrEqual(begun + 6);
		expect((await tab.list()).filter(({ status }) => status === "queued").length).toBeGreaterThanOrEqual(8);
	});

	test("another account's sign-in sends nothing of the first, which goes out when that one is back", async () => {
		const { context, clock, server } = fakeDevice();
		const { outbox } = context();
		await outbox.setAccount(ADA);
		const { id } = await outbox.enqueue(of(ADA, "a.example"));
		clock.advance(HEAD_START_MS);
		await outbox.setAccount(BEN);
		expect(await outbox.replay()).toEqual({ sent: 0, left: 0, nextAt: null });
		expect(await outbox.count()).toBe(0);
		expect(await outbox.sendNow(id)).toMatchObject({ status: "held", reason: "sign-in" });
		expect(server.requests).toEqual([]);
		await outbox.setAccount(ADA);
		expect(await outbox.count()).toBe(1);
		expect(await outbox.releaseHeld(ADA, "sign-in")).toBe(1);
		expect(await outbox.replay()).toMatchObject({ sent: 1 });
		expect(server.requests).toMatchObject([{ account: ADA }]);
	});

	test("without a signed-in account, an account's entries wait", async () => {
		const { context, clock, server } = fakeDevice();
		const { outbox } = context();
		await outbox.setAccount(null);
		await outbox.enqueue(of(ADA, "a.example"));
		clock.advance(HEAD_START_MS);
		expect(await outbox.replay()).toMatchObject({ sent: 0, left: 0 });
		expect(server.requests).toEqual([]);
	});

	test("only the account's own entries with the reason are released", async () => {
		const { context, server } = fakeDevice();
		const { outbox } = context();
		server.faults.push({ status: 401 }, { status: 401 }, { status: 501, body: { code: "engine_unavailable" } });
		for (const owner of [ADA, BEN, ADA]) await outbox.sendNow((await outbox.enqueue(of(owner, "a.example"))).id);
		expect(await outbox.releaseHeld(ADA, "sign-in")).toBe(1);
		expect((await outbox.list()).map(({ status }) => status)).toEqual(["queued", "held", "held"]);
	});
});

describe("asked for where no account was known", () => {
	test("it is held, and neither a pass nor a person sends it", async () => {
		const { context, clock, server } = fakeDevice();
		const { outbox } = context();
		const { id } = await outbox.enqueue(of("unclaimed", "a.example"));
		clock.advance(HEAD_START_MS);
		await outbox.replay({ reconnected: true });
		await outbox.sendNow(id);
		await outbox.releaseWhere(() => true);
		await outbox.hurry([id]);
		expect(await outbox.list()).toMatchObject([{ status: "held", reason: "sign-in", owner: "unclaimed" }]);
		expect(server.requests).toEqual([]);
		expect(await outbox.count()).toBe(1);
	});

	test("a yes after signing in makes it that account's; a no discards it and nothing else", async () => {
		const { context, server } = fakeDevice();
		const { outbox } = context();
		await outbox.enqueue(of("unclaimed", "a.example"));
		await outbox.enqueue(of("unclaimed", "b.example"));
		expect(await outbox.adoptUnclaimed(ADA)).toBe(2);
		await outbox.replay();
		expect(server.requests.map(({ account }) => account)).toEqual([ADA, ADA]);
		await outbox.enqueue(of("unclaimed", "c.example"));
		expect(await outbox.discardUnclaimed()).toBe(1);
		expect(await outbox.list()).toHaveLength(2);
	});
});

test("receipts are kept for 90 days and tidied then; nothing else is dropped for age", async () => {
	const { context, clock, server } = fakeDevice();
	const { outbox } = context();
	await outbox.sendNow((await outbox.enqueue(scanOf("a.example"))).id);
	server.faults.push({ status: 400, body: { code: "x", message: "No." } });
	await outbox.sendNow((await outbox.enqueue(scanOf("b.example"))).id);
	await outbox.enqueue(scanOf("c.example"));
	clock.advance(RECEIPT_KEPT_MS);
	await outbox.prune();
	expect((await outbox.list()).map(({ status }) => status)).toEqual(["accepted", "rejected", "queued"]);
	clock.advance(1);
	await outbox.prune();
	expect((await outbox.list()).map(({ status }) => status)).toEqual(["rejected", "queued"]);
});
