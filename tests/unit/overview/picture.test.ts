import { expect, test } from "vitest";
import { pictureOf } from "#src/features/overview/pictures/picture.ts";

const NOW = Date.UTC(2026, 4, 21, 9, 30);
const dayAgo = (days: number) => new Date(NOW - days * 86_400_000).toISOString().slice(0, 10);
const on = (daysAgo: number, high: number, medium: number, low: number, none = 0) => ({
	day: dayAgo(daysAgo),
	scans: 1,
	findings: { high, medium, low, none },
});
const row = (picture: ReturnType<typeof pictureOf>, severity: string) =>
	picture?.rows.find((row) => row.severity === severity);

test("without a day there is no chart", () => {
	expect(pictureOf([], NOW)).toBeNull();
});

test("a single day is at the end of two weeks", () => {
	const picture = pictureOf([on(0, 2, 0, 4)], NOW);
	expect(picture).toMatchObject({ from: dayAgo(13), to: dayAgo(0), width: 14 });
	expect(row(picture, "high")).toEqual({
		severity: "high",
		bars: [{ x: 13, height: 0.5 }],
		peak: { count: 2, day: dayAgo(0) },
	});
	expect(row(picture, "medium")).toEqual({ severity: "medium", bars: [], peak: null });
});

test("ninety days have their places, and the chart ends today", () => {
	const picture = pictureOf([on(89, 1, 0, 0), on(1, 3, 0, 0)], NOW);
	expect(picture).toMatchObject({ from: dayAgo(89), to: dayAgo(0), width: 90 });
	expect(row(picture, "high")?.bars.map(({ x }) => x)).toEqual([0, 88]);
	expect(row(picture, "high")?.peak).toEqual({ count: 3, day: dayAgo(1) });
});

test("days without findings draw nothing and break nothing", () => {
	const picture = pictureOf([on(3, 0, 0, 0, 9)], NOW);
	expect(picture?.rows.map(({ bars, peak }) => [bars, peak])).toEqual(Array(3).fill([[], null]));
});

test("one finding is visible beside a million, and all share one scale", () => {
	const picture = pictureOf([on(2, 1, 500_000, 1_000_000)], NOW);
	expect(row(picture, "high")?.bars[0]?.height).toBeGreaterThan(0.02);
	expect(row(picture, "medium")?.bars[0]?.height).toBe(0.5);
	expect(row(picture, "low")?.bars[0]?.height).toBe(1);
});

test("a clock behind the server's cuts off no day", () => {
	expect(pictureOf([on(0, 1, 0, 0)], NOW - 3 * 86_400_000)?.to).toBe(dayAgo(0));
});
