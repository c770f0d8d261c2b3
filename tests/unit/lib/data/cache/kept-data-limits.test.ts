import fc from "fast-check";
import { expect, test } from "vitest";
import { KEPT_LIMITS, type KeptEntry, tooMuch } from "#src/lib/data/cache/kept-data-limits.ts";

const NOW = Date.UTC(2026, 0, 31);
const DAY = 86_400_000;
const limits = { count: 3, size: 100, one: 60, age: 30 * DAY };
const entry = (daysAgo: number, size = 10): KeptEntry => ({ at: NOW - daysAgo * DAY, size });

test("nothing is removed while there are few and small enough", () => {
	expect(tooMuch({ a: entry(1), b: entry(2), c: entry(29) }, NOW, limits)).toEqual([]);
});

test("the oldest are removed first when there are too many, and when they are too large together", () => {
	expect(tooMuch({ a: entry(4), b: entry(1), c: entry(2), d: entry(3) }, NOW, limits)).toEqual(["a"]);
	expect(tooMuch({ a: entry(1, 50), b: entry(3, 50), c: entry(2, 50) }, NOW, limits)).toEqual(["b"]);
});

test("one that is too large goes by itself and takes no room from the others", () => {
	expect(tooMuch({ large: entry(0, 61), a: entry(1, 50), b: entry(2, 50) }, NOW, limits)).toEqual(["large"]);
});

test("what is too old goes, and so does what is from the future after a clock was set back", () => {
	expect(tooMuch({ old: entry(31), future: entry(-2), tomorrow: entry(-0.5) }, NOW, limits)).toEqual(["future", "old"]);
});

test("whatever there is, what stays is within the limits and no older than what goes for lack of room", () => {
	const entries = fc.dictionary(
		fc.string(),
		fc.record({ at: fc.integer({ min: NOW - 20 * DAY, max: NOW }), size: fc.integer({ min: 0, max: 60 }) }),
	);
	fc.assert(
		fc.property(entries, (all) => {
			const going = new Set(tooMuch(all, NOW, limits));
			const staying = Object.entries(all).filter(([hash]) => !going.has(hash));
			const size = staying.reduce((sum, [, one]) => sum + one.size, 0);
			const oldest = Math.min(...staying.map(([, { at }]) => at));
			return (
				staying.length <= limits.count &&
				size <= limits.size &&
				[...going].every((hash) => (all[hash]?.at ?? 0) <= oldest || staying.length === 0)
			);
		}),
	);
});

test("the limits leave room for one list and one detail of each screen", () => {
	expect(KEPT_LIMITS.count).toBeGreaterThanOrEqual(100);
	expect(KEPT_LIMITS.one).toBeLessThan(KEPT_LIMITS.size);
});
