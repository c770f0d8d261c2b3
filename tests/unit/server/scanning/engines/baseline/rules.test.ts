import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import type { Evidences, Part, RedirectsEvidence } from "#server/scanning/engines/baseline/evidence.ts";
import { judge } from "#server/scanning/engines/baseline/judge.ts";
import { PARTS } from "#server/scanning/engines/baseline/parts.ts";
import { RULES } from "#server/scanning/engines/baseline/registry.ts";
import { eolTable } from "#server/scanning/software/table.ts";
import {
	bothOpen,
	certificate,
	content,
	exchange,
	http,
	https,
	noHttps,
	page,
	redirects,
	seen,
	tls,
} from "./builders.ts";
import { NOW } from "./scan.ts";

type Severity = "high" | "medium" | "low" | "none";
/** A rule, what it must find with which severity, and what it must leave alone. */
type Case<P extends Part> = {
	rule: string;
	finds: [string, Evidences[P], Severity][];
	leaves: [string, Evidences[P]][];
};

const ORIGIN = "https://cross-origin-check.invalid";
const BOTH = { "cross-origin-opener-policy": "same-origin", "cross-origin-resource-policy": "same-origin" };
const at = (host: string) => ({ ...https, host });
const ip = at("93.184.216.34");
const plainPage: RedirectsEvidence["walks"] = [
	{ start: http, hops: [], end: { status: "answered", exchange: exchange({}, { endpoint: http }) } },
];
const loopbackPage = plainPage.map((walk) => ({
	...walk,
	start: { ...http, at: { address: "127.0.0.1", family: 4 as const } },
}));
const stoppedAt = (location: string): RedirectsEvidence["walks"] => [
	{
		start: https,
		hops: [],
		end: { status: "stopped", from: exchange({ location }, { status: 302 }), location, why: "refused", message: "" },
	},
];
/** From http, by these steps, to a page over https. */
const firstTo = (...steps: string[]): RedirectsEvidence["walks"] => [
	{
		start: http,
		hops: steps.map((location) => exchange({ location }, { endpoint: http, status: 301 })),
		end: { status: "answered", exchange: exchange({}, { endpoint: https }) },
	},
];
const awayTo = (location: string): RedirectsEvidence["walks"] => [
	{
		start: http,
		hops: [],
		end: {
			status: "stopped",
			from: exchange({ location }, { endpoint: http, status: 302 }),
			location,
			why: "off-site",
			message: "",
		},
	},
];
const OLD = "Expires=Wed, 21 Oct 2015 07:28:00 GMT";
const cookie = (line: string, endpoint = https) => page({ "set-cookie": line }, { endpoint });
const software = (header: string) => ({ software: seen(header) });
const mail = (spf: string[] | undefined, dmarc: string[] | undefined = []) => ({
	domain: "example.com",
	spf,
	dmarc,
	receiving: undefined,
});
/** A domain that takes mail. */
const receiving = (mtaSts: string[] | undefined, tlsRpt: string[] | undefined) => ({
	...mail(undefined),
	receiving: { mtaSts, tlsRpt },
});
const file = (path: string, matched: string | undefined) => ({
	endpoint: https,
	files: [{ path, status: matched ? 200 : 404, length: 21, matched }],
});
/** A header with the newest version in the table, so that refreshing the table breaks nothing here. */
const newest = (product: string, name = product) => `${name}/${eolTable.products[product]?.cycles[0]?.latest}`;
const ECDHE = { version: "TLSv1.2", cipher: "ECDHE-RSA-AES128-GCM-SHA256" };

const CASES: { [P in Part]: Case<P>[] } = {
	redirects: [
		{
			rule: "no-https",
			finds: [["port 443 refuses", redirects({ ports: noHttps, walks: plainPage }), "high"]],
			leaves: [
				["both ports answer", redirects()],
				["only 443 was asked", redirects({ ports: [{ port: 443, status: "closed", failure: "refused" }] })],
				[
					"another port speaks http",
					redirects({ ports: [{ port: 8080, status: "open", at: http.at, scheme: "http" }] }),
				],
			],
		},
		{
			rule: "http-not-redirected",
			finds: [
				["http answers with a page", redirects({ walks: plainPage }), "medium"],
				["on loopback, where no one else can listen", redirects({ walks: loopbackPage }), "none"],
				["http leads to http of another host first", redirects({ walks: firstTo("http://www.example.com/") }), "low"],
				["http leads to https of another host first", redirects({ walks: firstTo("https://www.example.com/") }), "low"],
				["http leads off the site", redirects({ walks: awayTo("http://other.example/") }), "low"],
			],
			leaves: [
				["http redirects", redirects()],
				[
					"http leads to https of the host, and on from there",
					redirects({ walks: firstTo("https://example.com/in", "https://www.example.com/in") }),
				],
				["http leads to https on another port", redirects({ walks: firstTo("https://example.com:8443/") })],
				["there is no https to go to", redirects({ ports: noHttps, walks: plainPage })],
				[
					"http answers 404",
					redirects({
						walks: [
							{
								start: http,
								hops: [],
								end: { status: "answered", exchange: exchange({}, { endpoint: http, status: 404 }) },
							},
						],
					}),
				],
				[
					"a bot wall answers, which says nothing about the site behind it",
					redirects({
						walks: [
							{
								start: http,
								hops: [],
								end: { status: "answered", exchange: exchange({}, { endpoint: http, status: 202 }) },
							},
						],
					}),
				],
			],
		},
		{
			rule: "redirect-downgraded",
			finds: [
				[
					"https leads to http",
					redirects({
						walks: [
							{
								start: https,
								hops: [exchange({ location: "http://example.com/" }, { status: 302 })],
								end: { status: "answered", exchange: exchange() },
							},
						],
					}),
					"medium",
				],
			],
			leaves: [["http leads to https", redirects()]],
		},
		{
			rule: "redirect-to-private-address",
			finds: [
				["to 10.0.0.1", redirects({ walks: stoppedAt("http://10.0.0.1/") }), "low"],
				["to ::1", redirects({ walks: stoppedAt("http://[::1]:8080/") }), "low"],
			],
			leaves: [
				["a public page", redirects()],
				["a public address on a closed port", redirects({ walks: stoppedAt("http://8.8.8.8:22/") })],
			],
		},
	],
	headers: [
		{
			rule: "hsts-missing",
			finds: [
				["https without it", page(), "low"],
				[
					"a name that only contains a top-level domain of https only",
					page({}, { endpoint: at("dev.example") }),
					"low",
				],
			],
			leaves: [
				["a top-level domain of https only", page({}, { endpoint: at("shop.example.dev") })],
				["it is sent", page({ "strict-transport-security": "max-age=31536000" })],
				["an http page", page({}, { endpoint: http })],
				["an IP address", page({}, { endpoint: ip })],
			],
		},
		{
			rule: "hsts-short",
			finds: [
				["an hour", page({ "strict-transport-security": "max-age=3600" }), "low"],
				["zero", page({ "strict-transport-security": "max-age=0" }), "low"],
				["no max-age", page({ "strict-transport-security": "includeSubDomains" }), "low"],
				[
					"no max-age in the first header, the only one that counts",
					page({ "strict-transport-security": ["includeSubDomains", "max-age=31536000"] }),
					"low",
				],
			],
			leaves: [
				["a year", page({ "strict-transport-security": 'max-age="31536000"; preload' })],
				[
					"a top-level domain of https only",
					page({ "strict-transport-security": "max-age=0" }, { endpoint: at("a.app") }),
				],
				["not sent", page()],
			],
		},
		{
			rule: "csp-missing",
			finds: [
				["no policy", page(), "medium"],
				["report only", page({ "content-security-policy-report-only": "default-src 'self'" }), "medium"],
			],
			leaves: [
				["a header", page({ "content-security-policy": "default-src 'self'" })],
				[
					"a meta element",
					page({}, { markup: `<meta http-equiv="Content-Security-Policy" content="default-src 'self'">` }),
				],
				["no HTML", page({}, { html: false })],
			],
		},
		{
			rule: "csp-unsafe",
			finds: [
				["unsafe-inline", page({ "content-security-policy": "script-src 'self' 'unsafe-inline'" }), "medium"],
				["a wildcard through default-src", page({ "content-security-policy": "default-src *" }), "medium"],
				["a whole scheme", page({ "content-security-policy": "script-src https:" }), "medium"],
				["scripts not restricted", page({ "content-security-policy": "frame-ancestors 'none'" }), "medium"],
				["unsafe-eval alone", page({ "content-security-policy": "script-src 'self' 'unsafe-eval'" }), "low"],
				[
					"only unsafe-eval passes all of several policies",
					page({
						"content-security-policy": ["script-src 'unsafe-inline' 'unsafe-eval'", "script-src 'self' 'unsafe-eval'"],
					}),
					"low",
				],
				[
					"hosts pass all of several policies",
					page({ "content-security-policy": "script-src * 'unsafe-eval', script-src https:" }),
					"medium",
				],
			],
			leaves: [
				["self", page({ "content-security-policy": "default-src 'self'" })],
				[
					"several policies, each with another gap",
					page({ "content-security-policy": ["script-src 'unsafe-inline'", "script-src 'unsafe-eval'"] }),
				],
				[
					"unsafe-inline beside a nonce",
					page({ "content-security-policy": "script-src 'nonce-abc' 'unsafe-inline'; base-uri 'none'" }),
				],
				[
					"strict-dynamic",
					page({
						"content-security-policy":
							"script-src 'nonce-abc' 'strict-dynamic' https: 'unsafe-inline'; base-uri 'none'",
					}),
				],
				["a second, strict policy", page({ "content-security-policy": ["script-src *", "script-src 'self'"] })],
				[
					"unsafe-inline for styles only",
					page({ "content-security-policy": "default-src 'self'; style-src 'unsafe-inline'" }),
				],
			],
		},
		{
			rule: "framing-allowed",
			finds: [
				["nothing said", page(), "medium"],
				["an option browsers do not know", page({ "x-frame-options": "ALLOW-FROM https://a.example" }), "medium"],
				[
					"ancestors anywhere",
					page({ "content-security-policy": "frame-ancestors *", "x-frame-options": "DENY" }),
					"medium",
				],
				[
					"ancestors anywhere in each of several policies",
					page({ "content-security-policy": ["default-src 'self'; frame-ancestors *", "frame-ancestors https:"] }),
					"medium",
				],
				[
					"the first of two directives in one policy counts",
					page({ "content-security-policy": "frame-ancestors *; frame-ancestors 'none'" }),
					"medium",
				],
				["a name that is no directive", page({ "content-security-policy": "report-uri /frame-ancestors" }), "medium"],
				[
					"ancestors in a meta element, which browsers ignore",
					page({}, { markup: `<meta http-equiv=content-security-policy content="frame-ancestors 'none'">` }),
					"medium",
				],
				["two options that browsers do not know", page({ "x-frame-options": ["ALLOW", "NONE"] }), "medium"],
			],
			leaves: [
				["DENY", page({ "x-frame-options": "DENY" })],
				["sameorigin", page({ "x-frame-options": "sameorigin" })],
				["ancestors none", page({ "content-security-policy": "frame-ancestors 'none'" })],
				["ancestors named", page({ "content-security-policy": "frame-ancestors https://partner.example" })],
				[
					"a second header forbids it",
					page({ "content-security-policy": ["frame-ancestors *", "frame-ancestors 'none'"] }),
				],
				[
					"a second policy in one header forbids it",
					page({ "content-security-policy": "frame-ancestors *, default-src *; frame-ancestors 'self'" }),
				],
				["the option twice", page({ "x-frame-options": ["SAMEORIGIN", "SAMEORIGIN"] })],
				["two options, of which browsers take neither", page({ "x-frame-options": "DENY, SAMEORIGIN" })],
			],
		},
		{
			rule: "nosniff-missing",
			finds: [
				["not sent", page(), "low"],
				["misspelled", page({ "x-content-type-options": "no-sniff" }), "low"],
			],
			leaves: [
				["sent", page({ "x-content-type-options": "NoSniff" })],
				["sent twice", page({ "x-content-type-options": ["nosniff", "nosniff"] })],
				["sent first, with another value after it", page({ "x-content-type-options": "nosniff, other" })],
			],
		},
		{
			rule: "referrer-policy-weak",
			finds: [
				["unsafe-url", page({ "referrer-policy": "unsafe-url" }), "low"],
				[
					"the last known value counts",
					page({ "referrer-policy": "no-referrer, no-referrer-when-downgrade, made-up" }),
					"low",
				],
				["left to the browser", page(), "none"],
			],
			leaves: [["strict", page({ "referrer-policy": "unsafe-url, strict-origin-when-cross-origin" })]],
		},
		{
			rule: "permissions-policy-missing",
			finds: [["not sent", page(), "none"]],
			leaves: [
				["sent", page({ "permissions-policy": "camera=()" })],
				["no HTML", page({}, { html: false })],
			],
		},
		{
			rule: "cross-origin-policies-missing",
			finds: [
				["neither", page(), "none"],
				["an opener policy alone", page({ "cross-origin-opener-policy": "same-origin" }), "none"],
				["policies that allow everything", page({ ...BOTH, "cross-origin-opener-policy": "unsafe-none" }), "none"],
			],
			leaves: [
				["both", page(BOTH)],
				["plain http, where browsers ignore an opener policy", page({}, { endpoint: http })],
				["not a page", page({}, { html: false })],
			],
		},
		{
			rule: "cookie-without-secure",
			finds: [
				["a session", cookie("PHPSESSID=x; HttpOnly"), "medium"],
				["another", cookie("theme=x"), "low"],
				["kept for a second more", cookie("sid=x; Expires=Sat, 21 Nov 2026 12:00:01 GMT"), "medium"],
				["kept, as Max-Age counts for more than Expires", cookie(`sid=x; ${OLD}; Max-Age=60`), "medium"],
				["a date that is none, which browsers ignore", cookie("sid=x; Expires=0"), "medium"],
			],
			leaves: [
				["secure", cookie("PHPSESSID=x; Secure")],
				["set over http, where browsers ignore the attribute", cookie("PHPSESSID=x", http)],
				["a deletion", cookie("PHPSESSID=; Max-Age=0")],
				["a deletion by a negative age", cookie("sid=deleted; Max-Age=-1")],
				["a deletion by a date of any past year", cookie(`sid=deleted; ${OLD}`)],
				["a deletion by a second", cookie("sid=deleted; Expires=Sat, 21-Nov-26 11:59:59 GMT")],
				["a deletion by a date in another form", cookie("sid=deleted; expires=Sat Nov 21 11:59:59 2026")],
				["a deletion by the last of two dates", cookie(`sid=x; Expires=Sat, 21 Nov 2027 12:00:00 GMT; ${OLD}`)],
			],
		},
		{
			rule: "cookie-without-httponly",
			finds: [
				["a session", cookie("connect.sid=x; Secure"), "medium"],
				["another", cookie("theme=x"), "low"],
			],
			leaves: [
				["HttpOnly", cookie("sid=x; httponly")],
				["a token that scripts have to read", cookie("XSRF-TOKEN=x")],
				["a deletion", cookie("sid=gone; Expires=Thu, 01 Jan 1970 00:00:00 GMT")],
			],
		},
		{
			rule: "cookie-without-samesite",
			finds: [
				["a session", cookie("sid=x"), "low"],
				["a value browsers do not know", cookie("sid=x; SameSite=maybe"), "low"],
				["another", cookie("theme=x"), "none"],
			],
			leaves: [["Lax", cookie("sid=x; SameSite=Lax")]],
		},
	],
	content: [
		{
			rule: "mixed-content",
			finds: [
				["a script", content('<script src="http://a.example/x.js"></script>'), "medium"],
				["a form", content('<form action="http://example.com/login">'), "medium"],
				["pictures only", content('<img src="http://a.example/x.png">'), "low"],
			],
			leaves: [
				["https and relative", content('<script src="/x.js"></script><img src="https://a.example/x.png">')],
				["an http page", content('<img src="http://a.example/x.png">', { endpoint: http })],
				["a link, which loads nothing", content('<a href="http://a.example/">a</a>')],
				["markup inside a script", content(`<script>var s = '<img src="http://a.example/x.png">'</script>`)],
			],
		},
		{
			rule: "script-without-integrity",
			finds: [["a script of another site", content('<script src="https://cdn.other.example/x.js"></script>'), "low"]],
			leaves: [
				["with integrity", content('<script src="https://cdn.other.example/x.js" integrity="sha384-abc"></script>')],
				["own subdomain", content('<script src="https://cdn.example.com/x.js"></script>')],
				["own", content('<script src="/x.js"></script>')],
			],
		},
		{
			rule: "directory-listing",
			finds: [
				["Apache and nginx", content("<title>Index of /</title>"), "medium"],
				["Python", content("<title>Directory listing for /</title>"), "medium"],
				["Tomcat", content("<h1>Directory Listing For [/]</h1>"), "medium"],
			],
			leaves: [["a page about an index", content("<title>Price index</title><p>Index of prices</p>")]],
		},
		{
			rule: "library-end-of-life",
			finds: [["an old jQuery", content("", { software: seen("jquery/1.12.4") }), "medium"]],
			leaves: [["a kept one", content("", { software: seen(newest("jquery")) })]],
		},
		{
			rule: "library-vulnerable",
			finds: [
				["one with a hole that is rated high", content("", { software: seen("Lodash/4.17.20") }), "medium"],
				["one with a hole that is rated low", content("", { software: seen("Vue/2.7.16") }), "low"],
				[
					"one with a hole that no version has the fix for",
					content("", { software: seen("AngularJS/1.8.3") }),
					"medium",
				],
			],
			leaves: [
				["one with all fixes", content("", { software: seen("jQuery/3.7.1") })],
				["a line of which only some versions have holes", content("", { software: seen("Lodash/4.17") })],
				["one that is not in the table", content("", { software: seen("WordPress/1.0") })],
			],
		},
	],
	cors: [
		{
			rule: "cors-reflects-origin",
			finds: [
				[
					"with credentials",
					{
						origin: ORIGIN,
						exchange: exchange({ "access-control-allow-origin": ORIGIN, "access-control-allow-credentials": "true" }),
					},
					"high",
				],
				["without", { origin: ORIGIN, exchange: exchange({ "access-control-allow-origin": ORIGIN }) }, "low"],
			],
			leaves: [
				[
					"a fixed origin",
					{ origin: ORIGIN, exchange: exchange({ "access-control-allow-origin": "https://partner.example" }) },
				],
				[
					"open to all, without credentials",
					{ origin: ORIGIN, exchange: exchange({ "access-control-allow-origin": "*" }) },
				],
				["nothing", { origin: ORIGIN, exchange: exchange() }],
			],
		},
	],
	software: [
		{
			rule: "version-disclosed",
			finds: [["nginx", software("nginx/1.30.4"), "low"]],
			leaves: [["a name alone", software("nginx")]],
		},
		{
			rule: "software-end-of-life",
			finds: [
				["PHP 5.6", software("PHP/5.6.40"), "high"],
				["with a distribution's fixes", software("Apache/2.2.15 (CentOS)"), "medium"],
			],
			leaves: [
				["a kept version", software(newest("nginx"))],
				["not in the table", software("lighttpd/1.4.1")],
				["Apache 2.4", software("Apache/2.4.6")],
			],
		},
		{
			rule: "software-ends-soon",
			finds: [["PHP 8.2", software("PHP/8.2.33"), "low"]],
			leaves: [
				["the newest PHP", software(newest("php"))],
				["already ended", software("PHP/5.6.40")],
			],
		},
		{
			rule: "software-behind-latest",
			finds: [
				["Apache 2.4.6", software("Apache/2.4.6"), "low"],
				["with a distribution's fixes", software("Apache/2.4.6 (CentOS)"), "none"],
			],
			leaves: [
				["the newest", software(newest("apache-http-server", "Apache"))],
				["patch level not shown", software("Apache/2.4")],
				["ended, which is said elsewhere", software("PHP/5.6.1")],
			],
		},
		{
			rule: "software-support-unknown",
			finds: [
				["no data", software("lighttpd/1.4.59"), "none"],
				["a version of no known line", software("nginx/9.9.9"), "none"],
			],
			leaves: [["known", software("nginx/1.14.0")]],
		},
	],
	tls: [
		{
			rule: "tls-old-protocol",
			finds: [
				["TLS 1.0 beside newer", tls({ offered: ["TLSv1", "TLSv1.2"] }), "medium"],
				["nothing newer", tls({ offered: ["TLSv1", "TLSv1.1"] }), "high"],
			],
			leaves: [["1.2 and 1.3", tls()]],
		},
		{
			rule: "tls-1-3-missing",
			finds: [["1.2 only", tls({ offered: ["TLSv1.2"], preferred: ECDHE }), "none"]],
			leaves: [
				["1.3", tls()],
				["not known", tls({ offered: [] })],
			],
		},
		{
			rule: "tls-weak-cipher",
			finds: [["anonymous", tls({ weakCiphers: ["AECDH-AES256-SHA"] }), "high"]],
			leaves: [["none", tls()]],
		},
		{
			rule: "tls-no-forward-secrecy",
			finds: [
				["accepted", tls({ withoutForwardSecrecy: "AES256-SHA" }), "low"],
				[
					"preferred",
					tls({ withoutForwardSecrecy: "AES256-SHA", preferred: { version: "TLSv1.2", cipher: "AES256-SHA" } }),
					"medium",
				],
			],
			leaves: [["refused", tls({ preferred: ECDHE })]],
		},
		{
			rule: "tls-insecure-renegotiation",
			finds: [["without RFC 5746", tls({ insecureRenegotiation: true, preferred: ECDHE }), "medium"]],
			leaves: [
				["with it", tls({ insecureRenegotiation: false, preferred: ECDHE })],
				["not tested", tls()],
			],
		},
		{
			rule: "tls-browsers-refused",
			finds: [["it agrees to something else", tls({ refusedByBrowsers: true }), "high"]],
			leaves: [
				["agreed", tls()],
				["not known", tls({ refusedByBrowsers: undefined })],
				["old versions only, which another rule finds", tls({ refusedByBrowsers: true, offered: ["TLSv1"] })],
			],
		},
	],
	certificate: [
		{
			rule: "certificate-too-long",
			finds: [
				["399 days", certificate({ validFrom: new Date("2026-01-01"), validTo: new Date("2027-02-04") }), "high"],
			],
			leaves: [
				["398 days", certificate({ validFrom: new Date("2026-01-01"), validTo: new Date("2027-02-03") })],
				[
					"before browsers had a limit",
					certificate({ validFrom: new Date("2020-08-31"), validTo: new Date("2030-01-01") }),
				],
				[
					"of a company's own authority",
					certificate({
						validFrom: new Date("2026-01-01"),
						validTo: new Date("2030-01-01"),
						untrusted: "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
					}),
				],
			],
		},
		{
			rule: "certificate-not-stapled",
			finds: [["demanded and not sent", certificate({ mustStaple: true }), "high"]],
			leaves: [
				["sent", certificate({ mustStaple: true, stapled: true })],
				["not known", certificate({ mustStaple: true, stapled: undefined })],
				["not demanded", certificate()],
			],
		},
		{
			rule: "certificate-expired",
			finds: [["yesterday", certificate({ validTo: new Date("2026-11-20") }), "high"]],
			leaves: [["valid", certificate()]],
		},
		{
			rule: "certificate-not-yet-valid",
			finds: [["tomorrow", certificate({ validFrom: new Date("2026-11-22") }), "high"]],
			leaves: [["valid", certificate()]],
		},
		{
			rule: "certificate-expires-soon",
			finds: [
				[
					"in ten days of ninety",
					certificate({ validFrom: new Date("2026-09-02"), validTo: new Date("2026-12-01") }),
					"low",
				],
				[
					"in six days of ninety",
					certificate({ validFrom: new Date("2026-08-29"), validTo: new Date("2026-11-27") }),
					"medium",
				],
				["tomorrow", certificate({ validTo: new Date("2026-11-22T18:00:00Z") }), "medium"],
			],
			leaves: [
				["in 39 days of ninety", certificate()],
				[
					"in four days of six",
					certificate({ validFrom: new Date("2026-11-19"), validTo: new Date("2026-11-25T12:00:00Z") }),
				],
				["already over", certificate({ validTo: new Date("2026-11-20") })],
			],
		},
		{
			rule: "certificate-untrusted",
			finds: [
				["self-signed", certificate({ selfSigned: true }), "high"],
				["unknown authority", certificate({ untrusted: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" }), "high"],
			],
			leaves: [["trusted", certificate()]],
		},
		{
			rule: "certificate-host-mismatch",
			finds: [["another name", certificate({ coversHost: false }), "high"]],
			leaves: [["its name", certificate()]],
		},
		{
			rule: "certificate-weak-key",
			finds: [
				["RSA 1024", certificate({ key: { type: "rsa", bits: 1024 } }), "high"],
				["RSA 1536", certificate({ key: { type: "rsa", bits: 1536 } }), "medium"],
				["a short curve", certificate({ key: { type: "ec", bits: 192 } }), "medium"],
			],
			leaves: [
				["RSA 2048", certificate()],
				["P-256", certificate({ key: { type: "ec", bits: 256 } })],
				["Ed25519", certificate({ key: { type: "ed25519", bits: undefined } })],
			],
		},
		{
			rule: "certificate-weak-signature",
			finds: [
				["SHA-1", certificate({ signature: "sha1WithRSAEncryption" }), "high"],
				["ECDSA with SHA-1", certificate({ signature: "ecdsa-with-SHA1" }), "high"],
				["MD5", certificate({ signature: "md5WithRSAEncryption" }), "high"],
			],
			leaves: [
				["SHA-256", certificate()],
				["SHA-512", certificate({ signature: "ecdsa-with-SHA512" })],
				["not read", certificate({ signature: undefined })],
			],
		},
	],
	mail: [
		{
			rule: "dns-no-spf",
			finds: [["no record", mail([]), "medium"]],
			leaves: [
				["a record", mail(["v=spf1 -all"])],
				["not answered", mail(undefined)],
			],
		},
		{
			rule: "dns-weak-spf",
			finds: [
				["everyone", mail(["v=spf1 +all"]), "medium"],
				["everyone, without the sign", mail(["v=spf1 all"]), "medium"],
				["neutral", mail(["v=spf1 include:a.example ?all"]), "low"],
				["open end", mail(["v=spf1 include:a.example"]), "low"],
				["two records", mail(["v=spf1 -all", "v=spf1 ~all"]), "medium"],
				["a name on its own", mail(["v=spf1 mx include: mail.a.example -all"]), "medium"],
				["a name as an address", mail(["v=spf1 ip4:mail.a.example -all"]), "medium"],
				["a network that is too small", mail(["v=spf1 ip6:2001:db8::/129 -all"]), "medium"],
				["a macro without its letter", mail(["v=spf1 redirect=%{}._spf.a.example"]), "medium"],
				["eleven look-ups", mail([`v=spf1 a mx ptr ${"include:a.example ".repeat(8)}-all`]), "medium"],
				[
					"ten look-ups and a redirect",
					mail([`v=spf1 ${"include:a.example ".repeat(10)}redirect=b.example`]),
					"medium",
				],
			],
			leaves: [
				["closed", mail(["v=spf1 mx -all"])],
				["soft", mail(["v=spf1 ~all"])],
				["elsewhere", mail(["v=spf1 redirect=_spf.a.example"])],
				["ten look-ups", mail([`v=spf1 ${"include:a.example ".repeat(10)}-all`])],
				[
					"everything that there is",
					mail([
						"v=spf1  a:b.example/24//64 MX//64 ip4:192.0.2.0/24 ip6:2001:db8::/32 ?ptr exists:%{i}._spf.%{d2r} exp=e.example x=1 -ALL",
					]),
				],
				["a macro with a slash", mail(["v=spf1 exists:%{d/}.a.example -all"])],
				["none", mail([])],
				["not answered", mail(undefined)],
			],
		},
		{
			rule: "dns-no-dmarc",
			finds: [
				["no record", mail([], []), "medium"],
				["several, which receivers take for none", mail([], ["v=DMARC1; p=reject", "v=DMARC1; p=none"]), "medium"],
			],
			leaves: [
				["a record", mail([], ["v=DMARC1; p=reject"])],
				["not answered", { ...mail([]), dmarc: undefined }],
			],
		},
		{
			rule: "dmarc-policy-none",
			finds: [
				["p=none", mail([], ["v=DMARC1; p=none; rua=mailto:a@example.com"]), "low"],
				["no policy", mail([], ["v=DMARC1; rua=mailto:a@example.com"]), "low"],
				["no policy that there is", mail([], ["v=DMARC1; p=rejct"]), "low"],
				["none for subdomains", mail([], ["v=DMARC1; p=reject; sp = none"]), "low"],
				["half of the mail", mail([], ["v=DMARC1; p=reject; pct=50"]), "low"],
			],
			leaves: [
				["reject", mail([], ["v=DMARC1; p=reject; sp=quarantine; pct=100"])],
				["with spaces", mail([], ["v = DMARC1 ; p = reject"])],
				["a share that is no number", mail([], ["v=DMARC1; p=reject; pct=half"])],
				["several, which receivers take for none", mail([], ["v=DMARC1; p=none", "v=DMARC1; p=reject"])],
				["no record", mail([], [])],
			],
		},
		{
			rule: "dns-no-mta-sts",
			finds: [
				["no record", receiving([], []), "none"],
				["several", receiving(["v=STSv1; id=1", "v=STSv1; id=2"], []), "none"],
				["no id", receiving(["v=STSv1;"], []), "none"],
				["an id with a sign", receiving(["v=STSv1; id=2026-01-01"], []), "none"],
				["an id that is too long", receiving([`v=STSv1; id=${"1".repeat(33)}`], []), "none"],
				["a part that is no field", receiving(["v=STSv1; id=1; enforce"], []), "none"],
			],
			leaves: [
				["a record", receiving(["v=STSv1; id=20260101T000000;"], [])],
				["with another field", receiving(["v=STSv1;id=1 ; x-note=a"], [])],
				["a domain that takes no mail", mail([])],
				["not answered", receiving(undefined, [])],
			],
		},
		{
			rule: "dns-no-tls-rpt",
			finds: [
				["no record", receiving([], []), "none"],
				[
					"several",
					receiving([], ["v=TLSRPTv1; rua=mailto:a@b.example", "v=TLSRPTv1; rua=mailto:a@b.example"]),
					"none",
				],
				["nowhere to send reports", receiving([], ["v=TLSRPTv1;"]), "none"],
				["an address that is none", receiving([], ["v=TLSRPTv1; rua=a@b.example"]), "none"],
			],
			leaves: [
				["a record", receiving([], ["v=TLSRPTv1; rua=mailto:a@b.example , https://b.example/reports;"])],
				["a domain that takes no mail", mail([])],
				["not answered", receiving([], undefined)],
			],
		},
	],
	caa: [
		{
			rule: "dns-no-caa",
			finds: [
				["none", { domain: "example.com", records: [] }, "none"],
				["one that limits nothing", { domain: "example.com", records: ["iodef mailto:a@example.com"] }, "none"],
				["one for wildcards alone", { domain: "example.com", records: ["issuewild ca.example"] }, "none"],
			],
			leaves: [["one", { domain: "example.com", records: ["iodef mailto:a@example.com", "issue ;"] }]],
		},
	],
	files: [
		{
			rule: "exposed-git",
			finds: [["there", file("/.git/HEAD", "a Git reference"), "high"]],
			leaves: [["not there", file("/.git/HEAD", undefined)]],
		},
		{
			rule: "exposed-env",
			finds: [["there", file("/.env", "2 lines"), "high"]],
			leaves: [["not there", file("/.env", undefined)]],
		},
		{
			rule: "security-txt-missing",
			finds: [["not there", file("/.well-known/security.txt", undefined), "none"]],
			leaves: [["there", file("/.well-known/security.txt", "a Contact field")]],
		},
	],
};

function found<P extends Part>(part: P, rule: string, unit: Evidences[P]) {
	return judge(part, [unit], NOW).filter((finding) => finding.rule === rule);
}

const positive = PARTS.flatMap(<P extends Part>(part: P) =>
	CASES[part].flatMap(({ rule, finds }) =>
		finds.map(([label, unit, severity]) => ({
			name: `${rule} (${severity}): ${label}`,
			severity,
			run: () => found(part, rule, unit),
		})),
	),
);
const negative = PARTS.flatMap(<P extends Part>(part: P) =>
	CASES[part].flatMap(({ rule, leaves }) =>
		leaves.map(([label, unit]) => ({ name: `${rule}: ${label}`, run: () => found(part, rule, unit) })),
	),
);

test.for(positive)("finds $name", ({ run, severity }) => {
	const findings = run();
	expect(findings.map((finding) => finding.severity)).toEqual([severity]);
	expect(findings[0]?.evidence.length).toBeGreaterThan(0);
});

test.for(negative)("leaves alone $name", ({ run }) => {
	expect(run()).toEqual([]);
});

/** The name of every file in these folders that contains a rule, at any depth. */
async function ruleFiles(): Promise<string[]> {
	const names = await Promise.all(
		["server/scanning/engines/baseline/rules", "server/scanning/engines/shared/rules"].map(async (folder) => {
			const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".ts"));
			const texts = await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")));
			return files.filter((_, index) => /^\tmeta: \{$/m.test(texts[index] ?? ""));
		}),
	);
	return names
		.flat()
		.map((name) => basename(name, ".ts"))
		.sort();
}

test("every rule has its own file, id, texts in two voices, and a case on each side here", async () => {
	const rules = PARTS.flatMap((part) => RULES[part].map(({ meta }) => meta));
	const ids = rules.map(({ id }) => id);
	expect(new Set(ids).size).toBe(ids.length);
	expect(ids.length).toBeGreaterThanOrEqual(35);

	const cases = PARTS.flatMap((part) =>
		CASES[part].map(({ rule, finds, leaves }) => ({ rule, finds: finds.length, leaves: leaves.length })),
	);
	expect(cases.map(({ rule }) => rule).sort()).toEqual([...ids].sort());
	expect(cases.filter(({ finds, leaves }) => finds === 0 || leaves === 0)).toEqual([]);

	expect(await ruleFiles()).toEqual([...ids].sort());
	for (const { id, why, fix } of rules) {
		for (const text of [why.owner, why.engineer, fix.owner, fix.engineer])
			expect(text, id).toMatch(/^[A-Z`].{20,}[.]$/);
		expect(why.owner, id).not.toBe(why.engineer);
	}
});

test("evidence is one line of at most 500 characters, whatever the target sent", () => {
	const [finding] = found(
		"headers",
		"hsts-short",
		page({ "strict-transport-security": `\u001b[31m\u202e${"x".repeat(9_999)}` }),
	);
	expect(finding?.evidence[0]?.text).toHaveLength(500);
	// biome-ignore lint/suspicious/noControlCharactersInRegex: it tests that there are none
	expect(finding?.evidence[0]?.text).not.toMatch(/[\u0000-\u001f\u202e]/);
});

test("a cookie's value is in no evidence", () => {
	const findings = judge("headers", [cookie("sid=the-secret; Path=/")], NOW);
	expect(findings.filter(({ rule }) => rule.startsWith("cookie-"))).toHaveLength(3);
	expect(JSON.stringify(findings)).not.toContain("the-secret");
});

test("a site that does everything right has nothing above severity none", () => {
	const good = page({
		"strict-transport-security": "max-age=31536000",
		"content-security-policy": "default-src 'self'; frame-ancestors 'none'",
		"x-content-type-options": "nosniff",
		"referrer-policy": "no-referrer",
		"permissions-policy": "camera=()",
		...BOTH,
		"set-cookie": "__Host-session=x; Path=/; Secure; HttpOnly; SameSite=Lax",
	});
	const findings = [
		...judge("redirects", [redirects({ ports: bothOpen })], NOW),
		...judge("headers", [good], NOW),
		...judge("tls", [tls()], NOW),
		...judge("certificate", [certificate()], NOW),
	];
	expect(findings).toEqual([]);
});
