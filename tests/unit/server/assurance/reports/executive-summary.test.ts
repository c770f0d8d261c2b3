import { describe, expect, test } from "vitest";
import type { ReportData } from "#server/assurance/reports/data/report-data.ts";
import { executiveSummary } from "#server/assurance/reports/templates/executive-summary.ts";
import type { Block } from "#server/platform/paper/document/document.ts";
import { renderPdf } from "#server/platform/paper/pdf/render-pdf.ts";
import { readPdf } from "#tests/support/reports/read-pdf.ts";
import { reportData, reportFinding } from "./report-data.ts";

const made = (over: Partial<ReportData> = {}) => executiveSummary(reportData("executive-summary", over));
const blocksOf = (over: Partial<ReportData>, id: string): Block[] =>
	made(over).sections.find((section) => section.id === id)?.blocks ?? [];
const tableOf = (blocks: Block[]) => blocks.find((block) => block.type === "table") ?? expect.fail("no table");
const verdict = (over: Partial<ReportData> = {}): string => {
	const [first] = blocksOf(over, "result");
	return first?.type === "paragraph" ? first.text : "";
};

const HOST = "shop.example.com";
const ONE = {
	targets: [{ host: HOST, client: "", certificateEndsAt: null, endOfLife: [] }],
	failures: [],
	looks: reportData("executive-summary").looks.filter(({ host }) => host === HOST),
};
const NOTHING = { ...ONE, findings: [] };

describe("the verdict is one sentence with the state, what it means and what to decide", () => {
	const cases: [string, Partial<ReportData>, string][] = [
		[
			"something serious, and hosts that were not reached",
			{},
			"1 serious problem (2 findings on 2 of 3 scanned hosts) could be used by an attacker today: decide who fixes it by 30 Nov 2026; 2 more hosts could not be scanned, so nothing is known there.",
		],
		[
			"something serious on a host whose scans are gone, too",
			{
				...ONE,
				findings: ["b.example.com", HOST].map((host) => reportFinding({ host, severity: "high" })),
			},
			"1 serious problem (2 findings on 2 hosts) could be used by an attacker today: decide who fixes it now, as it was due on 16 Nov 2026.",
		],
		[
			"something smaller",
			{ ...ONE, findings: [reportFinding({ host: HOST })] },
			"Nothing serious is open on the host that was scanned, but 1 smaller problem would make an attack easier: decide who fixes it and when.",
		],
		[
			"something serious, and something that ends sooner than it has to be fixed",
			{
				...ONE,
				targets: [{ host: HOST, client: "", certificateEndsAt: "2026-11-23T00:00:00.000Z", endOfLife: [] }],
				findings: [reportFinding({ host: HOST, severity: "high" })],
			},
			"1 serious problem (1 finding on 1 of 1 scanned host) could be used by an attacker today: decide who fixes it now, as it was due on 16 Nov 2026.",
		],
		[
			"something serious that scans before and after the period saw, and none in it",
			{ ...ONE, looks: [], findings: [reportFinding({ host: HOST, severity: "high" })] },
			"1 serious problem (1 finding on 1 of 1 scanned host) could be used by an attacker today: decide who fixes it now, as it was due on 16 Nov 2026.",
		],
		["nothing", NOTHING, "Nothing open on the host that was scanned needs a fix: decide when to scan again."],
		[
			"only hosts that were not reached",
			{ ...NOTHING, looks: [] },
			"The only host could not be scanned, so nothing is known: decide who makes it reachable.",
		],
		[
			"no host at all",
			{ ...NOTHING, targets: [], looks: [] },
			"No host was scanned yet, so nothing is known: decide which host to scan first.",
		],
	];
	test.each(cases)("%s", (_name, over, sentence) => {
		expect(verdict(over)).toBe(sentence);
		expect(sentence.match(/\.(\s|$)/g)).toHaveLength(1);
	});
});

describe("the decisions", () => {
	test("are three, each with an owner and a day: that of their tasks, or by the rule that is stated below them", () => {
		const blocks = blocksOf({}, "decide");
		const { rows } = tableOf(blocks);
		expect(rows.map(([what, , owner, by]) => [what, owner, by])).toEqual([
			[
				"Browsers are not told to insist on HTTPS (medium, 2 hosts). Ask your web host to turn this on. It takes a few minutes.",
				"To be named",
				"1 Oct 2026",
			],
			["Renew support of PHP 7.4 on shop.example.com, and 1 more.", "To be named", "28 Nov 2026"],
			[
				"Old TLS versions are still accepted (high, 2 hosts). Ask your host to switch the old versions off.",
				"Bola Adé",
				"30 Nov 2026",
			],
		]);
		expect(blocks.at(-1)).toMatchObject({
			text: expect.stringContaining("15 days after they were first seen if high, 30 if medium, 90 if low"),
		});
	});

	test("are as many as there are: the next scan is one in any case", () => {
		expect(tableOf(blocksOf(NOTHING, "decide"))).toMatchObject({
			caption: "One decision",
			rows: [["Set the day of the next scan of these hosts.", expect.any(String), "To be named", "21 Dec 2026"]],
		});
	});

	test("about what ends are due a week before it, and never before the report", () => {
		const ending = (day: string) => ({
			...NOTHING,
			targets: [{ host: HOST, client: "", certificateEndsAt: `${day}T00:00:00.000Z`, endOfLife: [] }],
		});
		const dayOf = (day: string) => tableOf(blocksOf(ending(day), "decide")).rows[0]?.[3];
		expect(dayOf("2026-12-05")).toBe("28 Nov 2026");
		expect(dayOf("2026-11-23")).toBe("21 Nov 2026");
		expect(dayOf("2026-11-01")).toBe("28 Nov 2026");
	});

	test("do not say that something has ended on its last day", () => {
		const why = (certificateEndsAt: string) =>
			tableOf(
				blocksOf({ ...NOTHING, targets: [{ host: HOST, client: "", certificateEndsAt, endOfLife: [] }] }, "decide"),
			).rows[0]?.[1];
		// The report is of 08:15 that day.
		expect(why("2026-11-21T23:59:59.000Z")).toBe("It ends soon.");
		expect(why("2026-11-20T23:59:59.000Z")).toContain("It has ended");
	});
});

describe("the trend", () => {
	const text = (over: Partial<ReportData>) => JSON.stringify(blocksOf(over, "movement"));

	test("is there from the second measurement on", () => {
		const first = text({ measured: { firstAt: "2026-11-20T09:30:00.000Z", isRepeated: false } });
		expect(first).toContain("This is the first measurement of these hosts, taken on 20 Nov 2026.");
		expect(first).not.toContain("Findings since");
		expect(text({ measured: { firstAt: null, isRepeated: false } })).toContain("Nothing was measured yet.");
	});

	test("begins with the first measurement, and leaves out what that one found", () => {
		const findings = [
			reportFinding({ host: HOST, seen: ["2026-11-10", "2026-11-20"] }),
			{
				...reportFinding({ host: HOST, rule: "csp-missing", seen: ["2026-11-10", "2026-11-20"] }),
				isFromFirstLook: true,
			},
		];
		const measured = { firstAt: "2026-11-05T09:30:00.000Z", isRepeated: true };
		expect(text({ findings, measured })).toContain("since 5 Nov 2026: 1 added, 0 fixed.");
	});
});

test("hosts that were not reached are listed with the reason, and a report without any has no such section", () => {
	expect(tableOf(blocksOf({}, "unreached")).rows).toEqual([
		[{ mono: "new.example.com" }, "Not scanned", "No scan of it ended in this period."],
		[{ mono: "old.example.com" }, "Scan failed, 19 Nov 2026", "The host did not answer within 10 minutes."],
	]);
	expect(blocksOf(NOTHING, "unreached")).toEqual([]);
});

test("an account without a company is said to have none", () => {
	expect(made({ company: "" }).meta[0]).toEqual(["Organization", "Not named in the account"]);
	expect(made().meta[0]).toEqual(["Organization", "Analytical Engines Ltd"]);
});

test("it never sends a director to a JSON file, and is two pages with a dozen hosts and thirty problems", async () => {
	const many = Array.from({ length: 12 }, (_, index) => `host-${index}.long-name.of-a-client.example.com`);
	const [look] = ONE.looks;
	const data = reportData("executive-summary", {
		targets: many.map((host, index) => ({
			host,
			client: `Client ${index % 5}`,
			certificateEndsAt: null,
			endOfLife: [],
		})),
		looks: many.slice(0, 8).map((host) => ({ ...(look ?? expect.fail("no look")), host })),
		failures: many.slice(8, 10).map((host) => ({
			scanId: "f",
			host,
			kind: "combined",
			finishedAt: "2026-11-20T10:00:00.000Z",
			reason: `We could not reach ${host}:443 in 10 s. Nothing was scanned.`,
		})),
		findings: Array.from({ length: 30 }, (_, index) =>
			reportFinding({
				host: many[index % 8] ?? "",
				rule: `rule-${index}`,
				title: `Problem ${index} of some length`,
				severity: "high",
			}),
		),
	});
	const pdf = readPdf(await renderPdf(executiveSummary(data)));
	expect(pdf.pages).toBe(2);
	expect(pdf.marked.map(([, text]) => text).join("\n")).not.toContain("JSON");
});
