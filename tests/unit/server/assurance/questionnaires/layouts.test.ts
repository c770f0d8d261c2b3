import { expect, test } from "vitest";
import { measureSet, SETS } from "#tests/support/questionnaires/layouts/tables.ts";

test("in the layouts that the finder was made with every question is found, nothing else is, and every answer is in its cell", async () => {
	const { each } = await measureSet(SETS.tuned);
	const faults = each.filter(({ missed, extra, misplaced }) => missed.length + extra.length + misplaced.length > 0);
	expect(faults).toEqual([]);
}, 60_000);

test("in the layouts that were kept apart nearly every question is found, nothing else is, and nearly every answer is in its cell", async () => {
	const { all } = await measureSet(SETS["held out"]);
	expect(all.found / all.questions).toBeGreaterThanOrEqual(0.99);
	expect(all.wrong / (all.found + all.wrong)).toBeLessThanOrEqual(0.01);
	expect(all.placed / all.questions).toBeGreaterThanOrEqual(0.99);
}, 60_000);
