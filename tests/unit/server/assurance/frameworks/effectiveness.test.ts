import { expect, test } from "vitest";
import { PACKS } from "#contract/frameworks/packs.ts";
import { effectivenessDocument } from "#server/assurance/frameworks/effectiveness/effectiveness-document.ts";
import { effectivenessOf } from "#server/assurance/frameworks/effectiveness/effectiveness-of.ts";
import { POPULATION_CSV, population } from "#server/assurance/frameworks/effectiveness/population.ts";
import { paperPdf } from "#server/assurance/frameworks/paper.ts";
import { readPdf } from "#tests/support/reports/read-pdf.ts";
import { sampleFacts, sampleHistories, WHOSE } from "./papers.ts";

const GOLDEN = new URL("../../../../fixtures/frameworks/", import.meta.url);

const made = () => {
	const counted = population(sampleFacts());
	const rows = sampleHistories().flatMap((each) => counted.judge(each) ?? []);
	return { rows, effectiveness: effectivenessOf(sampleFacts(), counted) };
};
const pdf = () => paperPdf(WHOSE, effectivenessDocument(WHOSE, PACKS.mvsp, made().effectiveness));

test("the report and its population say what they said before, word for word", async () => {
	const { marked } = readPdf(await pdf());
	const lines = marked.map(([tag, text]) => `${tag}\t${text}\n`).join("");
	await expect(lines).toMatchFileSnapshot(new URL("effectiveness.pdf.txt", GOLDEN).pathname);
	const csv = [POPULATION_CSV.head, ...made().rows.map(POPULATION_CSV.line)].join("");
	await expect(csv).toMatchFileSnapshot(new URL("population.csv", GOLDEN).pathname);
});

test("the same data gives the same bytes", async () => {
	expect((await pdf()).equals(await pdf())).toBe(true);
});

test("a finding that two controls look for is counted for both, and once in all, by the workspace’s time to fix", () => {
	const facts = sampleFacts();
	const [control] = facts.controls;
	const [scan] = control?.tests ?? [];
	if (!control || scan?.spec.kind !== "scan") throw new Error("no scan test");
	const other = { ...control, controlId: "00000000-0000-4000-8000-000000000009", code: "VM-09", tests: [scan] };
	const timeToFix = { high: 2, medium: 2, low: 2 };
	const counted = population({ ...facts, timeToFix, controls: [control, other] });
	const [fixed] = sampleHistories();
	expect(fixed && counted.judge(fixed)).toMatchObject({
		controls: "VM-01 VM-09",
		outcome: "fixed-late",
		due: "2026-09-04",
	});
	expect(counted.total).toMatchObject({ "fixed-late": 1, "fixed-in-time": 0 });
	expect(counted.byControl.get(control.controlId)).toMatchObject({ "fixed-in-time": 0, "fixed-late": 1 });
	expect(counted.byControl.get(other.controlId)).toMatchObject({ "fixed-in-time": 0, "fixed-late": 1 });
});

test("a test of some hosts looks for nothing on others", () => {
	const facts = sampleFacts();
	const [control] = facts.controls;
	const [scan] = control?.tests ?? [];
	if (!control || scan?.spec.kind !== "scan") throw new Error("no scan test");
	const narrow = { ...scan, spec: { ...scan.spec, hosts: ["b.example"] } };
	const counted = population({ ...facts, controls: [{ ...control, tests: [narrow] }] });
	expect(sampleHistories().flatMap((each) => counted.judge(each) ?? [])).toEqual([]);
});

test("a host that is left out of a control is not in the scope of its tests, and its findings are not counted for it", () => {
	const facts = sampleFacts();
	const [control] = facts.controls;
	if (!control) throw new Error("no control");
	const leaving = { ...facts, controls: [{ ...control, leftOut: ["a.example"] }] };
	const counted = population(leaving);
	const [finding] = sampleHistories();
	expect(finding && counted.judge(finding)).toBeUndefined();
	const [{ tests, remarks } = { tests: [], remarks: [] }] = effectivenessOf(leaving, counted).controls;
	expect(tests[0]?.hosts).toEqual({ all: 1, looked: 0, withGaps: 0 });
	expect(remarks).toContain("1 host is left out of it now: a.example.");
});
