import { describe, expect, it } from "vitest";
import type { Finding } from "#contract/findings/findings.ts";
import { groupFindings } from "#server/assurance/reports/data/group-findings.ts";
import { aFinding, aReport } from "./samples.ts";

const on = (port: number) => ({ host: "shop.example.com", port, path: "/", parameter: "" });
const group = (findings: Finding[]) =>
	groupFindings(aReport({ findings }).findings.map((finding) => ({ finding, state: "open" })));

describe("problems", () => {
	it("are listed once, with every place and its own evidence", () => {
		const problems = group(
			[443, 8443, 80].map((port) => aFinding({ location: on(port), evidence: [{ source: "s", text: `${port}` }] })),
		);
		expect(problems).toHaveLength(1);
		expect(
			problems[0]?.findings.map(({ state, finding: { location, evidence } }) => [
				state,
				location.port,
				evidence[0]?.text,
			]),
		).toEqual([
			["open", 80, "80"],
			["open", 443, "443"],
			["open", 8443, "8443"],
		]);
	});

	it("stay apart if anything a reader would read differs", () => {
		const problems = group([
			aFinding(),
			aFinding({ location: on(80), title: "Another title" }),
			aFinding({ location: on(81), fix: { owner: "Other.", engineer: "Engineer fix." } }),
			aFinding({ location: on(82), confidence: "low" }),
		]);
		expect(problems.map(({ mark }) => mark)).toEqual(["M1", "M2", "M3", "M4"]);
	});

	it("come worst first", () => {
		const problems = group([aFinding({ severity: "none" }), aFinding({ severity: "high" })]);
		expect(problems.map(({ mark, severity }) => [mark, severity])).toEqual([
			["H1", "high"],
			["N1", "none"],
		]);
		expect(group([])).toEqual([]);
	});
});
