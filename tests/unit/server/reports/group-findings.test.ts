import { describe, expect, it } from "vitest";
import { groupFindings } from "#server/reports/group-findings.ts";
import { aFinding, aReport } from "./samples.ts";

const on = (port: number) => ({ host: "shop.example.com", port, path: "/", parameter: "" });

describe("problems", () => {
	it("say a problem once, with every place and its own evidence", () => {
		const { findings } = aReport({
			findings: [443, 8443, 80].map((port) =>
				aFinding({ location: on(port), evidence: [{ source: "s", text: `${port}` }] }),
			),
		});
		const [group] = groupFindings(findings);
		expect(group?.problems).toHaveLength(1);
		expect(group?.problems[0]?.places.map(({ location, evidence }) => [location.port, evidence[0]?.text])).toEqual([
			[80, "80"],
			[443, "443"],
			[8443, "8443"],
		]);
	});

	it("stay apart when anything a reader would read differs", () => {
		const { findings } = aReport({
			findings: [
				aFinding(),
				aFinding({ location: on(80), title: "Another title" }),
				aFinding({ location: on(81), fix: { owner: "Other.", engineer: "Engineer fix." } }),
				aFinding({ location: on(82), confidence: "low" }),
			],
		});
		expect(groupFindings(findings)[0]?.problems.map(({ mark }) => mark)).toEqual(["M1", "M2", "M3", "M4"]);
	});

	it("come worst first, without empty severities", () => {
		const { findings } = aReport({ findings: [aFinding({ severity: "none" }), aFinding({ severity: "high" })] });
		expect(groupFindings(findings).map(({ severity }) => severity)).toEqual(["high", "none"]);
		expect(groupFindings([])).toEqual([]);
	});
});
