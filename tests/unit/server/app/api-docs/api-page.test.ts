import { expect, test } from "vitest";
import { typeOf } from "#server/app/api-docs/api-page.ts";

test.each([
	[{ type: "string", minLength: 1, maxLength: 200 }, "string, 1 to 200 characters"],
	[{ type: "string", format: "uuid" }, "uuid"],
	[{ type: "integer", minimum: 1, maximum: 100 }, "integer, 1 to 100"],
	[{ type: "integer", minimum: -9007199254740991, maximum: 9007199254740991 }, "integer"],
	[{ type: "integer", minimum: 0, maximum: 9007199254740991 }, "integer, at least 0"],
	[{ enum: ["a", "b"], type: "string" }, '"a" | "b"'],
	[{ type: ["string", "null"] }, "string | null"],
	[{ const: "ok", type: "string" }, '"ok"'],
	[{ anyOf: [{ type: "string" }, { type: "null" }] }, "string | null"],
	[{ type: "array", items: { type: "string" } }, "list of string"],
	[
		{ type: "object", properties: { a: { type: "string" }, b: { type: "boolean" } }, required: ["a"] },
		"{ a: string, b?: boolean }",
	],
	[{}, "anything"],
])("the schema %j reads %s", (schema, words) => {
	expect(typeOf(schema)).toBe(words);
});
