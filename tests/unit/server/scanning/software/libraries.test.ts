import { expect, test } from "vitest";
import { gatherContent } from "#server/scanning/engines/baseline/gather/web/content.ts";
import { libraryVulnerable } from "#server/scanning/engines/baseline/rules/content/library-vulnerable.ts";
import { endedObservation } from "#server/scanning/engines/shared/rules/software/end-of-life.ts";
import { identifyInScript } from "#server/scanning/software/identify-script.ts";
import { holesIn, libraryTable } from "#server/scanning/software/libraries.ts";
import { isBefore } from "#server/scanning/software/library-version.ts";
import { libraryTableFrom } from "../../../../../scripts/libraries/from-retire.ts";
import { page } from "../engines/baseline/builders.ts";

const afterDays = (count: number) => new Date(Date.parse(libraryTable.snapshot) + count * 86_400_000);

test.for([
	["https://cdnjs.example/ajax/libs/moment.js/2.18.1/moment.min.js", "Moment.js", "2.18.1"],
	["https://cdn.example/npm/handlebars@4.0.11/dist/handlebars.min.js", "Handlebars", "4.0.11"],
	["/js/handlebars-v4.0.11.js", "Handlebars", "4.0.11"],
	["/js/jquery.dataTables-1.10.15.min.js", "DataTables", "1.10.15"],
	["https://cdn.datatables.net/1.10.20/js/jquery.dataTables.min.js", "DataTables", "1.10.20"],
	["https://cdn.ckeditor.com/4.13.0/full/ckeditor.js", "CKEditor", "4.13.0"],
	["https://cdn.example/react-dom@16.4.0/umd/react-dom.production.min.js", "React DOM", "16.4.0"],
	["https://cdn.example/vue@3.0.0-beta.1/dist/vue.global.js", "Vue", "3.0.0-beta.1"],
	["/ajax/libs/underscore.js/1.8.3/underscore-min.js", "Underscore.js", "1.8.3"],
	["/swfobject_2.0.js", "swfobject", "2.0"],
	// A name that is also an everyday word has to be that of the package.
	["/ajax/libs/Chart.js/2.9.3/Chart.min.js", "Chart.js", "2.9.3"],
	["/js/chart-2.9.3.js", undefined, undefined],
	// The network that serves it picks the version.
	["https://cdn.example/npm/vue@2/dist/vue.js", undefined, undefined],
	["/release/1.4.2/jquery.min.js", undefined, undefined],
	["/js/jquery-1.12.4.css", undefined, undefined],
] as const)("the script %s is %s %s", ([src, name, version]) => {
	expect(identifyInScript(src)[0]?.name).toBe(name);
	expect(identifyInScript(src)[0]?.version).toBe(version);
});

/** A page with one script. */
function pageWith(src: string) {
	const pages = { units: [page({}, { markup: `<script src="${src}"></script>` })], gaps: [] };
	return gatherContent(pages, 2_000_000).units[0] ?? expect.fail("no page");
}

test("a version in a query is less certain, because themes write their own there", () => {
	const confidences = (src: string) =>
		[
			...libraryVulnerable.judge(pageWith(src), afterDays(1)),
			...pageWith(src).software.flatMap((seen) => endedObservation(seen, afterDays(1)) ?? []),
		].map(({ confidence }) => confidence);
	expect(confidences("/js/jquery.min.js?ver=1.12.4")).toEqual(["low", "low"]);
	expect(confidences("/js/jquery-1.12.4.min.js")).toEqual([undefined, undefined]);
});

test.for([
	["1.9.0b1", "1.9.0", true],
	["3.0.0-rc.1", "3.0.0", true],
	["3.0.0-rc.1", "3.0.0-beta1", false],
	["1.6.0.1", "1.6.0.2", true],
	["2.10.0", "2.9.9", false],
	["2.9.0", "2.9.0", false],
	["1.0RC2", "1.0.1", true],
] as const)("whether %s is before %s: %s", ([version, other, before]) => {
	expect(isBefore(version, other, 0)).toBe(before);
});

test("a short version has a hole only if every version of its line does", () => {
	expect(isBefore("3.4", "3.5.0", Number.POSITIVE_INFINITY)).toBe(true);
	expect(isBefore("3.5", "3.5.1", Number.POSITIVE_INFINITY)).toBe(false);
	expect(holesIn("Lodash", "4.17")).toEqual([]);
	expect(holesIn("Lodash", "4.17.20").length).toBeGreaterThan(0);
});

test("evidence names each hole once, the worst first, and the day the table is from", () => {
	const [found] = libraryVulnerable.judge(pageWith("/jquery@1.12.4/jquery.js"), afterDays(91));
	expect(found?.title).toBe("jQuery 1.12.4 has known security holes");
	expect(found?.rawSeverity).toBe("medium");
	const [script, ...holes] = found?.evidence ?? [];
	expect(script?.text).toBe("https://example.com/jquery@1.12.4/jquery.js");
	expect(holes.map(({ text }) => text)).toContain("CVE-2020-11022: rated medium, in versions before 3.5.0");
	expect(new Set(holes.map(({ text }) => text)).size).toBe(holes.length);
	expect(holes[0]?.source).toBe(
		`Known security holes as of ${libraryTable.snapshot}, from retire.js (more than 90 days old, so newer ones are not in it)`,
	);

	const [many] = libraryVulnerable.judge(pageWith("/angularjs@1.2.0/angular.js"), afterDays(1));
	expect(many?.evidence).toHaveLength(12);
	expect(many?.evidence.at(-1)?.text).toMatch(/^And \d+ more$/);
});

const entry = (vulnerabilities: object[], more: object = {}) => ({ ...more, vulnerabilities });
const weak = { below: "2.0.0", severity: "high", cwe: ["CWE-79"], identifiers: { CVE: ["CVE-2020-1234"] } };

test("of retire.js's data, the table takes names, versions, ratings and ids, and credits it", () => {
	const data = {
		"Some.js": entry([weak, { ...weak, atOrAbove: "3.0.0", below: "999.999.999" }], { npmname: "some" }),
		ended: entry([{ ...weak, cwe: ["CWE-1104"] }]),
		linked: entry([
			{ ...weak, identifiers: { CVE: ["CVE-XXXX-XXXX"] }, info: ["http://a.example/", "https://b.example/"] },
		]),
		"retire-example": entry([weak]),
	};
	const { libraries, credit, snapshot } = libraryTableFrom(data, "2026-11-01");
	expect(libraries).toEqual({
		"Some.js": {
			names: ["some", "some.js"],
			holes: [
				{ ids: ["CVE-2020-1234"], severity: "high", below: "2.0.0" },
				{ ids: ["CVE-2020-1234"], severity: "high", from: "3.0.0" },
			],
		},
		linked: { names: ["linked"], holes: [{ ids: ["https://b.example/"], severity: "high", below: "2.0.0" }] },
	});
	expect(credit).toContain("retire.js");
	expect(snapshot).toBe("2026-11-01");
	expect(() => libraryTableFrom({ ...data, other: entry([weak], { npmname: "some" }) }, "2026-11-01")).toThrow("some");
});
