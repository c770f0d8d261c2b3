import { scanName } from "#contract/kinds/kinds.ts";
import { countsOf, gapsOf, hostsInScope, hostsOf, inState, problemsOf, type ReportProblem } from "../data/figures.ts";
import type { ReportData } from "../data/report-data.ts";
import { dayAndTime } from "../dates.ts";
import type { Block, Cell, ReportDocument } from "../document/document.ts";
import { counted, countsInWords } from "../severity-words.ts";
import { coverageBlocks, leftOut, limitsSection } from "./common-sections.ts";
import { dayText, framed } from "./frame.ts";

const TIMELINE = 150;
const WAYS_IN = 10;
const HOSTS = 100;

/** For the hours after something happened: what is known of the hosts, what is not, what to do and whom to tell. */
export function incidentResponse(data: ReportData): ReportDocument {
	const serious = problemsOf(inState(data.findings, "open", "accepted")).filter(
		({ severity }) => severity === "high" || severity === "medium",
	);
	return framed(data, [
		{ id: "what", heading: "What happened", blocks: whatBlocks(data) },
		{ id: "hosts", heading: "Affected hosts", blocks: [hostsTable(data)] },
		{ id: "known", heading: "What is known", blocks: knownBlocks(serious) },
		{ id: "unknown", heading: "What is not known", blocks: unknownBlocks(data) },
		{ id: "timeline", heading: "Timeline", blocks: timelineBlocks(data) },
		{ id: "next", heading: "Next steps", blocks: nextBlocks(serious) },
		{ id: "notify", heading: "Whom to tell", blocks: notifyBlocks },
		limitsSection,
	]);
}

const whatBlocks = ({ incident, createdBy, generatedAt }: ReportData): Block[] =>
	incident === ""
		? [
				{
					type: "note",
					title: "The incident was not described",
					lines: ["Write down now what was noticed, when, and by whom. Later it will be asked for."],
				},
			]
		: [
				{ type: "quote", text: incident },
				{
					type: "paragraph",
					tone: "quiet",
					text: `In the words of ${createdBy}, ${dayAndTime(new Date(generatedAt))}.`,
				},
			];

function hostsTable(data: ReportData): Block {
	const hosts = hostsInScope(data);
	const open = Map.groupBy(inState(data.findings, "open"), ({ asset }) => asset);
	const rows = hosts.slice(0, HOSTS).map((host): Cell[] => {
		const last = data.looks
			.filter((look) => look.host === host)
			.map(({ finishedAt }) => finishedAt)
			.toSorted()
			.at(-1);
		return [
			{ mono: host },
			data.targets.find((target) => target.host === host)?.client || "–",
			countsInWords(countsOf(open.get(host) ?? [])),
			last ? dayAndTime(new Date(last)) : "None in this period",
		];
	});
	const columns = [
		{ head: "Host", share: 4 },
		{ head: "Label", share: 2.5 },
		{ head: "Open findings", share: 4 },
		{ head: "Last completed scan", share: 3 },
	];
	return { type: "table", caption: leftOut(counted(hosts.length, "host"), hosts.length, HOSTS), columns, rows };
}

function knownBlocks(serious: readonly ReportProblem[]): Block[] {
	if (serious.length === 0) {
		return [
			{
				type: "paragraph",
				text: "No finding of medium or high severity was open on these hosts. That does not rule out a way in that scans do not see, such as a stolen password.",
			},
		];
	}
	return [
		{
			type: "paragraph",
			text: "These weaknesses were there and may have played a part. That they did is not shown by a scan.",
		},
		{
			type: "table",
			caption: leftOut("Possible ways in, worst first", serious.length, WAYS_IN),
			columns: [
				{ head: "Severity", share: 1.8 },
				{ head: "What", share: 4 },
				{ head: "What it would allow", share: 6 },
				{ head: "Since", share: 2 },
				{ head: "Hosts", share: 3.2 },
			],
			rows: serious.slice(0, WAYS_IN).map(({ severity, first, findings }) => {
				const since = findings.map(({ firstSeenAt }) => firstSeenAt).toSorted()[0] ?? first.firstSeenAt;
				const [host = "", ...more] = hostsOf(findings);
				const where = more.length > 0 ? `${host} and ${more.length} more` : host;
				return [{ severity }, first.finding.title, first.finding.why.owner, dayText(since), where];
			}),
		},
	];
}

function unknownBlocks(data: ReportData): Block[] {
	return [
		{
			type: "list",
			items: [
				"Whether anybody got in, when, and by which way. Scans see weaknesses, not visitors: logs of the hosts have to answer this.",
				"Which data was read, changed or taken.",
				"What is there behind the hosts: other systems that trust them, and accounts whose passwords lie on them.",
				...(gapsOf(data.looks).length > 0 ? ["What the parts below would have shown."] : []),
			],
		},
		...coverageBlocks(data),
	];
}

const CHANGE_WORDS = {
	new: "Seen first",
	worse: "Got worse",
	reopened: "Back after it was fixed",
	fixed: "Fixed",
} as const;

function timelineBlocks({ scans, scansTotal, changes, changesTotal }: ReportData): Block[] {
	const events = [
		...scans.map(({ finishedAt, kind, target, coverage }) => ({
			at: finishedAt,
			row: [`${scanName(kind)} ${coverage === null ? "failed" : "completed"}`, { mono: target }] as Cell[],
		})),
		...changes.map(({ at, what, title, host, severity }) => ({
			at,
			row: [`${CHANGE_WORDS[what]} (${severity}): ${title}`, { mono: host }] as Cell[],
		})),
	].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
	if (events.length === 0) return [{ type: "paragraph", text: "No scan of these hosts ended in this period." }];
	const total = scansTotal + changesTotal;
	return [
		{ type: "paragraph", text: "When scans ended and what they changed. Add what people and logs know." },
		{
			type: "table",
			caption:
				total > TIMELINE
					? `The newest ${Math.min(TIMELINE, events.length)} of ${total} events`
					: counted(total, "event"),
			columns: [
				{ head: "When (UTC)", share: 3 },
				{ head: "What", share: 6 },
				{ head: "Where", share: 4 },
			],
			rows: events.slice(-TIMELINE).map(({ at, row }) => [dayAndTime(new Date(at)), ...row]),
		},
	];
}

const nextBlocks = (serious: readonly ReportProblem[]): Block[] => [
	{
		type: "list",
		ordered: true,
		items: [
			"Write down who noticed what and when. From the moment you know of a breach of personal data, a clock runs (see below).",
			"Limit the harm: take affected hosts off the network or block the way in, without switching them off. Memory and logs are evidence.",
			"Save logs and disk images to a place that the affected hosts cannot reach.",
			"Change passwords, keys and tokens that lie on the hosts or were used there, beginning with those of administrators.",
			...serious.slice(0, 3).map(({ first }) => `Close: ${first.finding.title}. ${first.finding.fix.engineer}`),
			"Put hosts back from a state that is known to be good, and scan them again before they are reachable.",
			"Two weeks later, go through it once more with everybody: what helped, what was missing, and what changes.",
		],
	},
];

const notifyBlocks: Block[] = [
	{
		type: "note",
		title: "72 hours",
		lines: [
			"Where personal data of people in Nigeria is affected and their rights are likely at risk, the NDPA 2023 (s.40; GAID 2025, Art. 33) wants the Nigeria Data Protection Commission told within 72 hours of knowing.",
			"Tell in time what is known, and the rest as it becomes known.",
		],
	},
	{
		type: "table",
		caption: "Who, when and why",
		columns: [
			{ head: "Who", share: 4 },
			{ head: "When", share: 3 },
			{ head: "Why", share: 6 },
		],
		rows: [
			[
				"Nigeria Data Protection Commission",
				"Within 72 hours of knowing",
				"NDPA 2023, s.40(2): personal data is affected and a risk to people is likely.",
			],
			[
				"The people whose data it is",
				"At once where the risk to them is high",
				"NDPA 2023, s.40: in plain words, with what they can do to protect themselves.",
			],
			[
				"Whoever you process data for",
				"As soon as you know",
				"NDPA 2023, s.40: who processes for others tells them, with all that they need to know.",
			],
			["Authorities of other countries", "Often 72 hours as well", "GDPR, Art. 33, for people in the EU, for example."],
			["Card brands and your acquiring bank", "At once", "Your contract, where card data may be affected."],
			["Your insurer, and customers with such a clause", "As the contract says", "Late notice can cost the cover."],
		],
	},
	{
		type: "paragraph",
		tone: "quiet",
		text: "Keep a record of every breach, also of those that need not be told. Ask your data protection officer or a licensed compliance organization (DPCO) before you file: this is no legal advice.",
	},
];
