import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CATALOG } from "#contract/controls/catalog-data.ts";
import { CLASS_IDS } from "#contract/controls/classes.ts";
import { ruleOf, WITHOUT_CONTROL, whyWithoutControl } from "#contract/controls/without-control.ts";
import { SCAN_KINDS } from "#contract/kinds/kinds.ts";
import { CLASSES } from "#server/assurance/findings/class-table.ts";
import { canSee, classesSeenBy, classOf, classOfRule, ruleColumn } from "#server/assurance/findings/finding-classes.ts";
import { ZAP_RULES } from "../../../../support/engines/zap-rules.ts";

/** Every rule that an engine can report, from its own files; for ZAP, those it comes with. Some rules belong to two engines. */
const RULES = [
	...globSync("server/scanning/engines/*/rules/**/*.ts").flatMap((file) =>
		[...readFileSync(file, "utf8").matchAll(/\bid: "([a-z0-9-]+)"/g)].map(([, id = ""]) => id),
	),
	...[...readFileSync("server/scanning/engines/wapiti/rules.ts", "utf8").matchAll(/"(wapiti-[a-z-]+)"/g)].map(
		([, id = ""]) => id,
	),
	...ZAP_RULES,
];

test("every rule of every engine leads to a control of the catalog, or to the reason why it does not", () => {
	expect(RULES.length).toBeGreaterThan(180);
	const tested = new Set(
		CATALOG.flatMap(({ tests }) => tests.flatMap((one) => (one.kind === "scan" ? one.classes : []))),
	);
	const without = RULES.filter((rule) => {
		const one = classOfRule(rule);
		return one === undefined || !tested.has(one);
	});
	expect(without.toSorted()).toEqual(Object.keys(WITHOUT_CONTROL).toSorted());
	expect(Object.values(WITHOUT_CONTROL).filter((why) => !/^[A-Z].*\.$/.test(why))).toEqual([]);
});

test("a class belongs to the scan test of one control of the catalog, and each class to some", () => {
	const tested = CATALOG.flatMap(({ tests }) => tests.flatMap((one) => (one.kind === "scan" ? one.classes : [])));
	expect(new Set(tested).size).toBe(tested.length);
	expect(CLASS_IDS.filter((id) => !tested.includes(id))).toEqual([]);
});

test("every class is one of the table, and some kind of scan can see it", () => {
	expect(CLASSES.map(({ id }) => id)).toEqual([...CLASS_IDS]);
	for (const id of CLASS_IDS) {
		const one = classOf(id) ?? expect.fail(id);
		expect(
			SCAN_KINDS.filter((kind) => canSee(kind, one)),
			id,
		).not.toEqual([]);
		for (const kind of SCAN_KINDS) expect(classesSeenBy(kind).includes(id)).toBe(canSee(kind, one));
	}
});

test("the table of classes names existing rules, each once, and ways to see each class", () => {
	const rules = CLASSES.flatMap((one) => one.rules);
	expect(new Set(rules).size).toBe(rules.length);
	// ZAP can load more rules than it comes with.
	expect(rules.filter((rule) => !RULES.includes(rule) && !/^zap-\d+$/.test(rule))).toEqual([]);
	expect(CLASSES.filter(({ sights }) => sights.length === 0)).toEqual([]);
});

test("a rule of ZAP with a number for each thing it looks at is that rule, in SQL too", () => {
	for (const rule of ["zap-10038-1", "zap-10038"]) expect(classOfRule(rule)).toBe("missing-csp");
	expect(classOfRule("zap-99999-1")).toBeUndefined();
	expect(whyWithoutControl("zap-10096-2")).toBe(WITHOUT_CONTROL["zap-10096"]);
	const [, pattern = "", by = ""] = /, '(.+)', '(.+)'/.exec(ruleColumn("rule")) ?? [];
	for (const rule of ["zap-10038-1", "zap-6", "tls-1-3-missing"]) {
		expect(rule.replace(new RegExp(pattern), by.replace("\\", "$"))).toBe(ruleOf({ rule }));
	}
});
