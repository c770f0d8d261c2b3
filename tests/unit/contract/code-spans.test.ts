import { expect, test } from "vitest";
import { codeSpans, withoutCode } from "#contract/format/code-spans.ts";

test.each([
	["Send `Referrer-Policy: no-referrer`.", ["Send ", ["Referrer-Policy: no-referrer"], "."]],
	["`a``b`", ["`a``b`"]],
	["`a` and `b`", [["a"], " and ", ["b"]]],
	["one ` alone", ["one ` alone"]],
	["` a `b` c", ["` a ", ["b"], " c"]],
	["``x``, ```y```", ["``x``, ```y```"]],
	["a `line\nbreak`", ["a `line\nbreak`"]],
	["` `", ["` `"]],
	["`<b>`", [["<b>"]]],
	["", []],
])("%j is read as %j", (text, stretches) => {
	expect(codeSpans(text)).toEqual(
		stretches.map((each) => (typeof each === "string" ? { text: each, code: false } : { text: each[0], code: true })),
	);
	expect(withoutCode(text)).toBe(
		codeSpans(text)
			.map((stretch) => stretch.text)
			.join(""),
	);
});

test("text of a hostile host takes no longer than it is", () => {
	const text = "`a".repeat(50_000);
	const started = process.cpuUsage();
	codeSpans(text);
	expect(process.cpuUsage(started).user).toBeLessThan(2_000_000);
});
