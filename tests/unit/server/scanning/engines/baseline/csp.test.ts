import { describe, expect, test } from "vitest";
import { judge } from "#server/scanning/engines/baseline/judge.ts";
import { page } from "./builders.ts";
import { NOW } from "./scan.ts";

type Policies = string | string[];

function judged(policies: Policies, rule: string) {
	const findings = judge("headers", [page({ "content-security-policy": policies })], NOW);
	return findings.filter((finding) => finding.rule === rule);
}
const severities = (policies: Policies, rule = "csp-unsafe") => judged(policies, rule).map(({ severity }) => severity);
const texts = (policies: Policies) =>
	judged(policies, "csp-unsafe").flatMap(({ evidence }) => evidence.map(({ text }) => text));

describe("script elements, event handlers and eval each go by their own directive", () => {
	test.each<[string, string, string[]]>([
		["handlers let in beside scripts", "script-src 'self'; script-src-attr 'unsafe-inline'", ["medium"]],
		["handlers let in by script-src", "script-src 'unsafe-inline'; script-src-elem 'self'", ["medium"]],
		["handlers let in by default-src", "default-src 'unsafe-inline'; script-src-elem 'none'", ["medium"]],
		["handlers that nothing restricts", "script-src-elem 'self'; img-src 'self'", ["medium"]],
		["eval let in by script-src", "script-src 'unsafe-eval'; script-src-elem 'self'; script-src-attr 'none'", ["low"]],
		["eval in a directive it does not go by", "script-src 'self'; script-src-elem 'self' 'unsafe-eval'", []],
		["hosts in a directive for handlers", "script-src 'self'; script-src-attr *", []],
		["both closed below an open default", "default-src * 'unsafe-inline'; script-src 'self'", []],
	])("%s", (_what, policy, expected) => {
		expect(severities(policy)).toEqual(expected);
	});

	test("elements let in by one policy and handlers by another pass neither", () => {
		expect(
			severities([
				"script-src-attr 'unsafe-inline'; script-src 'self'",
				"script-src-attr 'none'; script-src 'unsafe-inline'",
			]),
		).toEqual([]);
	});

	test("the evidence names the directive", () => {
		expect(texts("script-src 'self'; script-src-attr 'unsafe-inline'")).toEqual([
			"Lets scripts through by: 'unsafe-inline' in script-src-attr",
		]);
		expect(texts("script-src-elem 'self'")).toEqual(["Does not restrict event handlers. Does not restrict eval"]);
		expect(texts("img-src 'self'")).toEqual(["Does not restrict scripts"]);
	});
});

describe("a nonce or hash that browsers ignore silences nothing", () => {
	test.each([
		"'nonce-'",
		"'nonce-a$b'",
		"'nonce-abc",
		"nonce-abc",
		"'nonce-ab===='",
		"'nonce-a=b'",
		"'sha256-'",
		"'sha512-ab==='",
		"'sha1-abcd'",
		"'sha256-ab.d'",
	])("%s", (source) => {
		expect(severities(`script-src 'unsafe-inline' ${source}; base-uri 'none'`)).toEqual(["medium"]);
	});
	test.each(["'nonce-r4nd0m'", "'NONCE-r4nd_0-m+/=='", "'sha384-AbC+/d_-=='"])("but %s does", (source) => {
		expect(severities(`script-src 'unsafe-inline' ${source}; base-uri 'none'`)).toEqual([]);
	});
});

describe("any host", () => {
	const ANY = ["*", "*:*", "https://*:*", "http://*", "*:8443", "https://*/scripts/", "https:"];
	test.each(ANY)("%s lets foreign scripts in", (source) => {
		expect(severities(`script-src ${source}`)).toEqual(["medium"]);
	});
	test.each(ANY)("%s lets any site frame the page", (source) => {
		expect(severities(`frame-ancestors 'self' ${source}`, "framing-allowed")).toEqual(["medium"]);
	});
	test.each(["*.partner.example", "https://*.partner.example:*", "https://partner.example:*"])("not %s", (source) => {
		expect(severities(`script-src ${source}; frame-ancestors ${source}`)).toEqual([]);
		expect(severities(`script-src ${source}; frame-ancestors ${source}`, "framing-allowed")).toEqual([]);
	});
});

describe("scripts that an injected <base> moves", () => {
	test.each<[string, Policies]>([
		["a nonce without base-uri", "script-src 'nonce-r4nd0m'; object-src 'none'"],
		["default-src, which base-uri does not fall back to", "default-src 'none'; script-src 'nonce-r4nd0m'"],
		["a hash whose script may load others", "script-src 'sha256-abcd' 'strict-dynamic'"],
		["a base-uri of any host", "script-src 'nonce-r4nd0m'; base-uri https://*:*"],
		["two policies, none of which has it", ["script-src 'nonce-r4nd0m'", "script-src https:"]],
	])("%s is low", (_what, policies) => {
		expect(severities(policies)).toEqual(["low"]);
		expect(texts(policies).join()).toContain("<base>");
	});
	test.each<[string, Policies]>([
		["with base-uri", "script-src 'nonce-r4nd0m'; base-uri 'self'"],
		["with base-uri in another policy", ["script-src 'nonce-r4nd0m'", "base-uri 'none'"]],
		["where another policy names the host", ["script-src 'nonce-r4nd0m'", "script-src 'self'"]],
		["by hashes of inline scripts only", "script-src 'self' 'sha256-abcd'"],
		["where nothing is loaded but by name", "script-src 'self'"],
	])("not %s", (_what, policies) => {
		expect(severities(policies)).toEqual([]);
	});
});

describe("sandbox", () => {
	test.each<[string, string[]]>([
		["sandbox", []],
		["sandbox allow-forms", []],
		["sandbox allow-forms allow-scripts", ["medium"]],
	])("%s", (policy, expected) => {
		expect(severities(policy)).toEqual(expected);
	});
	test("in a meta element, where browsers ignore it", () => {
		const markup = '<meta http-equiv=content-security-policy content="sandbox; img-src *">';
		const found = judge("headers", [page({}, { markup })], NOW).map(({ rule }) => rule);
		expect(found).toContain("csp-unsafe");
	});
});

describe("policies in meta elements", () => {
	const META = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`;
	const missing = (markup: string) =>
		judge("headers", [page({}, { markup })], NOW).some(({ rule }) => rule === "csp-missing");
	test.each([
		["in the head", `<!doctype html><html><head><title>A & b</title><style>a{}</style>${META}`],
		["without a head tag", META],
		["after the head and before the body", `<head></head> ${META}<body>`],
		["after a script and a template", `<script>if (1 < 2) a()</script><template><p>a</p></template>${META}`],
		["after a noscript with what stands in none", `<noscript><img src=/a><p>a</p></noscript>${META}`],
	])("count %s", (_where, markup) => {
		expect(missing(markup)).toBe(false);
	});
	test.each([
		["in the body", `<head></head><body>${META}`],
		["after text, which begins the body", `<head>text${META}</head>`],
		["after an element that begins the body", `<head><div></div>${META}</head>`],
		["after the body's end tag", `<head></body>${META}`],
		["in noscript", `<head><noscript>${META}</noscript></head>`],
		["in a template", `<head><template><template></template>${META}</template></head>`],
		["in a comment", `<head><!-- ${META} --></head>`],
		["in a title", `<head><title>${META}</title></head>`],
	])("do not count %s", (_where, markup) => {
		expect(missing(markup)).toBe(true);
	});
});

test("a policy that only reports is said beside one that is enforced, and does not count", () => {
	const headers = {
		"content-security-policy": "script-src *",
		"content-security-policy-report-only": "script-src 'self'",
	};
	const [found] = judge("headers", [page(headers)], NOW).filter(({ rule }) => rule === "csp-unsafe");
	expect(found?.evidence.map(({ text }) => text)).toEqual([
		"Lets scripts through by: *",
		"Content-Security-Policy-Report-Only: script-src 'self'",
	]);
});

describe("hosts that are known to help around a policy", () => {
	test.each<[string, string, string[]]>([
		["one with JSONP", "script-src 'self' accounts.google.com", ["low"]],
		["one with everyone's packages", "script-src 'self' https://cdn.jsdelivr.net", ["low"]],
		["by a wildcard, beside a nonce", "script-src 'nonce-abc' *.googleapis.com; base-uri 'none'", ["low"]],
		["with any port and a folder", "script-src cdnjs.cloudflare.com:*/ajax/libs/", ["low"]],
		["in the fallback", "default-src 'self' https://www.youtube.com", ["low"]],
		["one that needs eval, without it", "script-src 'self' www.googletagmanager.com", []],
		["another port", "script-src accounts.google.com:8443", []],
		["one file", "script-src https://cdnjs.cloudflare.com/ajax/libs/jquery/3.7.1/jquery.min.js", []],
		["a name that only ends like one", "script-src notaccounts.google.com", []],
		["a wildcard is no name above", "script-src *.accounts.google.com", []],
		["for handlers only", "script-src 'self'; script-src-attr accounts.google.com", []],
		["with strict-dynamic", "script-src 'nonce-abc' 'strict-dynamic' accounts.google.com; base-uri 'none'", []],
		["in a sandbox", "script-src accounts.google.com; sandbox", []],
		["a host that is not on the list", "script-src https://static.example", []],
	])("%s", (_what, policy, expected) => {
		expect(severities(policy)).toEqual(expected);
	});

	test("counts only if every policy lets it through", () => {
		expect(severities(["script-src accounts.google.com", "script-src cdn.jsdelivr.net"])).toEqual([]);
		expect(severities(["script-src accounts.google.com", "script-src https:"])).toEqual(["low"]);
		expect(severities(["script-src accounts.google.com", "img-src 'self'"])).toEqual(["low"]);
	});

	test("with eval, more hosts help", () => {
		const found = texts("script-src 'self' 'unsafe-eval' www.googletagmanager.com");
		expect(found[0]).toBe("Lets scripts through by: 'unsafe-eval'");
		expect(found[1]).toContain("www.googletagmanager.com is known to serve scripts that get around policies: JSONP");
	});

	test("the evidence names a few and counts the rest, and none where any host is let through anyway", () => {
		const found = texts("script-src *.google.com *.googleapis.com *.yandex.ru");
		expect(found).toHaveLength(6);
		expect(found.at(-1)).toMatch(/^And \d+ more hosts$/);
		expect(texts("script-src * accounts.google.com")).toEqual(["Lets scripts through by: *"]);
	});
});
