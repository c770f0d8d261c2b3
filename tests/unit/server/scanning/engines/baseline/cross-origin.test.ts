import { expect, test } from "vitest";
import { judge } from "#server/scanning/engines/baseline/judge.ts";
import { openerPolicy, resourcePolicy } from "#server/scanning/engines/baseline/rules/headers/cross-origin.ts";
import { page } from "./builders.ts";
import { NOW } from "./scan.ts";

test.each([
	["same-origin", "same-origin"],
	[" same-origin ", "same-origin"],
	["same-origin-allow-popups", "same-origin-allow-popups"],
	["noopener-allow-popups", "noopener-allow-popups"],
	["unsafe-none", "unsafe-none"],
	['same-origin; report-to="coop"', "same-origin"],
	["same-origin;a;b=?1;c=1.5;d=:YQ==:;e=token", "same-origin"],
])("browsers read the opener policy %j as %s", (value, policy) => {
	expect(openerPolicy(value)).toBe(policy);
});

test.each([
	"",
	"Same-Origin",
	'"same-origin"',
	"same-origin, same-origin",
	"same-origin same-origin",
	"same-origin-plus-coep",
	"same-origin; report-to='coop'",
	'same-origin; Report-To="coop"',
	'same-origin; report-to="coop',
	"same-origin;",
	"same-origin ; a",
])("browsers ignore the opener policy %j", (value) => {
	expect(openerPolicy(value)).toBeUndefined();
});

test.each([
	["same-origin", "same-origin"],
	[" same-site", "same-site"],
	["cross-origin", "cross-origin"],
	["Same-Origin", undefined],
	["same-origin, same-site", undefined],
	["same-origin; a", undefined],
])("browsers read the resource policy %j as %s", (value, policy) => {
	expect(resourcePolicy(value)).toBe(policy);
});

test("evidence names each of the two that is lacking, with what was sent", () => {
	const textsOf = (headers: Record<string, string>) =>
		judge("headers", [page(headers)], NOW)
			.filter(({ rule }) => rule === "cross-origin-policies-missing")
			.map(({ evidence }) => evidence.map(({ text }) => text));
	expect(textsOf({ "cross-origin-opener-policy": "unsafe-none" })).toEqual([
		["Cross-Origin-Opener-Policy: unsafe-none", "No Cross-Origin-Resource-Policy header (status 200)"],
	]);
	expect(textsOf({ "cross-origin-opener-policy": "same-origin", "cross-origin-resource-policy": "same" })).toEqual([
		["Cross-Origin-Resource-Policy: same", "Browsers ignore this Cross-Origin-Resource-Policy"],
	]);
});
