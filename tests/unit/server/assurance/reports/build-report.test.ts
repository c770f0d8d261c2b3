import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scanReport } from "#contract/findings/findings.ts";
import { aFinding, aReport, evaluated, missed } from "./samples.ts";

const at = (host: string, port: number, path = "/", parameter = "") => ({ host, port, path, parameter });

const findings = [
	aFinding({ severity: "none", rule: "a" }),
	aFinding({ severity: "high", rule: "z", location: at("a.example", 8443) }),
	aFinding({ severity: "high", rule: "z", location: at("a.example", 443, "/b") }),
	aFinding({ severity: "high", rule: "z", location: at("a.example", 443, "/a", "two") }),
	aFinding({ severity: "high", rule: "z", location: at("a.example", 443, "/a", "one") }),
	aFinding({ severity: "high", rule: "b", location: at("z.example", 443) }),
	aFinding({ severity: "low", rule: "c" }),
	aFinding({ severity: "medium", rule: "d" }),
];
const sent = [
	{ at: "2026-11-27T14:02:05.000Z", what: "GET https://a.example/", address: "203.0.113.7", outcome: "200" },
	{ at: "2026-11-27T14:02:04.000Z", what: "GET http://a.example/", address: "203.0.113.7", outcome: "301" },
];
const parts = [missed("tls"), evaluated("dns"), evaluated("headers")];

describe("a report", () => {
	it("sorts findings by severity, then rule, then location with ports as numbers", () => {
		const { findings: sorted } = aReport({ findings });
		expect(
			sorted.map(({ severity, rule, location: { port, path, parameter } }) => [severity, rule, port, path, parameter]),
		).toEqual([
			["high", "b", 443, "/", ""],
			["high", "z", 443, "/a", "one"],
			["high", "z", 443, "/a", "two"],
			["high", "z", 443, "/b", ""],
			["high", "z", 8443, "/", ""],
			["medium", "d", 443, "/", ""],
			["low", "c", 443, "/", ""],
			["none", "a", 443, "/", ""],
		]);
	});

	it("counts by severity, grades, and fits the contract", () => {
		const report = aReport({ findings, sent, parts, coverage: "partial" });
		expect(report.counts).toEqual({ high: 5, medium: 1, low: 1, none: 1 });
		expect(report.grade).toBe("F");
		expect(scanReport.parse(report)).toEqual(report);
	});

	it("has the same bytes whatever order the parts of the run ended in", () => {
		const expected = JSON.stringify(aReport({ findings, sent, parts }));
		const shuffled = <T>(items: T[]) => fc.shuffledSubarray(items, { minLength: items.length });
		fc.assert(
			fc.property(shuffled(findings), shuffled(sent), shuffled(parts), (f, s, p) => {
				expect(JSON.stringify(aReport({ findings: f, sent: s, parts: p }))).toBe(expected);
			}),
		);
	});

	it("leaves the run's own lists as they were", () => {
		const own = [...findings];
		aReport({ findings: own });
		expect(own).toEqual(findings);
	});
});
