import { beforeEach, expect, test, vi } from "vitest";
import type { AccountId } from "#contract/ids.ts";
import { WORKSPACE } from "./samples.ts";

const ADA = "7c1f4e2a-9c39-4f4e-8f7b-0a4b5c6d7e8f" as AccountId;
const BOB = "8c1f4e2a-9c39-4f4e-8f7b-0a4b5c6d7e8f" as AccountId;

const storage = (items = new Map<string, string>()) => ({
	getItem: (key: string) => items.get(key) ?? null,
	setItem: (key: string, text: string) => void items.set(key, text),
	removeItem: (key: string) => void items.delete(key),
});

/** A tab of the device: its own session, and what the device stores. */
async function tab(device: ReturnType<typeof storage>, session = storage()) {
	vi.resetModules();
	const code = await import("#src/lib/workspace/choice.ts");
	const use = <T>(task: (choices: typeof code) => T): T => {
		vi.stubGlobal("localStorage", device);
		vi.stubGlobal("sessionStorage", session);
		return task(code);
	};
	return use;
}

beforeEach(() => vi.unstubAllGlobals());

test("choosing in one tab leaves the others as they are, and new ones begin with it", async () => {
	const device = storage();
	const first = await tab(device);
	const second = await tab(device);
	first(({ writeChoice }) => writeChoice(ADA, { workspace: WORKSPACE, code: "acme" }));
	second(({ writeChoice }) => writeChoice(ADA, { workspace: WORKSPACE, code: "borno" }));
	expect(first(({ readChoice }) => readChoice(ADA))).toEqual({ workspace: WORKSPACE, code: "acme" });
	const third = await tab(device);
	expect(third(({ readChoice }) => readChoice(ADA))).toEqual({ workspace: WORKSPACE, code: "borno" });
});

test("what one account chose is nothing to another", async () => {
	const here = await tab(storage());
	here(({ writeChoice }) => writeChoice(ADA, { workspace: WORKSPACE, code: "acme" }));
	expect(here(({ readChoice }) => readChoice(BOB))).toEqual({ workspace: null, code: null });
	expect(here(({ readChoice }) => readChoice(null))).toEqual({ workspace: null, code: null });
	expect(here(({ readChoice }) => readChoice(ADA))).toEqual({ workspace: WORKSPACE, code: "acme" });
});

test("one’s own workspace has no id here, and a choice is the same object until it changes", async () => {
	const here = await tab(storage());
	here(({ writeChoice }) => writeChoice(ADA, { workspace: ADA as never, code: null }));
	expect(here(({ readChoice }) => readChoice(ADA))).toEqual({ workspace: null, code: null });
	const first = here(({ readChoice }) => readChoice(ADA));
	expect(here(({ readChoice }) => readChoice(ADA))).toBe(first);
});

test("text of another version, or of anyone, is no choice", async () => {
	const here = await tab(storage(new Map([["plumbline-shown", '{"account":"x","workspace":5}']])));
	expect(here(({ readChoice }) => readChoice(ADA))).toEqual({ workspace: null, code: null });
});

test("with a lock on the device, a client’s code stays in the memory of its tab", async () => {
	const [local, session] = [new Map<string, string>([["plumbline-lock", ADA]]), new Map<string, string>()];
	const here = await tab(storage(local), storage(session));
	here(({ writeChoice }) => writeChoice(ADA, { workspace: WORKSPACE, code: "acme" }));
	expect(here(({ readChoice }) => readChoice(ADA))).toEqual({ workspace: WORKSPACE, code: "acme" });
	expect([...local.values(), ...session.values()].join()).not.toContain("acme");
	const next = await tab(storage(local));
	expect(next(({ readChoice }) => readChoice(ADA))).toEqual({ workspace: WORKSPACE, code: null });
});
