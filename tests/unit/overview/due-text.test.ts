import { afterEach, describe, expect, test, vi } from "vitest";
import { endText } from "#src/features/overview/due-text.ts";
import { daysUntil, dueText } from "#src/lib/days/due-days.ts";

const NOW = Date.UTC(2026, 4, 21, 23, 59);

afterEach(() => vi.unstubAllEnvs());

test.each([
	["Africa/Lagos", "2026-05-22", "today"],
	["America/New_York", "2026-05-21", "today"],
	["Pacific/Auckland", "2026-05-21", "1 day ago"],
])("in %s, %s is %s: days are counted in the reader's zone", (zone, day, words) => {
	vi.stubEnv("TZ", zone);
	expect(dueText(day, NOW)).toBe(words);
});

describe("how far away a day is, at any hour", () => {
	test.each([
		["2026-05-21", "today"],
		["2026-05-22", "in 1 day"],
		["2026-06-03", "in 13 days"],
		["2026-05-20", "1 day ago"],
		["2025-12-31", "141 days ago"],
		["2024-05-22", "729 days ago"],
		["2024-05-20", "2 years ago"],
		["2018-12-31", "7 years ago"],
	])("%s is %s", (day, words) => {
		expect(dueText(day, NOW)).toBe(words);
		expect(dueText(day, NOW - 23 * 3_600_000)).toBe(words);
	});

	test("the last day counts as not over", () => {
		expect(daysUntil("2026-05-21", NOW)).toBe(0);
	});
});

test("what has expired differs from what will expire", () => {
	const certificate = { what: "certificate", host: "a.example", detail: "" } as const;
	expect(endText({ ...certificate, on: "2026-05-21" }, NOW)).toBe("Certificate expires");
	expect(endText({ ...certificate, on: "2026-05-20" }, NOW)).toBe("Certificate expired");
	expect(endText({ what: "end-of-life", host: "a.example", detail: "PHP 8.1", on: "2025-12-31" }, NOW)).toBe(
		"Support ended: PHP 8.1",
	);
});
