import { expect, test } from "vitest";
import { judge } from "#server/scanning/engines/baseline/judge.ts";
import { content } from "./builders.ts";
import { NOW } from "./scan.ts";

const SCRIPT = '<script src="http://a.example/x.js"></script>';
const META = '<meta http-equiv=Content-Security-Policy content="Upgrade-Insecure-Requests">';

function judged(html: string, headers: Record<string, string> = {}) {
	return judge("content", [content(html, { headers })], NOW)
		.filter(({ rule }) => rule === "mixed-content")
		.map(({ severity, evidence }) => ({ severity, texts: evidence.map(({ text }) => text) }));
}

test.each([
	["upgraded by a header", SCRIPT, { "content-security-policy": "img-src *; upgrade-insecure-requests" }],
	["upgraded by the second policy", SCRIPT, { "content-security-policy": "img-src *, upgrade-insecure-requests" }],
	["upgraded by a meta element", META + SCRIPT, {}],
	["a form that is upgraded", `${META}<form action="http://a.example/">`, {}],
	["loopback by address", '<script src="http://127.1.2.3:8080/x.js"></script>', {}],
	["loopback by an address in another form", '<img src="http://127.1/x.png">', {}],
	["loopback in IPv6", '<img src="http://[::1]:8080/x.png">', {}],
	["loopback by name", '<img src="http://localhost/x.png"><img src="http://app.LOCALHOST./x.png">', {}],
])("nothing is mixed: %s", (_what, html, headers) => {
	expect(judged(html, headers)).toEqual([]);
});

test.each([
	["a policy that only reports", SCRIPT, { "content-security-policy-report-only": "upgrade-insecure-requests" }],
	["a meta element in the body", `<body>${META}${SCRIPT}`, {}],
	["a name that only looks like loopback", '<script src="http://notlocalhost/x.js"></script>', {}],
	["another such name", '<script src="http://127.0.0.1.example/x.js"></script>', {}],
	["a private address", '<script src="http://10.0.0.1/x.js"></script>', {}],
])("mixed: %s", (_what, html, headers) => {
	expect(judged(html, headers).map(({ severity }) => severity)).toEqual(["medium"]);
});

test("what is loopback is left out of the evidence of the rest", () => {
	expect(judged(`<script src="http://localhost/x.js"></script>${SCRIPT}`)).toEqual([
		{ severity: "medium", texts: ["script: http://a.example/x.js"] },
	]);
});
