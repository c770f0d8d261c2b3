import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { expect, test } from "vitest";
import { parseTarget } from "#contract/scans/parse-target.ts";
import { SEED, TIMES } from "#tests/support/fuzz/sample.ts";

const base = { scheme: undefined, port: undefined, ipVersion: 0, path: "/" };

test.for([
	["example.com", { host: "example.com" }],
	[" Example.COM. ", { host: "example.com" }],
	["https://example.com/a?b=1#c", { scheme: "https", host: "example.com", path: "/a?b=1" }],
	["HTTP://example.com:8080", { scheme: "http", host: "example.com", port: 8080 }],
	["example.com:", { host: "example.com" }],
	["localhost:8099", { host: "localhost", port: 8099 }],
	["a_b.example.com", { host: "a_b.example.com" }],
	["bücher.example", { host: "xn--bcher-kva.example" }],
	["https://例え.example/道", { scheme: "https", host: "xn--r8jz45g.example", path: "/%E9%81%93" }],
	["192.0.2.10", { host: "192.0.2.10", ipVersion: 4 }],
	["2130706433", { host: "127.0.0.1", ipVersion: 4 }],
	["0x7f.1:8080", { host: "127.0.0.1", ipVersion: 4, port: 8080 }],
	["0177.0.0.1", { host: "127.0.0.1", ipVersion: 4 }],
	["１２７.0.0.1", { host: "127.0.0.1", ipVersion: 4 }],
	["http://%31%32%37.0.0.1", { scheme: "http", host: "127.0.0.1", ipVersion: 4 }],
	["2001:db8::1", { host: "2001:db8::1", ipVersion: 6 }],
	["2001:DB8:0:0::1", { host: "2001:db8::1", ipVersion: 6 }],
	["[::1]:9001", { host: "::1", ipVersion: 6, port: 9001 }],
	["[::ffff:93.184.216.34]:8080", { host: "93.184.216.34", ipVersion: 4, port: 8080 }],
	["https://[::ffff:5db8:d822]/x", { scheme: "https", host: "93.184.216.34", ipVersion: 4, path: "/x" }],
	["::FFFF:93.184.216.34", { host: "93.184.216.34", ipVersion: 4 }],
	["https://[2001:db8::1]/x", { scheme: "https", host: "2001:db8::1", ipVersion: 6, path: "/x" }],
] as const)("%s is understood", { meta: { acceptance: "S3.02" } }, ([text, expected]) => {
	expect(parseTarget(text)).toEqual({ ok: true, target: { ...base, ...expected } });
});

test.for([
	["", "Please give a target"],
	["https://", "no host name"],
	["http:///path", "no host name"],
	["//example.com", "no host name"],
	["http:example.com", "two slashes"],
	["ftp://example.com", "not ftp"],
	["file:///etc/passwd", "http and https addresses only"],
	["mailto:a@example.com", "http and https addresses only"],
	["javascript:alert(1)", "http and https addresses only"],
	["https://user:secret@example.com", "user name and password"],
	["example.com\\@other.example", "user name and password"],
	["example.com\\path", "backslash"],
	["exa\u0000mple.com", "invisible characters"],
	["exa\u202emple.com", "invisible characters"],
	["example.com other.example", "one target at a time"],
	["example.com,other.example", "one target at a time"],
	["10.0.0.0/8", "ranges of addresses"],
	["2001:db8::/32", "ranges of addresses"],
	["10.0.0.1-20", "ranges of addresses"],
	["10.0.0.*", "ranges of addresses"],
	["-il.example.com", "not a valid host name"],
	["*.example.com", "not a valid host name"],
	["a..b.com", "not a valid host name"],
	[`${"x".repeat(64)}.com`, "not a valid host name"],
	[`${"abcdefgh.".repeat(30)}com`, "at most 253 characters"],
	["intranet", "has no ending such as .com"],
	["example.com:0", "Ports are numbers from 1 to 65535"],
	["example.com:65536", "Ports are numbers from 1 to 65535"],
	["example.com:http", "Ports are numbers from 1 to 65535"],
	["256.1.1.1", "not a host name or an IP address"],
	["[fe80::1%25eth0]", "not an IPv6 address"],
	["[::1", "not an IPv6 address"],
	["1:2:3", "not an IPv6 address"],
	[`https://example.com/${"x".repeat(2048)}`, "too long"],
])("%s is refused with a sentence that says why", ([text = "", sentence]) => {
	const result = parseTarget(text);
	expect(result).toMatchObject({ ok: false, code: "invalid_target", message: expect.stringContaining(sentence ?? "") });
});

test("whatever is typed, parsing never throws and gives an IP address or a well-formed name", () => {
	const typed = fc.oneof(
		fc.string({ unit: "binary", maxLength: 80 }),
		fc.webUrl(),
		fc.ipV4Extended(),
		fc.ipV6(),
		fc.stringMatching(/^[a-z0-9.:[\]/@%\\-]{0,40}$/),
		fc.tuple(fc.domain(), fc.nat(70_000)).map(([host, port]) => `${host}:${port}`),
	);
	fc.assert(
		fc.property(typed, (text) => {
			const result = parseTarget(text);
			if (!result.ok) return result.message.length > 20 && !result.message.includes("undefined");
			const { host, ipVersion, port, path } = result.target;
			if (port !== undefined && !(Number.isInteger(port) && port >= 1 && port <= 65_535)) return false;
			if (!path.startsWith("/") || path.includes("\n")) return false;
			if (ipVersion === 4) return ipaddr.IPv4.isValidFourPartDecimal(host);
			if (ipVersion === 6) return ipaddr.IPv6.isValid(host);
			return (
				host.length <= 253 && host.split(".").every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))
			);
		}),
		{ numRuns: 500 * TIMES, seed: SEED },
	);
});

test("what was understood is understood the same way when it is typed again", () => {
	fc.assert(
		fc.property(fc.oneof(fc.domain(), fc.ipV4(), fc.ipV6()), (text) => {
			const first = parseTarget(text);
			if (first.ok) expect(parseTarget(first.target.host)).toEqual(first);
		}),
	);
});
