import { expect, test } from "vitest";
import { typeByEnding } from "#src/lib/forms/type-by-ending.ts";

test.each([
	["ISO.JSON", "application/json"],
	["words.csv", "text/csv"],
	["a.b.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
	["words.pdf", null],
	["words", null],
])("%s is sent as %s", (name, type) => {
	expect(typeByEnding({ name }, ["json", "csv", "xlsx"])).toBe(type);
});

test("a file with an ending that is not asked for is not sent", () => {
	expect(typeByEnding({ name: "words.csv" }, ["json", "xlsx"])).toBeNull();
});
