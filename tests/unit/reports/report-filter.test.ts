import { expect, test } from "vitest";
import { reportFilter } from "#contract/reports/reports.ts";
import { sampleReports } from "#src/content/samples/sample-reports.ts";
import { matchesReport } from "#src/features/reports/list/report-filter.ts";
import { filterOf, readAddress, TABS, writeAddress } from "#src/features/reports/list/reports-address.ts";

const passing = (query: string) =>
	sampleReports.filter((report) => matchesReport(report, filterOf(readAddress(new URLSearchParams(query)))));

test("a tab holds its category's reports, and all holds every one", { meta: { acceptance: "S2.201-S2.204" } }, () => {
	expect(passing("")).toHaveLength(sampleReports.length);
	for (const tab of ["executive", "technical", "compliance"] as const) {
		const shown = passing(`tab=${tab}`);
		expect(shown.length).toBeGreaterThan(0);
		expect(new Set(shown.map(({ category }) => category))).toEqual(new Set([tab]));
	}
});

test("there are exactly four tabs; incident reports are under all, and found by the search", {
	meta: { acceptance: "S2.205, A92, B13" },
}, () => {
	expect(TABS).toEqual(["all", "executive", "technical", "compliance"]);
	expect(passing("tab=incident")).toHaveLength(sampleReports.length);
	expect(passing("q=incident").map(({ category }) => category)).toEqual(["incident"]);
});

test.each([
	["name", "NDPA, second"],
	["type", "compliance rep"],
	["creator", " AMARA "],
])("the search finds by %s, whatever its case", { meta: { acceptance: "S2.190, B10" } }, (_what, q) => {
	const shown = passing(`q=${encodeURIComponent(q)}`);
	expect(shown.map(({ name }) => name)).toContain("Evidence against the NDPA, second quarter");
	expect(shown.length).toBeLessThan(sampleReports.length);
});

test("an empty search shows the same rows, and a search works together with the tab", {
	meta: { acceptance: "B10" },
}, () => {
	expect(passing("q=%20")).toEqual(passing(""));
	expect(passing("tab=technical&q=Amara")).toEqual([]);
	expect(passing("tab=executive&q=Amara")).toHaveLength(1);
});

test("an address is read back as it was written, and a hand-made one is no trouble", () => {
	const address = { tab: "technical", q: "a b " } as const;
	expect(readAddress(writeAddress(address))).toEqual(address);
	expect(writeAddress({ tab: "all", q: "" }).toString()).toBe("");
	const { tab, q } = readAddress(new URLSearchParams({ tab: "nonsense", q: "x".repeat(9_999) }));
	expect(tab).toBe("all");
	expect(reportFilter.safeParse({ q }).success).toBe(true);
});
