import { expect, test } from "vitest";
import type { Finding, ScanReport } from "#contract/findings/findings.ts";
import { scanBrief } from "#server/assurance/reports/templates/scan-brief.ts";
import { aFinding, aReport } from "./samples.ts";

const at = (port: number) => ({ host: "shop.example.com", port, path: "", parameter: "" });
/** In this order, whatever order reports have. */
const briefOf = (findings: Finding[]) => scanBrief({ ...aReport(), findings } satisfies ScanReport, []);
const marksOf = (causes: ReturnType<typeof briefOf>["causes"]) =>
	causes.map(({ problems }) => problems.map(({ mark }) => mark).join());

test("causes stand in the order of the findings, each at the place of its first", () => {
	const { causes } = briefOf([
		aFinding({ rule: "b", title: "B", severity: "low", location: at(1) }),
		aFinding({ rule: "a", title: "A", severity: "high" }),
		aFinding({ rule: "c", title: "C" }),
		aFinding({ rule: "b", title: "B", severity: "low", location: at(2) }),
	]);
	expect(causes.map(({ title, places }) => [title, places.length])).toEqual([
		["B", 2],
		["A", 1],
		["C", 1],
	]);
	expect(marksOf(causes)).toEqual(["L1", "H1", "M1"]);
});

test("problems with one title and one thing to ask for are one cause, with all marks and each place once", () => {
	const { causes } = briefOf([
		aFinding({ location: at(1) }),
		aFinding({ severity: "low", location: at(2) }),
		aFinding({ severity: "low", location: at(1), confidence: "low" }),
		aFinding({ fix: { owner: "Another thing.", engineer: "" } }),
	]);
	expect(marksOf(causes)).toEqual(["M1,L1,L2", "M2"]);
	expect(causes[0]?.places).toEqual(["shop.example.com:1", "shop.example.com:2"]);
	expect(causes[0]?.problems[0].severity).toBe("medium");
});

test("first come at most six that need something, in one sentence each", () => {
	const { first, causes } = briefOf([
		aFinding({ rule: "info", title: "For information", severity: "none" }),
		...Array.from({ length: 8 }, (_, index) =>
			aFinding({ rule: `${index}`, title: `${index}`, fix: { owner: `Ask for ${index}. And wait.`, engineer: "" } }),
		),
	]);
	expect(first.map(({ ask }) => ask)).toEqual([0, 1, 2, 3, 4, 5].map((index) => `Ask for ${index}.`));
	expect(causes).toHaveLength(9);
	expect(causes[1]?.ask).toBe("Ask for 0. And wait.");
});

test("the appendix holds problems only if there are any", () => {
	expect(briefOf([]).appendix).not.toContain("problem");
	expect(briefOf([aFinding()]).appendix).toContain("each problem with what was seen");
});
