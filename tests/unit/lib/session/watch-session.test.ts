import { beforeEach, expect, test, vi } from "vitest";
import { accountId } from "#contract/ids.ts";
import type { AccountState } from "#src/lib/account/account.ts";

const storage = new Map<string, string>();
const events = new EventTarget();
const reload = vi.fn();
vi.stubGlobal("localStorage", {
	getItem: (key: string) => storage.get(key) ?? null,
	setItem: (key: string, value: string) => storage.set(key, value),
	removeItem: (key: string) => storage.delete(key),
});
vi.stubGlobal("addEventListener", events.addEventListener.bind(events));
vi.stubGlobal("location", { reload });

const { registerWipe } = await import("#src/lib/data/cache/cached-data.ts");
const { watchSession } = await import("#src/lib/session/watch-session.ts");

const known = (id: string): AccountState => ({
	status: "known",
	account: { accountId: accountId.parse(id), name: "Ada", email: "ada@example.com" },
	locked: false,
});
const ADA = known("7c1f4e2a-9c39-4f4e-8f7b-0a4b5c6d7e8f");
const GRACE = known("0b5c6d7e-9c39-4f4e-8f7b-7c1f4e2a8f0a");

/** Another tab's action, which this one hears about later or never. */
const elsewhere = (state: AccountState) => storage.set("plumbline-account", JSON.stringify(state));
const hear = () => events.dispatchEvent(Object.assign(new Event("storage"), { key: "plumbline-account" }));
const show = (persisted: boolean) => events.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));

const wipe = vi.fn();
registerWipe(wipe);
elsewhere(ADA);
watchSession();

beforeEach(() => {
	elsewhere(ADA);
	hear();
	wipe.mockClear();
	reload.mockClear();
});

test("an account that leaves in another tab is forgotten in this one", () => {
	elsewhere(GRACE);
	hear();
	expect(wipe).toHaveBeenCalledTimes(1);
});

test("a lock is not a sign-out: what is kept waits for the same account", () => {
	elsewhere({ ...ADA, locked: true } as AccountState);
	hear();
	expect(wipe).not.toHaveBeenCalled();
});

test("a page that was put away with one account's data and comes back under another's is loaded anew", () => {
	show(true);
	show(false);
	expect(reload).not.toHaveBeenCalled();
	elsewhere(GRACE);
	show(true);
	expect(reload).toHaveBeenCalledTimes(1);
});
