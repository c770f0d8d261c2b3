import { expect, test } from "vitest";
import { factsOf } from "#server/scanning/engines/baseline/facts.ts";
import { buildReport } from "#server/scanning/scans/report/build-report.ts";
import { certificate, content, exchange, seen } from "./builders.ts";

const NOW = new Date("2026-11-21");
const at = { host: "example.com", port: 443 };

test("a certificate ends when it says so, whether that is soon or not", () => {
	expect(factsOf("certificate", [certificate({ validTo: new Date("2028-03-01") })], NOW)).toEqual([
		{ what: "certificate", ...at, detail: "", endsAt: "2028-03-01T00:00:00.000Z" },
	]);
});

test("software ends with its release line, in the past or in the future; an unknown date is no fact", () => {
	const software = [...seen("PHP/7.4.3"), ...seen("PHP/8.5.1"), ...seen("Unheard/1.0"), ...seen("PHP")];
	const ends = [
		{ what: "end-of-life", ...at, detail: "PHP 7.4.3", endsAt: "2022-11-28T00:00:00.000Z" },
		{ what: "end-of-life", ...at, detail: "PHP 8.5.1", endsAt: "2029-12-31T00:00:00.000Z" },
	];
	expect(factsOf("software", [{ software }], NOW)).toEqual(ends);
	expect(factsOf("content", [content("", { software })], NOW)).toEqual(ends);
	expect(factsOf("cors", [{ exchange: exchange(), origin: "https://other.example" }], NOW)).toEqual([]);
});

test("a report has each fact once, in its own order, and none where there is none", () => {
	const facts = factsOf("certificate", [certificate({ validTo: new Date("2029-01-01") }), certificate()], NOW);
	const report = (some: typeof facts) =>
		buildReport({
			target: "example.com",
			startedAt: NOW,
			finishedAt: NOW,
			result: { status: "completed", coverage: "full", parts: [], findings: [], sent: [], facts: some },
		});
	expect(report([...facts, ...facts]).facts?.map(({ endsAt }) => endsAt.slice(0, 4))).toEqual(["2026", "2029"]);
	expect(report(facts.toReversed())).toEqual(report(facts));
	expect(report([])).not.toHaveProperty("facts");
});
