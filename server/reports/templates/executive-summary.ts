import {
	countsOf,
	gapsOf,
	hostsInScope,
	hostsOf,
	inState,
	movementOf,
	problemsOf,
	type ReportProblem,
} from "../data/figures.ts";
import type { ReportData } from "../data/report-data.ts";
import { day } from "../dates.ts";
import type { Block, Cell, DocumentSection, ReportDocument } from "../document/document.ts";
import { counted, countsInWords } from "../severity-words.ts";
import { coverageBlocks, leftOut } from "./common-sections.ts";
import { dayText, framed, listed } from "./frame.ts";
import { resultBlocks } from "./result-blocks.ts";

const MATTERS = 5;
const ENDINGS = 8;
const CLIENTS = 12;

const LIMITS: Block = {
	type: "paragraph",
	tone: "quiet",
	text: "Scans look from outside at one moment. Nothing found means that they looked where this says and saw nothing, not that nothing is there.",
};

/** One or two pages for who owns the risk: where it stands, where it goes, and what has to be decided. */
export function executiveSummary(data: ReportData): ReportDocument {
	const problems = problemsOf(inState(data.findings, "open")).filter(({ severity }) => severity !== "none");
	const clients = clientSection(data);
	return framed(data, [
		{
			id: "result",
			heading: "Where it stands",
			blocks: [{ type: "paragraph", tone: "lead", text: leadOf(data, problems) }, ...resultBlocks(data)],
		},
		{ id: "movement", heading: "Where it goes", blocks: movementBlocks(data) },
		{ id: "matters", heading: "What matters most", blocks: mattersBlocks(problems) },
		{
			id: "decide",
			heading: "What to decide",
			blocks: [{ type: "list", ordered: true, items: decisionsOf(data, problems) }],
		},
		...(clients ? [clients] : []),
		{ id: "coverage", heading: "What it rests on", blocks: [...coverageBlocks(data), LIMITS] },
	]);
}

function leadOf(data: ReportData, problems: readonly ReportProblem[]): string {
	const hosts = counted(hostsInScope(data).length, "host");
	const high = problems.filter(({ severity }) => severity === "high");
	if (data.looks.length === 0 && data.findings.length === 0)
		return "No scan was completed for this scope, so nothing can be said yet.";
	if (high.length > 0) {
		const on = counted(hostsOf(high.flatMap(({ findings }) => findings)).length, "host");
		return `${counted(high.length, "serious problem")} on ${on} should be dealt with first.`;
	}
	if (problems.length > 0)
		return `Nothing serious is open on ${hosts}. ${counted(problems.length, "smaller problem")} should be planned.`;
	return `Nothing that has to be acted on is open on ${hosts}.`;
}

function movementBlocks(data: ReportData): Block[] {
	const { since, fresh, back, fixed } = movementOf(data);
	const row = (what: string, findings: typeof fresh): Cell[] => {
		const counts = countsOf(findings);
		return [what, ...[counts.high, counts.medium, counts.low].map(String), String(findings.length)];
	};
	const [came, went] = [fresh.length + back.length, fixed.length];
	const text =
		came === went
			? came === 0
				? `Nothing came and nothing went since ${day(since)}.`
				: `As many findings came as went since ${day(since)}: ${came}.`
			: came > went
				? `More came than went since ${day(since)}: ${came} against ${went}.`
				: `More went than came since ${day(since)}: ${went} against ${came}.`;
	return [
		{ type: "paragraph", text },
		{
			type: "table",
			caption: `Findings since ${day(since)}`,
			columns: [
				{ head: "What became of them", share: 5 },
				...["High", "Medium", "Low", "All"].map((head) => ({ head, share: 2 })),
			],
			rows: [row("New", fresh), row("Back after they were fixed", back), row("Fixed", fixed)],
		},
	];
}

function mattersBlocks(problems: readonly ReportProblem[]): Block[] {
	if (problems.length === 0) return [{ type: "paragraph", text: "Nothing that has to be acted on is open." }];
	return [
		{
			type: "table",
			caption: leftOut("Worst first", problems.length, MATTERS),
			columns: [
				{ head: "Severity", share: 1.6 },
				{ head: "What", share: 4.2 },
				{ head: "Why it matters", share: 7 },
				{ head: "Hosts", share: 1 },
			],
			rows: problems
				.slice(0, MATTERS)
				.map(({ severity, first, findings }) => [
					{ severity },
					first.finding.title,
					first.finding.why.owner,
					String(hostsOf(findings).length),
				]),
		},
	];
}

function decisionsOf(data: ReportData, problems: readonly ReportProblem[]): string[] {
	const accepted = inState(data.findings, "accepted");
	const open = new Set(inState(accepted, "accepted").filter(({ verdict }) => !verdict?.until));
	const gaps = gapsOf(data.looks);
	const endings = endingsOf(data);
	return [
		...problems
			.slice(0, MATTERS)
			.map(
				({ severity, first, findings }) =>
					`${first.finding.title} (${severity}, ${counted(hostsOf(findings).length, "host")}). ${first.finding.fix.owner}`,
			),
		...(accepted.length === 0
			? []
			: [
					`${counted(accepted.length, "finding")} ${accepted.length === 1 ? "stands as an accepted risk" : "stand as accepted risks"}${open.size > 0 ? `, ${open.size} of them without a last day` : ""}. Decide whether that still holds.`,
				]),
		...(endings.length === 0 ? [] : [`These end soon or have ended; decide who renews them: ${listed(endings)}.`]),
		...(gaps.length === 0
			? []
			: [`${counted(gaps.length, "part")} could not be looked at. Decide whether that is accepted, or scanned again.`]),
		"Agree on the day of the next report, so that it can be compared with this one.",
	];
}

const SOON_MS = 60 * 86_400_000;

function endingsOf({ targets, generatedAt }: ReportData): string[] {
	const latest = Date.parse(generatedAt) + SOON_MS;
	const all = targets.flatMap(({ host, certificateEndsAt, endOfLife }) => [
		...(certificateEndsAt ? [{ on: certificateEndsAt.slice(0, 10), what: `the certificate of ${host}` }] : []),
		...endOfLife.map(({ product, on }) => ({ on, what: `support of ${product} on ${host}` })),
	]);
	const soon = all
		.filter(({ on }) => Date.parse(on) <= latest)
		.toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0));
	const shown = soon.slice(0, ENDINGS).map(({ on, what }) => `${what} (${dayText(on)})`);
	return soon.length > ENDINGS ? [...shown, `${soon.length - ENDINGS} more`] : shown;
}

function clientSection({ findings, targets }: ReportData): DocumentSection | undefined {
	const labels = [...new Set(targets.map(({ client }) => client))].filter((client) => client !== "");
	if (labels.length === 0) return undefined;
	const rows = labels.slice(0, CLIENTS).map((label): Cell[] => {
		const hosts = targets.filter(({ client }) => client === label).length;
		const own = inState(findings, "open").filter(({ client }) => client === label);
		return [label, String(hosts), countsInWords(countsOf(own))];
	});
	const columns = [
		{ head: "Label", share: 4 },
		{ head: "Hosts", share: 1 },
		{ head: "Open findings", share: 5 },
	];
	const caption = leftOut("Open findings by label", labels.length, CLIENTS);
	return { id: "clients", heading: "By label", blocks: [{ type: "table", caption, columns, rows }] };
}
