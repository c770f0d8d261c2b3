import { beforeEach, expect, test } from "vitest";
import { accountId } from "#contract/ids.ts";
import { LockedError } from "#src/lib/lock/lock-state.ts";
import { lockDevice } from "#tests/support/lock-device.ts";

const ada = accountId.parse("7c1f4e2a-9c39-4f4e-8f7b-0a4b5c6d7e8f");
const grace = accountId.parse("0b5c6d7e-9c39-4f4e-8f7b-7c1f4e2a8f0a");
const PIN = { way: "pin", pin: "135790" } as const;
const WRONG = { way: "pin", pin: "111222" } as const;
const PASSKEY = { way: "passkey" } as const;
const text = (value: string) => new TextEncoder().encode(value);

let device: ReturnType<typeof lockDevice>;
beforeEach(() => {
	device = lockDevice();
});

/** A tab with a lock that was just created. */
async function lockedDevice() {
	const tab = device.openTab();
	expect(await tab.begin(ada, "ada@mail.example", PIN)).toBe("done");
	return tab;
}
/** A tab applies what it hears from others a moment later. */
const heard = (tab: ReturnType<typeof device.openTab>, status: string) =>
	expect.poll(() => tab.state().status).toBe(status);

test("without a lock nothing is encrypted, and the first PIN opens what it has made", async () => {
	const tab = device.openTab();
	expect(await tab.ready()).toEqual({ status: "off" });
	await expect(tab.encrypt(text("x"))).rejects.toThrow(LockedError);
	await tab.begin(ada, "ada@mail.example", PIN);
	expect(tab.state()).toMatchObject({ status: "open", ways: ["pin"], minutes: 5 });
	const sealed = await tab.encrypt(text("Acme Bank"));
	expect(new TextDecoder().decode(sealed)).not.toContain("Acme");
	expect(new TextDecoder().decode(await tab.decrypt(sealed))).toBe("Acme Bank");
	expect(await tab.encrypt(text("Acme Bank"))).not.toEqual(sealed);
	expect(await tab.nameFor("acme")).toBe(await tab.nameFor("acme"));
	expect(await tab.nameFor("acme")).not.toBe(await tab.nameFor("acne"));
});

test("a reload asks again, and the right PIN reads what was encrypted before", async () => {
	const sealed = await (await lockedDevice()).encrypt(text("kept"));
	const tab = device.openTab();
	// Even before it is read: the device remembers that there is one.
	expect(tab.state().status).toBe("locked");
	expect(await tab.ready()).toMatchObject({ status: "locked", ways: ["pin"], digits: true, wrong: 0, waitUntil: null });
	await expect(tab.decrypt(sealed)).rejects.toThrow(LockedError);
	await expect(tab.nameFor("kept")).rejects.toThrow(LockedError);
	expect(await tab.open(PIN)).toBe("done");
	expect(await tab.decrypt(sealed)).toEqual(text("kept"));
});

test("bytes that were changed, or are of another key, are refused", async () => {
	const tab = await lockedDevice();
	const sealed = await tab.encrypt(text("kept"));
	const changed = Uint8Array.from(sealed, (byte, at) => (at === sealed.length - 1 ? byte ^ 1 : byte));
	await expect(tab.decrypt(changed)).rejects.toThrow();
	await expect(tab.decrypt(Uint8Array.of(9, ...sealed.slice(1)))).rejects.toThrow("version 9");
	await tab.remove();
	await tab.begin(ada, "", PIN);
	await expect(tab.decrypt(sealed)).rejects.toThrow();
});

test("wrong PINs are counted over reloads, slowed from the fifth on, and lose nothing", async () => {
	const sealed = await (await lockedDevice()).encrypt(text("kept"));
	for (const count of [1, 2, 3, 4]) {
		const tab = device.openTab();
		expect(await tab.open(WRONG)).toBe("wrong");
		expect(tab.state()).toMatchObject({ wrong: count, waitUntil: null });
	}
	const tab = device.openTab();
	expect(await tab.open(WRONG)).toBe("wrong");
	expect(tab.state()).toMatchObject({ wrong: 5, waitUntil: device.now + 30_000 });
	// Not even the right one is tried, and that does not count.
	expect(await tab.open(PIN)).toBe("wait");
	expect(await device.openTab().open(PIN)).toBe("wait");
	expect(tab.state()).toMatchObject({ wrong: 5 });
	device.now += 30_000;
	expect(await tab.open(WRONG)).toBe("wrong");
	expect(tab.state()).toMatchObject({ wrong: 6, waitUntil: device.now + 60_000 });
	device.now += 60_000;
	tab.look();
	expect(tab.state()).toMatchObject({ waitUntil: null });
	expect(await tab.open(PIN)).toBe("done");
	expect(await tab.decrypt(sealed)).toEqual(text("kept"));
	tab.lock();
	expect(tab.state()).toMatchObject({ wrong: 0 });
});

test("a tab that is killed while a PIN is tried has used up that try", async () => {
	await lockedDevice();
	device.killed = true;
	for (const kills of [1, 2, 3, 4, 5]) {
		void device.openTab().open(PIN);
		await expect.poll(async () => device.openTab().ready()).toMatchObject({ wrong: kills });
	}
	device.killed = false;
	const tab = device.openTab();
	expect(await tab.open(PIN)).toBe("wait");
	device.now += 30_000;
	expect(await tab.open(PIN)).toBe("done");
});

test("setting the clock back does not shorten a wait, nor lengthen it beyond its length", async () => {
	await lockedDevice();
	const tab = device.openTab();
	for (let count = 1; count <= 5; count += 1) await tab.open(WRONG);
	device.now -= 86_400_000;
	expect(await tab.open(PIN)).toBe("wait");
	expect(tab.state()).toMatchObject({ waitUntil: device.now + 30_000 });
	device.now += 29_999;
	expect(await tab.open(PIN)).toBe("wait");
	device.now += 1;
	expect(await tab.open(PIN)).toBe("done");
});

test("two tabs that try at once are both counted", async () => {
	await lockedDevice();
	const [one, other] = [device.openTab(), device.openTab()];
	await Promise.all([one.open(WRONG), other.open(WRONG), one.open(WRONG), other.open(WRONG)]);
	expect(await device.openTab().ready()).toMatchObject({ wrong: 4 });
});

test("a passkey opens what the PIN opened, also while a PIN has to wait; each can be removed but the last", async () => {
	const tab = await lockedDevice();
	const sealed = await tab.encrypt(text("kept"));
	expect(await tab.addWay(WRONG, PASSKEY, "ada")).toBe("wrong");
	device.passkey = "canceled";
	expect(await tab.addWay(PIN, PASSKEY, "ada")).toBe("canceled");
	device.passkey = "given";
	expect(await tab.addWay(PIN, PASSKEY, "ada")).toBe("done");
	expect(tab.state()).toMatchObject({ status: "open", ways: ["pin", "passkey"] });
	const next = device.openTab();
	for (let count = 1; count <= 5; count += 1) await next.open(WRONG);
	device.passkey = "unable";
	expect(await next.open(PASSKEY)).toBe("unable");
	device.passkey = "given";
	expect(await next.open(PASSKEY)).toBe("done");
	expect(await next.decrypt(sealed)).toEqual(text("kept"));
	await next.removeWay("pin");
	expect(next.state()).toMatchObject({ ways: ["passkey"] });
	await expect(next.removeWay("passkey")).rejects.toThrow("needs a way");
	const last = device.openTab();
	expect(await last.open(PIN)).toBe("off");
	expect(await last.open(PASSKEY)).toBe("done");
});

test("another PIN replaces the first, and needs it", async () => {
	const tab = await lockedDevice();
	const sealed = await tab.encrypt(text("kept"));
	const next = { way: "pin", pin: "four words and more" } as const;
	expect(await tab.addWay(PIN, next, "")).toBe("done");
	const reloaded = device.openTab();
	expect(await reloaded.open(PIN)).toBe("wrong");
	expect(await reloaded.open(next)).toBe("done");
	expect(await reloaded.decrypt(sealed)).toEqual(text("kept"));
});

test("all tabs lock and open together; one that is opened later asks for itself", async () => {
	const one = await lockedDevice();
	const other = device.openTab();
	await other.ready();
	one.lock();
	expect(one.state().status).toBe("locked");
	await other.open(PIN);
	await heard(one, "open");
	const late = device.openTab();
	expect(await late.ready()).toMatchObject({ status: "locked" });
	one.lock();
	expect(other.state().status).toBe("locked");
});

test("it locks when no tab was used for its minutes, by the clock, and use in one tab keeps all open", async () => {
	const one = await lockedDevice();
	const other = device.openTab();
	await other.open(PIN);
	device.now += 4 * 60_000;
	one.used();
	device.now += 4 * 60_000;
	other.look();
	expect(other.state().status).toBe("open");
	device.now += 60_000;
	// A new person is not mistaken for the one who left.
	other.used();
	expect([one, other].map((tab) => tab.state().status)).toEqual(["locked", "locked"]);
	await one.open(PIN);
	await one.setMinutes(60);
	device.now += 59 * 60_000;
	one.look();
	expect(one.state().status).toBe("open");
	device.now += 60_000;
	one.look();
	expect(one.state().status).toBe("locked");
});

test("what was kept goes before a lock counts, and with it; other tabs learn that it is gone", async () => {
	const tab = await lockedDevice();
	const state = tab.state();
	expect(device.keys.at(-1)).toBe(state.status === "open" ? state.key : "");
	const other = device.openTab();
	expect(await other.ready()).toMatchObject({ status: "locked" });
	await tab.remove();
	expect(device.keys.at(-1)).toBeNull();
	expect(device.hint).toBeNull();
	await heard(other, "off");
	await expect(tab.encrypt(text("x"))).rejects.toThrow(LockedError);
});

test("a workspace that requires a lock is remembered for its account, and clears what was kept without one", async () => {
	const tab = device.openTab();
	await tab.ready();
	expect(tab.policyFor(ada)).toBeNull();
	await tab.learnPolicy({ owner: ada, required: false });
	expect([tab.policyFor(ada), device.missing]).toEqual([false, 0]);
	await tab.learnPolicy({ owner: ada, required: true });
	expect(device.missing).toBe(1);
	const next = device.openTab();
	await next.ready();
	expect([next.policyFor(ada), next.policyFor(grace)]).toEqual([true, null]);
	await next.begin(ada, "", PIN);
	await next.learnPolicy({ owner: ada, required: false });
	await next.learnPolicy({ owner: ada, required: true });
	expect(device.missing).toBe(1);
});

test("a record that cannot be read is no lock, and a device whose storage fails stays as it remembers", async () => {
	device.hint = ada;
	const failing = lockDevice();
	failing.hint = ada;
	Object.assign(failing.indexedDB, { open: () => ({}) });
	expect(await failing.openTab().ready()).toMatchObject({ status: "locked", ways: [] });
	expect(await device.openTab().ready()).toEqual({ status: "off" });
	expect(device.hint).toBeNull();
});
