import { expect, test } from "vitest";
import { fitOnPages } from "#server/platform/paper/pdf/fit-on-pages.ts";

const space = { height: 100, pages: 2, rest: 20 };

test.each<[name: string, heights: number[], counts: number[]]>([
	["nothing takes no page", [], []],
	["what fits on one page takes one", [60, 40], [2]],
	["a block that does not fit starts the next page", [60, 41], [1, 1]],
	["without a rest, the last page has room to its end", [60, 60, 40], [1, 2]],
	["with a rest, its room is kept", [60, 60, 40, 1], [1, 1]],
	["later blocks do not pass one that does not fit", [100, 50, 60, 10], [1, 1]],
	["a block taller than a page stops there", [60, 101, 10], [1, 0]],
])("%s", (_, heights, counts) => {
	expect(fitOnPages(heights, space)).toEqual(counts);
});
