import { expect, test } from "vitest";
import { scanId } from "#contract/ids.ts";
import { SCAN_CSV_HEAD, scanCsvLine } from "#contract/scans/scan-csv.ts";

const ID = scanId.parse("0198c0de-0000-7000-8000-000000000001");
const lineOf = (target: string) =>
	scanCsvLine({
		...({
			id: ID,
			kind: "nmap",
			target,
			client: "",
			status: "pending",
			acceptedAt: "2026-01-01T00:00:00.000Z",
		} as const),
		startedAt: null,
		estimatedAt: null,
		finishedAt: null,
		progress: 0,
		step: "",
		coverage: null,
		failure: null,
		findings: null,
		worst: null,
	});

test.each([
	["=1+1", "'=1+1"],
	["+1", "'+1"],
	["-1", "'-1"],
	["@SUM(A1)", "'@SUM(A1)"],
	["\tx", "'\tx"],
	["\rx", '"\'\rx"'],
	["\n=1", "\"'\n'=1\""],
	["＝1+1", "'＝1+1"],
	["/a;=1+1", "/a;'=1+1"],
	['/a;"=1+1"', `"/a;'""=1+1"""`],
	["one\n@SUM(A1)", `"one\n'@SUM(A1)"`],
	["a; b", "a; b"],
	['=HYPERLINK("http://evil.example","a")', '"\'=HYPERLINK(""http://evil.example"",""a"")"'],
	["a=b", "a=b"],
	["a,b", '"a,b"'],
	['say "hi"', '"say ""hi"""'],
	["two\nlines", '"two\nlines"'],
])("the cell %j becomes %j", (target, written) => {
	expect(lineOf(target)).toBe(`${ID},nmap,${written},,pending,2026-01-01T00:00:00.000Z,,,,,,,,,\r\n`);
});

test("a line has as many cells as the head has names", () => {
	expect(lineOf("x").split(",")).toHaveLength(SCAN_CSV_HEAD.split(",").length);
});
