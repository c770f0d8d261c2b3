import { counted } from "#contract/format/count.ts";
import { dayText } from "#contract/format/time.ts";
import { type Effectiveness, FINDING_OUTCOMES, type FindingOutcome } from "#contract/frameworks/effectiveness.ts";
import type { Pack } from "#contract/frameworks/pack.ts";
import type { Block, Cell, DocumentSection, ReportDocument } from "#server/platform/paper/document/document.ts";
import { paper, type Whose } from "../paper.ts";

export const OUTCOME_LABELS: Readonly<Record<FindingOutcome, string>> = {
	"fixed-in-time": "Fixed in time",
	"fixed-late": "Fixed late",
	open: "Open, not due",
	overdue: "Overdue",
	accepted: "Accepted",
	"false-positive": "False positive",
};

const KINDS = { scan: "Scan", checklist: "Checklist", document: "Document", attestation: "Attestation" } as const;
const ROWS = 1_000;

/** How controls operated between two days: what ran, what did not, and how findings turned out. */
export function effectivenessDocument(whose: Whose, pack: Pack, effectiveness: Effectiveness): ReportDocument {
	const { from, to, controls, population } = effectiveness;
	const remarks = remarksOnce(controls);
	return paper(whose, {
		kind: "Operating Effectiveness",
		framework: pack,
		window: { from, to },
		sections: [
			{ id: "result", heading: "In short", blocks: shortBlocks(effectiveness) },
			{
				id: "tests",
				heading: "Tests",
				blocks: controls.length === 0 ? [NO_CONTROLS] : [testTable(effectiveness)],
			},
			{
				id: "findings",
				heading: "Findings",
				blocks: [
					outcomeTable("All findings that tests look for, each once", [["All", population]], "Population"),
					...(controls.length === 0
						? []
						: [
								outcomeTable(
									"By control; a finding can speak against several",
									controls
										.filter((each) => FINDING_OUTCOMES.some((outcome) => each.population[outcome] > 0))
										.map((each) => [`${each.code} ${each.title}`, each.population]),
									"Control",
								),
							]),
				],
			},
			...(remarks.length > 0
				? [
						{
							id: "remarks",
							heading: "Gaps and remarks",
							blocks: [{ type: "list", items: remarks.slice(0, ROWS) }],
						} satisfies DocumentSection,
					]
				: []),
			{
				id: "limits",
				heading: "How to read this",
				blocks: [
					{
						type: "list",
						items: [
							"A test is due once in each period of its cadence, counted from the first day of the window or from the day on which the test was added. A period that the window cuts off at its end does not count.",
							"A test ran in a period if at least one run passed or failed. Incomplete runs could not see what they look for, and count for nothing.",
							"Time to fix counts from when a finding was first seen, or from when it was last seen again after it was fixed. Outcomes are those at the end of the window, whatever happened later.",
							"Findings are those that scans from outside can see. This is not an audit, and it does not say that a control is effective.",
						],
					},
				],
			},
		],
	});
}

/** What is said about several controls comes once, with their codes, where the first of them would have it. */
function remarksOnce(controls: Effectiveness["controls"]): string[] {
	const said = controls.flatMap(({ code, tests, remarks }) =>
		remarks.map((remark) => ({ code, remark, text: withoutTitle(remark, tests) })),
	);
	return [...Map.groupBy(said, ({ text }) => text)].flatMap(([text, of]) => {
		const codes = [...new Set(of.map(({ code }) => code))];
		return codes.length > 1 ? `${codes.join(", ")}: ${text}` : of.map(({ code, remark }) => `${code}: ${remark}`);
	});
}

/** A control with one test needs no title to say which. */
function withoutTitle(remark: string, tests: readonly { title: string }[]): string {
	const [only, ...others] = tests;
	const named = `“${only?.title}”`;
	if (only === undefined || others.length > 0 || !remark.includes(named)) return remark;
	return remark.startsWith(named) ? `The test${remark.slice(named.length)}` : remark.replace(named, "the test");
}

const NO_CONTROLS: Block = { type: "paragraph", text: "No control serves this framework yet." };

function shortBlocks({ from, to, firstScanAt, controls, untested, population }: Effectiveness): Block[] {
	const tests = controls.flatMap((control) => control.tests);
	const sum = (of: (test: (typeof tests)[number]) => number) => tests.reduce((all, test) => all + of(test), 0);
	const [due, ran] = [sum((test) => test.due), sum((test) => test.ran)];
	const findings = FINDING_OUTCOMES.reduce((all, outcome) => all + population[outcome], 0);
	return [
		{
			type: "facts",
			items: [
				["Window", `${dayText(from, "utc")} to ${dayText(to, "utc")}, both included`],
				["First scan", firstScanAt === null ? "None yet" : dayText(firstScanAt, "utc")],
				["Controls", `${controls.length}, ${untested.length} of them without a test`],
				["Tests due", `${due} periods; there is a result for ${ran}`],
				["Findings", counted(findings, "finding")],
			],
		},
		...(untested.length > 0
			? [
					{
						type: "note" as const,
						title: "Nothing tests these controls",
						items: untested.map(({ code, title }) => `${code} ${title}`),
						lines: [],
					},
				]
			: []),
	];
}

function testTable({ controls }: Effectiveness): Block {
	const rows = controls.flatMap(({ code, title, tests }) =>
		tests.map((test): Cell[] => [
			`${code} ${title}`,
			`${test.title} (${KINDS[test.kind].toLowerCase()}, every ${counted(test.everyDays, "day")})`,
			`${test.ran} of ${test.due}`,
			String(test.passed),
			String(test.failed),
			String(test.incomplete),
			test.hosts === null ? "" : `${test.hosts.looked} of ${test.hosts.all}`,
		]),
	);
	return {
		type: "table",
		caption: counted(rows.length, "test"),
		columns: [
			{ head: "Control", share: 4 },
			{ head: "Test", share: 4.4 },
			{ head: "Periods", share: 1.6 },
			{ head: "Passed", share: 1.4 },
			{ head: "Failed", share: 1.3 },
			{ head: "Incomplete", share: 1.8 },
			{ head: "Hosts", share: 1.5 },
		],
		rows: rows.slice(0, ROWS),
	};
}

const outcomeTable = (
	caption: string,
	rows: readonly [name: string, counts: Effectiveness["population"]][],
	head: string,
): Block => ({
	type: "table",
	caption,
	columns: [{ head, share: 4 }, ...FINDING_OUTCOMES.map((outcome) => ({ head: OUTCOME_LABELS[outcome], share: 1.6 }))],
	rows: rows.map(([name, counts]) => [name, ...FINDING_OUTCOMES.map((outcome) => String(counts[outcome]))]),
});
