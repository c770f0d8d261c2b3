import { describe, expect, test } from "vitest";
import { type StorageHost, storageFacts } from "#src/features/outbox-screen/storage/storage-facts.ts";

const GOOD: StorageHost = {
	storage: { persisted: async () => true, estimate: async () => ({ usage: 1_000_000, quota: 5_000_000_000 }) },
	userAgent: "Mozilla/5.0 (X11; Linux x86_64)",
	installed: false,
	locks: true,
	channel: true,
	sync: true,
	badge: true,
};
const said = async (changes: Partial<StorageHost>) => (await storageFacts({ ...GOOD, ...changes })).sentences.join(" ");

describe("promise 9: what is known about the storage is shown", () => {
	test("granted or not, and how much room is left", async () => {
		expect(await said({})).toBe("This browser agreed to keep what is saved here. About 5.0 GB of space is left.");
		expect(await said({ storage: { persisted: async () => false } })).toContain("may clear what is saved here");
	});

	test("a private window, as far as its size gives it away", async () => {
		expect(await said({ storage: { estimate: async () => ({ usage: 0, quota: 100_000_000 }) } })).toContain("private");
	});

	test("in an iOS tab the 7 days and how to install instead; not in the installed app", async () => {
		const userAgent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)";
		expect(await said({ userAgent })).toContain("after 7 days without a visit");
		expect(await said({ userAgent, installed: true })).not.toContain("7 days");
	});

	test.each([
		["sync", "only while a page of this product is open"],
		["locks", "hardly coordinate"],
		["channel", "hardly coordinate"],
		["badge", "does not show a count"],
	] as const)("without %s it says what that means", async (feature, words) => {
		expect(await said({})).not.toContain(words);
		expect(await said({ [feature]: false })).toContain(words);
	});

	test("a browser that says nothing, or fails to, is no error", async () => {
		expect(await said({ storage: undefined })).toContain("does not say");
		expect(await said({ storage: { persisted: () => Promise.reject(new Error("no")) } })).toContain("does not say");
	});
});
