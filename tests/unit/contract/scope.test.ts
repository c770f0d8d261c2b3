import { expect, test } from "vitest";
import type { ScanRequest } from "#contract/scans/scans.ts";
import { scopeOf } from "#contract/scans/scope.ts";

const email = "ada@example.org";
const free = (target: string): ScanRequest => ({ kind: "combined", body: { target, email } });
const wapiti = (target: string, more = {}): ScanRequest => ({ kind: "wapiti", body: { target, ...more } });
const nmap = (host: string): ScanRequest => ({ kind: "nmap", body: { host } });
const sslyze = (target: string): ScanRequest => ({ kind: "sslyze", body: { target } });
const zap = (url: string): ScanRequest => ({ kind: "zap", body: { url, email } });

const scope = (request: ScanRequest) => scopeOf(request)?.scope ?? expect.fail("no scope");

test.each([
	[free("example.com"), free("https://EXAMPLE.com/shop?x=1")],
	[free("example.com"), free("http://example.com")],
	[free("example.com"), { kind: "combined", body: { target: "example.com:443", email: "eve@example.org" } }],
	[nmap("example.com"), nmap("example.com")],
	[sslyze("example.com:443"), sslyze("Example.com:443")],
	[wapiti("https://example.com/a"), wapiti("https://example.com/a")],
	[zap("https://example.com"), zap("https://example.com/")],
] as [ScanRequest, ScanRequest][])("%j and %j look at the same", (one, other) => {
	expect(scope(one)).toBe(scope(other));
	expect(scopeOf(one)?.host).toBe("example.com");
});

test.each([
	[free("example.com"), free("www.example.com")],
	[free("example.com"), free("example.com:8443")],
	[free("example.com"), nmap("example.com")],
	[sslyze("example.com:443"), sslyze("example.com:993")],
	[nmap("example.com"), nmap("example.com:8022")],
	[wapiti("https://example.com/a"), wapiti("https://example.com/b")],
	[wapiti("https://example.com/a"), wapiti("http://example.com/a")],
	[wapiti("https://example.com"), wapiti("https://example.com", { modules: "sql" })],
	[wapiti("https://example.com"), wapiti("https://example.com", { scope: "url" })],
	[wapiti("https://example.com"), wapiti("https://example.com", { user_agent: "phone" })],
	[zap("https://example.com/a"), zap("https://example.com/b")],
])("%j and %j do not", (one, other) => {
	expect(scope(one)).not.toBe(scope(other));
});
