import fc from "fast-check";
import { expect, test } from "vitest";
import { columnName, columnOf, rangeOf } from "#server/platform/files/xlsx/cell-name.ts";

test.each([
	[0, "A"],
	[25, "Z"],
	[26, "AA"],
	[27, "AB"],
	[701, "ZZ"],
	[702, "AAA"],
	[16_383, "XFD"],
])("column %i is called %s", (column, name) => {
	expect(columnName(column)).toBe(name);
});

test("every column is found by its name", () => {
	fc.assert(fc.property(fc.nat(16_383), (column) => columnOf(`${columnName(column)}7`) === column));
});

test.each([
	["B2:D5", { left: 1, top: 2, right: 3, bottom: 5 }],
	["$B$2", { left: 1, top: 2, right: 1, bottom: 2 }],
	["B:D", undefined],
	["", undefined],
])("the range %s", (reference, range) => {
	expect(rangeOf(reference)).toEqual(range);
});
