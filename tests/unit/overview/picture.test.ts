import { expect, test } from "vitest";
import { pictureOf } from "#src/features/overview/pictures/picture.ts";

const on = (day: number, high: number, medium: number, low: number, none = 0) => ({
	day: `2026-05-${String(day).padStart(2, "0")}`,
	open: { high, medium, low, none },
});
const barsOf = (picture: ReturnType<typeof pictureOf>, severity: string) =>
	picture?.rows.find((row) => row.severity === severity)?.bars;

test("without a day, or with nothing that is drawn on any, there is no chart", () => {
	expect(pictureOf([])).toBeNull();
	expect(pictureOf([on(1, 0, 0, 0, 9), on(2, 0, 0, 0)])).toBeNull();
});

test("each day has its place, and all severities are on one scale", () => {
	const picture = pictureOf([on(1, 2, 0, 4), on(2, 0, 0, 0), on(3, 4, 1, 0)]);
	expect(picture).toMatchObject({ from: { day: "2026-05-01" }, to: { day: "2026-05-03" }, width: 3 });
	expect(barsOf(picture, "high")).toEqual([
		{ x: 0, height: 0.5 },
		{ x: 2, height: 1 },
	]);
	expect(barsOf(picture, "medium")).toEqual([{ x: 2, height: 0.25 }]);
	expect(barsOf(picture, "low")).toEqual([{ x: 0, height: 1 }]);
});

test("one of thousands is still visible", () => {
	const [bar] = barsOf(pictureOf([on(1, 10_000, 1, 0)]), "medium") ?? [];
	expect(bar?.height).toBeGreaterThan(0.03);
});
