import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { catalog } from "#contract/controls/catalog.ts";
import { CLASS_IDS } from "#contract/controls/classes.ts";
import type { ShippedId } from "#contract/frameworks/pack.ts";
import { leavesOf, shippedPack } from "#contract/frameworks/pack.ts";

const CONTRACT = new URL("../../../contract/", import.meta.url);
const readJson = (path: string): unknown => JSON.parse(readFileSync(new URL(path, CONTRACT), "utf8"));

const CATALOG = catalog.parse(readJson("controls/catalog.json"));
const PACKS = readdirSync(new URL("frameworks/packs/", CONTRACT))
	.filter((file) => file.endsWith(".json"))
	.map((file) => shippedPack.parse(readJson(`frameworks/packs/${file}`)));

/** How many percent of its leaves the controls have to serve at least. The rest is for special cases, such as group health plans. */
const LEAST: Partial<Record<ShippedId, number>> = {
	"nist-csf": 95,
	"iso-27001": 95,
	"soc-2": 90,
	"pci-dss": 90,
	hipaa: 90,
	gdpr: 95,
	ndpa: 95,
	nis2: 90,
	cra: 60,
	mvsp: 100,
	"essential-eight": 100,
	"nist-ssdf": 80,
	"owasp-asvs": 80,
	"owasp-top-10": 100,
	"owasp-api-top-10": 100,
};

const linkedTo = (framework: ShippedId) => CATALOG.flatMap(({ requirements }) => requirements[framework] ?? []);
const twice = (all: readonly string[]) => all.filter((one, at) => all.indexOf(one) !== at);

test("a code belongs to one control, and so does a title", () => {
	expect(twice(CATALOG.map(({ code }) => code))).toEqual([]);
	expect(twice(CATALOG.map(({ title }) => title))).toEqual([]);
});

test("each class of findings has one home: the scan test of one control", () => {
	const homes = CATALOG.flatMap(({ tests }) => tests.flatMap((each) => (each.kind === "scan" ? each.classes : [])));
	expect(homes.toSorted()).toEqual(CLASS_IDS.toSorted());
});

test("a control that scans test also has a test for people, who see what scans cannot", () => {
	const scanned = CATALOG.filter(({ tests }) => tests.some(({ kind }) => kind === "scan"));
	expect(scanned.length).toBeGreaterThan(0);
	expect(scanned.filter(({ tests }) => tests.every(({ kind }) => kind === "scan"))).toEqual([]);
});

test("a control serves a framework, and names a requirement once", () => {
	const faults = CATALOG.filter(({ requirements }) => {
		const lists = Object.values(requirements);
		return lists.length === 0 || lists.some((ids) => twice(ids ?? []).length > 0);
	});
	expect(faults.map(({ code }) => code)).toEqual([]);
});

test("scans are due within a month, and everything else within a year", () => {
	const most = { scan: 30, checklist: 365, document: 365, attestation: 365 };
	const late = CATALOG.filter(({ tests }) => tests.some(({ kind, everyDays }) => everyDays > most[kind]));
	expect(late.map(({ code }) => code)).toEqual([]);
});

test("a checklist takes minutes: three to seven questions", () => {
	const lists = CATALOG.flatMap(({ tests }) => tests.filter((each) => each.kind === "checklist"));
	const faults = lists.filter(({ questions }) => questions.length < 3 || questions.length > 7);
	expect(faults.map(({ title }) => title)).toEqual([]);
	expect(lists.flatMap(({ questions }) => questions.filter((question) => !question.endsWith("?")))).toEqual([]);
	expect(twice(lists.flatMap(({ questions }) => questions))).toEqual([]);
});

test("titles of tests differ, so that a run names what was looked at", () => {
	expect(twice(CATALOG.flatMap(({ tests }) => tests.map(({ title }) => title)))).toEqual([]);
});

for (const { id, requirements } of PACKS) {
	const leaves = leavesOf({ requirements }).map((each) => each.id);
	const linked = new Set(linkedTo(id));
	const percent = (100 * leaves.filter((leaf) => linked.has(leaf)).length) / leaves.length;

	test(`${id}: controls serve ${percent.toFixed(0)} % of ${leaves.length} requirements, and none that is a heading or not there`, () => {
		expect([...linked].filter((each) => !leaves.includes(each))).toEqual([]);
		expect(percent).toBeGreaterThanOrEqual(LEAST[id] ?? 0);
	});
}
