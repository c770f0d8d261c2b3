import { expect, test } from "vitest";
import { axisDay, countText, remainingText, shortText } from "#src/features/overview/number-text.ts";

test("a count is in full while it fits a tile", () => {
	expect([0, 7, 1234, 99_999, 100_000, 1_240_000].map(countText)).toEqual([
		"0",
		"7",
		"1,234",
		"99,999",
		"100K",
		"1.2M",
	]);
});

test("beside another number it is in full only up to four digits", () => {
	expect([9_999, 10_000, 12_345].map(shortText)).toEqual(["9,999", "10K", "12.3K"]);
});

test("a day is the calendar's, in every time zone", () => {
	expect(axisDay("2026-04-06")).toBe("6 Apr");
	expect(axisDay("2026-12-31")).toBe("31 Dec");
});

test("the time left is in whole minutes, and no end in the past is promised", () => {
	const now = Date.UTC(2026, 0, 1);
	const at = (ms: number) => new Date(now + ms).toISOString();
	expect(remainingText(null, now)).toBe("");
	expect(remainingText(at(30_000), now)).toBe("about a minute left");
	expect(remainingText(at(60_001), now)).toBe("about 2 min left");
	expect(remainingText(at(0), now)).toBe("takes longer than usual");
	expect(remainingText(at(-5_000), now)).toBe("takes longer than usual");
});
