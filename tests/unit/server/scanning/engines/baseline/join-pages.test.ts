import { expect, test } from "vitest";
import type { Finding } from "#contract/findings/findings.ts";
import { joinPages } from "#server/scanning/engines/baseline/join-pages.ts";
import { judge } from "#server/scanning/engines/baseline/judge.ts";
import { toFinding } from "#server/scanning/engines/shared/finding.ts";
import { exchange, page } from "./builders.ts";
import { NOW } from "./scan.ts";

const meta = {
	id: "a-rule",
	title: "A",
	severity: "low",
	cwe: null,
	why: { owner: "", engineer: "" },
	fix: { owner: "", engineer: "" },
} as const;

function finding(path: string, texts: string[], change: Partial<Finding> & { parameter?: string } = {}): Finding {
	const { parameter = "", ...rest } = change;
	const location = { host: "example.com", port: 443, path, parameter };
	const evidence = texts.map((text) => ({ source: `Page https://example.com${path}`, text }));
	return { ...toFinding("baseline", meta, { location, evidence }), ...rest };
}
const own = (path: string, ...findings: Finding[]) => ({ path, named: false, findings });
const named = (path: string, ...findings: Finding[]) => ({ path, named: true, findings });

test("without other pages, findings are as they were", () => {
	const findings = [finding("/", ["a"]), finding("/en/", ["b"])];
	expect(joinPages([own("/", ...findings)])).toEqual(findings);
	expect(joinPages([own("/", finding("/", ["a"])), own("/en/", finding("/en/", ["b"]))])).toEqual(findings);
});

test("a further page joins the first finding of its rule, port and parameter", () => {
	const first = finding("/", ["a"], { confidence: "low" });
	const joined = joinPages([
		own("/", first),
		named("/b", finding("/b", ["b"], { severity: "medium", title: "Worse" })),
		named("/c", finding("/c", ["c"], { parameter: "other" })),
	]);
	expect(joined).toEqual([
		{
			...first,
			severity: "medium",
			title: "Worse",
			confidence: "high",
			pages: ["/", "/b"],
			evidence: [...first.evidence, { source: "Page https://example.com/b", text: "b" }],
		},
		{ ...finding("/c", ["c"], { parameter: "other" }), pages: ["/c"] },
	]);
});

test("what was seen on the way to a page does not name that page", () => {
	const cookie = finding("", ["seen at /"], { parameter: "theme" });
	expect(joinPages([own("/", cookie), named("/b", cookie)])).toEqual([cookie]);
});

test("of a further page three things are quoted, and how many more there are", () => {
	const [joined] = joinPages([own("/", finding("/", ["1"])), named("/b", finding("/b", ["2", "3", "4", "5", "6"]))]);
	expect(joined?.evidence.map(({ text }) => text)).toEqual(["1", "2", "3", "4", "2 more like this"]);
});

test("HSTS on the way to a page covers it, and a page that switches it off is found", () => {
	const hsts = (value: string, path: string) =>
		exchange({ "strict-transport-security": value }, { url: `https://example.com${path}` });
	const entry = hsts("max-age=31536000", "/");
	const pageOf = (answer: typeof entry) => ({ ...page(), exchange: answer, exchanges: [entry, answer], named: true });
	const units = [
		{ ...page(), exchange: entry, exchanges: [entry] },
		pageOf(exchange({}, { url: "https://example.com/a" })),
		pageOf(hsts("max-age=0", "/b")),
	];
	const found = judge("headers", units, NOW).filter(({ rule }) => rule.startsWith("hsts"));
	expect(found.map(({ rule, location: { path }, pages }) => [rule, path, pages])).toEqual([["hsts-short", "", ["/b"]]]);
});
