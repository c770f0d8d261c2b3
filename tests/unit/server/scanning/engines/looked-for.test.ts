import { expect, test } from "vitest";
import type { ScanPart } from "#contract/findings/findings.ts";
import type { PagesRead } from "#contract/findings/pages-read.ts";
import { lookedFor as lookedForFinding } from "#server/scanning/engines/looked-for.ts";

const evaluated = (part: string): ScanPart => ({ part, label: part, status: "evaluated" });
const skipped = (part: string): ScanPart => ({ part, label: part, status: "not-evaluated", reason: "Silent." });
const report = (parts: ScanPart[], coverage: "full" | "partial" = "full") => ({ parts, coverage });
type Looked = Parameters<typeof lookedForFinding>;
const lookedFor = (report: Looked[0], finding: Omit<Looked[1], "location">, path = "/") =>
	lookedForFinding(report, { ...finding, location: { host: "a.example", port: 443, path, parameter: "" } });
const TLS = { engine: "baseline", rule: "tls-old-protocol" };

test("a scan with a gap missed nothing for certain, not even in the parts it looked at", () => {
	expect(lookedFor(report([evaluated("tls"), skipped("mail")], "partial"), TLS)).toBe(false);
	expect(lookedFor(report([], "partial"), { engine: "nmap", rule: "ftp-exposed" })).toBe(false);
});

test("our own checks looked for whatever belongs to a part that applied", () => {
	expect(lookedFor(report([evaluated("tls"), evaluated("mail")]), TLS)).toBe(true);
	expect(lookedFor(report([evaluated("mail")]), TLS)).toBe(false);
	expect(lookedFor(report([evaluated("headers")]), { engine: "baseline", rule: "exposed-git" })).toBe(false);
});

test("a rule that no longer exists is not looked for", () => {
	expect(lookedFor(report([evaluated("tls")]), { engine: "baseline", rule: "a-rule-of-old" })).toBe(false);
});

test("other engines looked for everything", () => {
	expect(lookedFor(report([evaluated("certificate_info-443")]), { engine: "sslyze", rule: "tls-old-protocol" })).toBe(
		true,
	);
});

test("a finding of SSLyze's was looked for only where SSLyze looked", () => {
	const finding = { engine: "sslyze", rule: "tls-heartbleed" };
	const own = { part: "tls", label: "TLS", status: "evaluated" } as const;
	const beside = { part: "heartbleed-443", label: "Heartbleed, port 443", status: "evaluated" } as const;
	expect(lookedFor({ coverage: "full", parts: [own] }, finding)).toBe(false);
	expect(lookedFor({ coverage: "full", parts: [own, beside] }, finding)).toBe(true);
});

test("a gap that is only that of some rules leaves what other rules look for", () => {
	const off = { ...skipped("rules"), rules: ["zap-10038", "zap-10020-1"] };
	const gap = report([evaluated("pages"), evaluated("attacks"), off], "partial");
	const wasLookedFor = (rule: string) => lookedFor(gap, { engine: "zap", rule });
	expect(["zap-10038", "zap-10038-1", "zap-10020-1"].map(wasLookedFor)).toEqual([false, false, false]);
	expect(["zap-100", "zap-10039", "zap-10020-2", "zap-40012"].map(wasLookedFor)).toEqual([true, true, true, true]);
	const worse = report([evaluated("pages"), skipped("attacks"), off], "partial");
	expect(lookedFor(worse, { engine: "zap", rule: "zap-40012" })).toBe(false);
});

test("a finding of another page was looked for if that page was read again, or if the site names no page that was not read", () => {
	const CSP = { engine: "baseline", rule: "csp-missing", pages: ["/login", "/join"] };
	const scan = (pages: Partial<PagesRead>) => ({
		...report([evaluated("headers")]),
		pages: { origin: "https://a.example", paths: ["/"], named: 9, ruledOut: 0, unread: 0, ...pages },
	});
	expect(lookedFor(scan({}), CSP)).toBe(false);
	expect(lookedFor(report([evaluated("headers")]), CSP)).toBe(false);
	expect(lookedFor(scan({ paths: ["/", "/join"] }), CSP)).toBe(false);
	expect(lookedFor(scan({ paths: ["/", "/login?…"] }), CSP)).toBe(true);
	expect(lookedFor(scan({ named: 1 }), CSP)).toBe(true);
	expect(lookedFor(scan({ named: 1, more: true }), CSP)).toBe(false);
	// One of the site's own page always is.
	expect(lookedFor(scan({}), { engine: "baseline", rule: "csp-missing" })).toBe(true);
});

test("a finding of Wapiti's was looked for if its page was crawled again; a copy, if its original was", () => {
	const finding = { engine: "wapiti", rule: "wapiti-xss" };
	const scan = { ...report([evaluated("crawl"), evaluated("attacks")]), visited: ["/", "/a/item.php"] };
	const wasLookedFor = (path: string, rule = "wapiti-xss") => lookedFor(scan, { ...finding, rule }, path);
	expect(["/", "/a/item.php", "/b", "/a/item.php~"].map((path) => wasLookedFor(path))).toEqual([
		true,
		true,
		false,
		false,
	]);
	const copies = ["/a/item.php~", "/a/copy of item.php", "/a/other.bak", "/item.php~"];
	expect(copies.map((path) => wasLookedFor(path, "wapiti-backup-file"))).toEqual([true, true, false, false]);
	// Reports from before it was asked for its pages say nothing about them.
	expect(lookedFor(report([evaluated("crawl")]), finding, "/b")).toBe(true);
	expect(lookedFor(scan, { ...finding, places: "examples" }, "/*")).toBe(true);
});
