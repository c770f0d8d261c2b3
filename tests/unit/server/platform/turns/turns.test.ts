import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTurns } from "#server/platform/turns/turns.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("so many work at once, and who came first is next", async () => {
	const { take } = createTurns({ atOnce: 2, eachAtOnce: 9, each: 1, waitMs: 1_000 });
	const [a, b] = [await take(["a"]), await take(["b"])];
	const order: string[] = [];
	const waiting = ["c", "d", "e"].map(async (key) => {
		const turn = await take([key]);
		order.push(key);
		return turn;
	});
	await Promise.resolve();
	expect(order).toEqual([]);
	b?.done();
	(await waiting[0])?.done();
	await waiting[1];
	expect(order).toEqual(["c", "d"]);
	a?.end();
	await waiting[2];
	expect(order).toEqual(["c", "d", "e"]);
});

test("one who asks for more than a share is refused at once, and keeps no other waiting", async () => {
	const { take } = createTurns({ atOnce: 1, eachAtOnce: 9, each: 2, waitMs: 1_000 });
	const first = await take(["greedy"]);
	const second = take(["greedy"]);
	for (let tries = 0; tries < 100; tries++) expect(await take(["greedy"])).toBeUndefined();
	const other = take(["other"]);
	first?.end();
	(await second)?.end();
	expect(await other).toBeDefined();
});

test("each of several keys counts: an account has its share in all of its workspaces together", async () => {
	const { take } = createTurns({ atOnce: 5, eachAtOnce: 9, each: 1, waitMs: 1_000 });
	const turn = await take(["workspace 1", "account"]);
	expect(await take(["workspace 2", "account"])).toBeUndefined();
	expect(await take(["workspace 1", "other account"])).toBeUndefined();
	turn?.done();
	expect(await take(["workspace 2", "account"]), "what it made is still being sent").toBeUndefined();
	turn?.end();
	const twice = await take(["account", "account"]);
	expect(twice, "the same key twice is one").toBeDefined();
});

test("one who waits too long is refused, and takes no turn later", async () => {
	const { take } = createTurns({ atOnce: 1, eachAtOnce: 9, each: 1, waitMs: 1_000 });
	const first = await take(["a"]);
	const late = take(["b"]);
	await vi.advanceTimersByTimeAsync(1_000);
	expect(await late).toBeUndefined();
	first?.end();
	first?.end();
	expect(await take(["b"])).toBeDefined();
	const second = take(["c"]);
	await vi.advanceTimersByTimeAsync(999);
	const waits = await Promise.race([second, Promise.resolve("waits")]);
	expect(waits, "ending twice frees one place").toBe("waits");
	await vi.advanceTimersByTimeAsync(1);
});

test("without a wait, it is now or never", async () => {
	const { take } = createTurns({ atOnce: 1, eachAtOnce: 9, each: 5, waitMs: 0 });
	const first = await take(["a"]);
	const late = take(["b"]);
	await vi.advanceTimersByTimeAsync(1);
	expect(await late).toBeUndefined();
	first?.done();
	expect(await take(["a"])).toBeDefined();
});

test("one of a key works at a time, and the place beside it is for others, who came later", async () => {
	const { take } = createTurns({ atOnce: 2, eachAtOnce: 1, each: 3, waitMs: 1_000 });
	const first = await take(["a"]);
	const order: string[] = [];
	const waiting = [
		["a", "second of a"],
		["b", "b"],
	].map(async ([key = "", name = ""]) => {
		const turn = await take([key]);
		order.push(name);
		return turn;
	});
	await waiting[1];
	expect(order).toEqual(["b"]);
	first?.done();
	await waiting[0];
	expect(order).toEqual(["b", "second of a"]);
});
