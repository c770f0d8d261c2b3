import { expect, test } from "vitest";
import { sampleReports } from "#src/content/samples/sample-reports.ts";
import { beingMade, reportNews } from "#src/features/reports/list/report-news.ts";

const [made] = sampleReports.filter(({ status }) => status === "generating");
if (!made) throw new Error("No sample is being made");

test("a report that was being made is announced once, when it is ready or has failed", {
	meta: { acceptance: "B11" },
}, () => {
	const making = beingMade(sampleReports);
	expect(making).toEqual(new Set([made.id]));
	expect(reportNews(making, sampleReports)).toEqual([]);
	const completed = sampleReports.map((report) => ({ ...report, status: "completed" as const }));
	expect(reportNews(making, completed)).toEqual([{ title: "The report is ready", text: made.name }]);
	expect(reportNews(beingMade(completed), completed)).toEqual([]);
	const failed = [{ ...made, status: "failed" as const, failure: "Nothing was scanned." }];
	expect(reportNews(making, failed)).toEqual([
		{ title: "The report was not made", text: `${made.name}. Nothing was scanned.` },
	]);
});

test("what was ready when the list was first read is no news", () => {
	expect(reportNews(new Set(), sampleReports)).toEqual([]);
});
