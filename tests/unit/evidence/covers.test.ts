import { expect, test } from "vitest";
import { type Box, boxBetween, moved, pixelsOf, resized } from "#src/lib/capture/covers/box.ts";
import { beginCovering, type CoveringEvent, cover } from "#src/lib/capture/covers/covering.ts";

const BOX: Box = { x: 0.25, y: 0.5, width: 0.25, height: 0.25 };

test("two opposite corners make the same box in any order, inside the picture", () => {
	const box = { x: 0.25, y: 0.25, width: 0.5, height: 0.25 };
	expect(boxBetween({ x: 0.25, y: 0.25 }, { x: 0.75, y: 0.5 })).toEqual(box);
	expect(boxBetween({ x: 0.75, y: 0.25 }, { x: 0.25, y: 0.5 })).toEqual(box);
	expect(boxBetween({ x: -1, y: -1 }, { x: 2, y: 2 })).toEqual({ x: 0, y: 0, width: 1, height: 1 });
	expect(boxBetween({ x: 0.5, y: 0.5 }, { x: 0.51, y: 0.9 })).toBeNull();
});

test("a box moves and grows only as far as the picture goes", () => {
	expect(moved(BOX, { x: -9, y: 9 })).toEqual({ ...BOX, x: 0, y: 0.75 });
	expect(resized(BOX, { x: 9, y: 9 })).toEqual({ ...BOX, width: 0.75, height: 0.5 });
	expect(resized(BOX, { x: -9, y: -9 })).toEqual({ ...BOX, width: 0.02, height: 0.02 });
});

test("every pixel that a box touches is covered", () => {
	expect(pixelsOf({ x: 0.1, y: 0.1, width: 0.25, height: 0.25 }, { width: 33, height: 7 })).toEqual({
		x: 3,
		y: 0,
		width: 9,
		height: 3,
	});
	expect(pixelsOf({ x: 0, y: 0, width: 1, height: 1 }, { width: 33, height: 7 })).toMatchObject({
		width: 33,
		height: 7,
	});
	// No rounding goes beyond the picture.
	expect(pixelsOf({ x: 0.9, y: 0.9, width: 0.1, height: 0.1 }, { width: 3, height: 3 })).toEqual({
		x: 2,
		y: 2,
		width: 1,
		height: 1,
	});
});

const run = (...events: CoveringEvent[]) => events.reduce(cover, beginCovering([]));

test("each step of covering can be undone, back to the beginning", () => {
	const right = { x: 0.1, y: 0 };
	const events: CoveringEvent[] = [
		{ type: "added", box: BOX },
		{ type: "moved", by: right, stroke: "keys" },
		{ type: "moved", by: right, stroke: "keys" },
		{ type: "resized", by: right, stroke: "keys" },
		{ type: "removed" },
	];
	const state = run(...events);
	expect(state.boxes).toEqual([]);
	const undone = (times: number) =>
		Array.from({ length: times }, () => ({ type: "undone" }) as const).reduce(cover, state);
	expect(undone(1).boxes[0]?.width).toBeCloseTo(0.35);
	// Keys pressed one after another are one step.
	expect(undone(2).boxes[0]).toMatchObject({ width: 0.25 });
	expect(undone(2).boxes[0]?.x).toBeCloseTo(0.45);
	expect(undone(3).boxes).toEqual([BOX]);
	expect(undone(4)).toMatchObject({ boxes: [], chosen: null });
	expect(undone(9)).toEqual(undone(4));
});

test("the next cover is chosen when one is removed, and none when none is left", () => {
	const two = run({ type: "added", box: BOX }, { type: "added", box: { ...BOX, x: 0 } });
	expect(two.chosen).toBe(1);
	const one = cover(two, { type: "removed" });
	expect(one).toMatchObject({ boxes: [BOX], chosen: 0 });
	const none = cover(one, { type: "removed" });
	expect(none).toMatchObject({ boxes: [], chosen: null });
	expect(cover(none, { type: "removed" })).toBe(none);
	expect(cover(none, { type: "chosen", index: 0 })).toBe(none);
	expect(cover(none, { type: "moved", by: { x: 1, y: 1 }, stroke: "a" })).toBe(none);
});
