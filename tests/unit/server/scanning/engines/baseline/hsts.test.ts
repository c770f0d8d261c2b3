import { expect, test } from "vitest";
import { judge } from "#server/scanning/engines/baseline/judge.ts";
import { readHsts } from "#server/scanning/engines/baseline/rules/headers/hsts.ts";
import { page } from "./builders.ts";
import { NOW } from "./scan.ts";

test.each([
	["max-age=63072000; includeSubDomains; preload", 63_072_000],
	["MAX-AGE = 63072000 ;INCLUDESUBDOMAINS", 63_072_000],
	['\t max-age="63072000" ', 63_072_000],
	[";; max-age=63072000 ;; ;", 63_072_000],
	['note="a;b\\";max-age=1"; max-age=63072000', 63_072_000],
	["note; note; max-age=63072000", 63_072_000],
	["max-age=0", 0],
	["max-age=1000; max=2", 1_000],
	[`max-age=${"9".repeat(40)}`, 1e40],
])("%j is heeded", (value, seconds) => {
	expect(readHsts(value)).toEqual({ status: "heeded", seconds });
});

test.each([
	["a comma instead of a semicolon", "max-age=63072000, includeSubDomains", "one directive"],
	["nothing instead of a semicolon", "max-age=63072000 preload", "one directive"],
	["a directive without a name", "max-age=63072000; =1", "one directive"],
	["an equals sign with nothing after it", "max-age=63072000; note=", "one directive"],
	["two equals signs", "max-age=63072000=preload", "one directive"],
	["a quoted string that does not end", 'max-age=63072000; note="a', "one directive"],
	["a name in which max-age is only a part", "s-max-age=63072000", "no max-age"],
	["max-age inside another value", 'note="max-age=63072000"', "no max-age"],
	["nothing", "", "no max-age"],
	["letters after the number", "max-age=63072000s", "whole number"],
	["a fraction", "max-age=63072000.0", "whole number"],
	["a number below zero", "max-age=-1", "whole number"],
	["a number in single quotes", "max-age='63072000'", "whole number"],
	["an empty quoted string", 'max-age=""', "whole number"],
	["max-age twice, the same", "max-age=63072000; max-age=63072000", "max-age is given twice"],
	[
		"includeSubDomains twice",
		"includeSubDomains; max-age=63072000; includesubdomains",
		"includeSubDomains is given twice",
	],
	["includeSubDomains with a value", "max-age=63072000; includeSubDomains=1", "takes no value"],
])("browsers ignore a header with %s", (_what, value, why) => {
	expect(readHsts(value)).toEqual({ status: "ignored", why: expect.stringContaining(why) });
});

test("a header that browsers ignore is found, with the reason", () => {
	const unit = page({ "strict-transport-security": "max-age=63072000 includeSubDomains" });
	const found = judge("headers", [unit], NOW).filter(({ rule }) => rule.startsWith("hsts"));
	expect(found.map(({ rule, severity, evidence }) => [rule, severity, evidence.map(({ text }) => text)])).toEqual([
		[
			"hsts-short",
			"low",
			[
				"Strict-Transport-Security: max-age=63072000 includeSubDomains",
				expect.stringContaining(
					"Browsers ignore this header: “max-age=63072000 includeSubDomains” is not one directive",
				),
			],
		],
	]);
});
