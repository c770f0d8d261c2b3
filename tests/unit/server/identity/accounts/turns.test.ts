import { describe, expect, test } from "vitest";
import { BusyError, createTurns, type InTurn } from "#server/platform/turns/in-turn.ts";

/** Work that ends when the test says so, by name and in the order in which it started. */
function heldWork(inTurn: InTurn) {
	const begun: string[] = [];
	const ends: (() => void)[] = [];
	const ask = (whose: string, name = whose) =>
		inTurn(
			whose,
			() =>
				new Promise<string>((resolve) => {
					begun.push(name);
					ends.push(() => resolve(name));
				}),
		);
	return { begun, ask, end: () => ends.shift()?.() };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("turns", () => {
	test("let so many work at once, and the others in order", async () => {
		const { begun, ask, end } = heldWork(createTurns({ atOnce: 2, waiting: 10 }));
		const all = ["1", "2", "3", "4"].map((name) => ask("one", name));
		expect(begun).toEqual(["1", "2"]);
		end();
		await settled();
		expect(begun).toEqual(["1", "2", "3"]);
		for (let i = 0; i < 3; i++) {
			end();
			await settled();
		}
		expect(await Promise.all(all)).toEqual(["1", "2", "3", "4"]);
	});

	test("go around: a client that asks for one waits for at most one of a client that asks for a hundred", async () => {
		const { begun, ask, end } = heldWork(createTurns({ atOnce: 1, waiting: 200 }));
		const flood = Array.from({ length: 100 }, (_, i) => ask("flood", `flood ${i}`));
		const [one, other] = [ask("one"), ask("other")];
		for (let i = 0; i < 4; i++) {
			end();
			await settled();
		}
		expect(begun).toEqual(["flood 0", "flood 1", "one", "other", "flood 2"]);
		expect(await Promise.all([one, other])).toEqual(["one", "other"]);
		for (let i = 0; i < 100; i++) {
			end();
			await settled();
		}
		expect(await Promise.all(flood)).toHaveLength(100);
	});

	test("are refused when too many wait, so that a burst takes no more memory than those at work", async () => {
		const { begun, ask, end } = heldWork(createTurns({ atOnce: 2, waiting: 3 }));
		const all = Array.from({ length: 6 }, (_, i) => ask(String(i)).catch((error: unknown) => error));
		expect(await all[5]).toBeInstanceOf(BusyError);
		expect(begun).toEqual(["0", "1"]);
		for (let i = 0; i < 5; i++) {
			end();
			await settled();
		}
		expect((await Promise.all(all)).slice(0, 5)).toEqual(["0", "1", "2", "3", "4"]);
	});

	test("are handed on by work that fails", async () => {
		const inTurn = createTurns({ atOnce: 1, waiting: 10 });
		const fail = () => inTurn("one", () => Promise.reject(new Error("no memory")));
		for (let i = 0; i < 5; i++) await expect(fail()).rejects.toThrow("no memory");
		await Promise.all([expect(fail()).rejects.toThrow("no memory"), expect(fail()).rejects.toThrow("no memory")]);
		expect(await inTurn("one", async () => "done")).toBe("done");
	});
});
