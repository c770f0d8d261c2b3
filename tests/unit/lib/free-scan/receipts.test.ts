import { beforeEach, expect, test, vi } from "vitest";
import {
	addReceipt,
	clearReceipts,
	pruneReceipts,
	type Receipt,
	readReceipts,
	removeReceipt,
	settleReceipt,
	subscribeReceipts,
} from "#src/lib/free-scan/receipts.ts";

const KEY = "plumbline-receipts";
const DAY = 86_400_000;
const stored = new Map<string, string>();

const receipt = (id: string, change: Partial<Receipt> = {}): Receipt => ({
	id,
	target: `${id}.example`,
	email: "a@b.co",
	at: 1_000,
	state: "sent",
	...change,
});
const shown = () => readReceipts().map(({ id, state }) => `${id} ${state}`);

beforeEach(() => {
	stored.clear();
	vi.stubGlobal("localStorage", {
		getItem: (key: string) => stored.get(key) ?? null,
		setItem: (key: string, text: string) => void stored.set(key, text),
		removeItem: (key: string) => void stored.delete(key),
	});
	const page = new EventTarget();
	vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
	vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
});

test("the last three stay, newest first, and a repeat under one key is one receipt", () => {
	for (const id of ["a", "b", "c", "d"]) addReceipt(receipt(id));
	addReceipt(receipt("c"));
	expect(shown()).toEqual(["c sent", "d sent", "b sent"]);
	expect(readReceipts()).toBe(readReceipts());
	removeReceipt("d");
	expect(shown()).toEqual(["c sent", "b sent"]);
});

test("a saved request turns when it was sent or refused, goes when it was discarded, and turns only once", () => {
	for (const id of ["a", "b", "c"]) addReceipt(receipt(id, { state: "saved" }));
	settleReceipt("a", "delivered", 5_000);
	settleReceipt("b", "refused", 6_000);
	settleReceipt("c", "gone", 7_000);
	expect(readReceipts()).toEqual([
		receipt("b", { state: "refused", at: 6_000 }),
		receipt("a", { state: "sent", at: 5_000 }),
	]);
	// The form discards an entry whose success it has shown.
	settleReceipt("a", "gone", 8_000);
	expect(shown()).toEqual(["b refused", "a sent"]);
});

test("after a day they are forgotten, but for those that still wait", () => {
	addReceipt(receipt("a"));
	addReceipt(receipt("b", { state: "saved" }));
	pruneReceipts(1_000 + DAY - 1);
	expect(shown()).toEqual(["b saved", "a sent"]);
	pruneReceipts(1_000 + DAY);
	expect(shown()).toEqual(["b saved"]);
});

test.each([
	"",
	"{",
	"null",
	"7",
	'{"a":1}',
	'[null,7,{"id":"x"},{"id":1,"target":"t","email":"e","at":1,"state":"sent"}]',
])("what cannot be read is left out: %s", (text) => {
	stored.set(KEY, text);
	expect(readReceipts()).toEqual([]);
});

test("listeners hear of changes here, and without storage nothing throws", () => {
	const heard = vi.fn();
	const stop = subscribeReceipts(heard);
	addReceipt(receipt("a"));
	expect(heard).toHaveBeenCalledTimes(1);
	stop();
	removeReceipt("a");
	expect(heard).toHaveBeenCalledTimes(1);
	const broken = () => {
		throw new Error("SecurityError");
	};
	vi.stubGlobal("localStorage", { getItem: broken, setItem: broken });
	addReceipt(receipt("b"));
	expect(readReceipts()).toEqual([]);
});

test("a moment that no calendar has is no receipt, and more than three are not shown", () => {
	const hostile = [1e300, -1, 8.64e15].map((at) => receipt("bad", { at }));
	const many = ["a", "b", "c", "d"].map((id) => receipt(id));
	stored.set(KEY, JSON.stringify([...hostile, ...many]));
	expect(shown()).toEqual(["a sent", "b sent", "c sent"]);
});

test("with an account's other data its receipts leave the device", () => {
	addReceipt(receipt("a"));
	clearReceipts();
	expect(shown()).toEqual([]);
	expect([...stored.keys()]).toEqual([]);
});
