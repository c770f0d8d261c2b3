import { expect, test } from "vitest";
import { judge } from "#server/scanning/engines/baseline/judge.ts";
import { page } from "./builders.ts";
import { NOW } from "./scan.ts";

function judged(policy: string | undefined, markup = "") {
	return judge("headers", [page(policy === undefined ? {} : { "referrer-policy": policy }, { markup })], NOW)
		.filter(({ rule }) => rule === "referrer-policy-weak")
		.map(({ severity, evidence }) => ({ severity, texts: evidence.map(({ text }) => text) }));
}
const meta = (content: string) => `<meta name=Referrer content="${content}">`;

test.each<[string, string | undefined, string]>([
	["a list whose last known value is strict", "unsafe-url,origin , no-such-policy", ""],
	["a meta element after a wide header", "unsafe-url", meta("Same-Origin")],
	["a meta element alone, in the body", undefined, `<body><p>a</p>${meta("strict-origin")}`],
	["an older name", "unsafe-url", meta("never")],
	["a meta element that browsers do not know", "no-referrer", meta("no-such-policy")],
	["a list in a meta element, which they do not know", "no-referrer", meta("origin, unsafe-url")],
	["a wide meta element in a template", "no-referrer", `<body><template>${meta("unsafe-url")}</template>`],
	["a wide meta element in noscript", "no-referrer", `<noscript>${meta("unsafe-url")}</noscript>`],
	["the last of two meta elements", undefined, meta("unsafe-url") + meta("origin") + meta("")],
])("nothing is wrong with %s", (_what, policy, markup) => {
	expect(judged(policy, markup)).toEqual([]);
});

test.each<[string, string | undefined, string, string[]]>([
	["a wide header", "no-referrer, unsafe-url", "", ["Referrer-Policy: no-referrer, unsafe-url"]],
	[
		"a wide meta element after a strict header",
		"no-referrer",
		meta("unsafe-url"),
		["Referrer-Policy: no-referrer", "unsafe-url"],
	],
	["an older wide name", undefined, meta("always"), ["No Referrer-Policy header (status 200)", "always"]],
	["a wide header before a meta element nobody knows", "unsafe-url", meta("x"), ["Referrer-Policy: unsafe-url"]],
])("%s is low", (_what, policy, markup, texts) => {
	expect(judged(policy, markup)).toEqual([{ severity: "low", texts }]);
});

test.each<[string, string | undefined, string, string[]]>([
	["nothing sent", undefined, "", ["No Referrer-Policy header (status 200)"]],
	["a header that browsers do not know", "no-referer", "", ["Referrer-Policy: no-referer"]],
	["a header with an older name", "never", "", ["Referrer-Policy: never"]],
	["a meta element that they do not know", undefined, meta("x"), ["No Referrer-Policy header (status 200)", "x"]],
])("%s is left to the browser, and the evidence has what was sent", (_what, policy, markup, texts) => {
	expect(judged(policy, markup)).toEqual([{ severity: "none", texts }]);
});
