import { expect, test } from "vitest";
import { isIdle } from "#src/lib/lock/idle.ts";
import { waitText } from "#src/lib/lock/refusal-text.ts";
import { counted, NO_TRIES, restarted, waitUntil } from "#src/lib/lock/tries.ts";

const NOON = Date.UTC(2026, 10, 23, 12);
const after = (wrong: number) => ({ wrong, at: NOON });
const waitMs = (wrong: number) => (waitUntil(after(wrong), NOON) ?? NOON) - NOON;

test("four wrong PINs are free, the fifth costs 30 s, each one more twice as much, and never more than an hour", () => {
	expect([0, 1, 4].map(waitMs)).toEqual([0, 0, 0]);
	expect([5, 6, 7, 11, 12, 40].map(waitMs)).toEqual([30_000, 60_000, 120_000, 1_920_000, 3_600_000, 3_600_000]);
	expect(waitUntil(after(5), NOON + 29_999)).toBe(NOON + 30_000);
	expect(waitUntil(after(5), NOON + 30_000)).toBeNull();
});

test("a clock that is set back begins the wait again; without a wait it changes nothing", () => {
	const earlier = NOON - 86_400_000;
	const again = restarted(after(5), earlier);
	expect(waitUntil(again, earlier)).toBe(earlier + 30_000);
	expect(waitUntil(restarted(after(2), earlier), earlier)).toBeNull();
	expect(restarted(after(5), NOON + 1)).toEqual(after(5));
});

test("each try counts as a wrong one at first", () => {
	expect(counted(counted(NO_TRIES, NOON), NOON + 5)).toEqual({ wrong: 2, at: NOON + 5 });
});

test("a device is left alone after its minutes, and after its clock was set back by more than a moment", () => {
	expect(isIdle(NOON, NOON + 299_999, 5)).toBe(false);
	expect(isIdle(NOON, NOON + 300_000, 5)).toBe(true);
	expect(isIdle(NOON, NOON - 2_000, 5)).toBe(false);
	expect(isIdle(NOON, NOON - 60_000, 5)).toBe(true);
});

test("waits are said in the largest unit that is honest", () => {
	expect([0, 1_000, 29_001, 60_000, 61_000, 3_600_000].map(waitText)).toEqual([
		"1 second",
		"1 second",
		"30 seconds",
		"1 minute",
		"2 minutes",
		"1 hour",
	]);
});
