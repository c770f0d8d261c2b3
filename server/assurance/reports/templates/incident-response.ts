import { counted } from "#contract/format/count.ts";
import { dayText, timeText } from "#contract/format/time.ts";
import { scanName } from "#contract/kinds/kinds.ts";
import type { Block, Cell, ReportDocument } from "#server/platform/paper/document/document.ts";
import { countsText } from "#server/platform/paper/severity-labels.ts";
import { clientName, hasSeveralClients } from "../data/clients.ts";
import { countsOf, gapsOf, hostsOf, inState, type ReportProblem } from "../data/figures.ts";
import { groupFindings } from "../data/group-findings.ts";
import { reachOf, reachText, unreachedOf } from "../data/reach.ts";
import type { ReportData } from "../data/report-data.ts";
import { coverageBlocks, endText, leftOut, limitsSection } from "./common-sections.ts";
import { framed } from "./frame.ts";

const TIMELINE = 150;
const WAYS_IN = 10;
const HOSTS = 100;

/** For the hours after an incident: what we know about the hosts, what we do not, what to do next and who to notify. */
export function incidentResponse(data: ReportData): ReportDocument {
	const serious = groupFindings(inState(data.findings, "open", "accepted")).filter(
		({ severity }) => severity === "high" || severity === "medium",
	);
	return framed(data, [
		{ id: "what", heading: "What happened", blocks: whatBlocks(data) },
		{ id: "hosts", heading: "Affected hosts", blocks: [hostsTable(data)] },
		{ id: "known", heading: "What is known", blocks: knownBlocks(data, serious) },
		{ id: "unknown", heading: "What is not known", blocks: unknownBlocks(data) },
		{ id: "timeline", heading: "Timeline", blocks: timelineBlocks(data) },
		{ id: "next", heading: "Next steps", blocks: nextBlocks(serious) },
		{ id: "notify", heading: "Who to notify", blocks: notifyBlocks },
		limitsSection,
	]);
}

const whatBlocks = ({ incident, createdBy, generatedAt }: ReportData): Block[] =>
	incident === ""
		? [
				{
					type: "note",
					title: "The incident was not described",
					lines: ["Write down now what was noticed, when, and by whom. You will be asked for it later."],
				},
			]
		: [
				{ type: "quote", text: incident },
				{
					type: "paragraph",
					tone: "quiet",
					text: `In the words of ${createdBy}, ${timeText(generatedAt, "utc")}.`,
				},
			];

function hostsTable(data: ReportData): Block {
	const reach = reachOf(data);
	const several = hasSeveralClients(data);
	const open = Map.groupBy(inState(data.findings, "open"), ({ asset }) => asset);
	const rows = reach.slice(0, HOSTS).map(({ host, client, ...state }): Cell[] => {
		const last = data.looks
			.filter((look) => look.host === host)
			.map(({ finishedAt }) => finishedAt)
			.toSorted()
			.at(-1);
		const own = open.get(host) ?? [];
		const isUnknown = own.length === 0 && (state.state === "failed" || state.state === "not-scanned");
		return [
			{ mono: host },
			...(several ? [clientName(data, client)] : []),
			isUnknown ? "Unknown" : countsText(countsOf(own)),
			reachText(state),
			last ? timeText(last, "utc") : "None in this period",
		];
	});
	const columns = [
		{ head: "Host", share: 4 },
		...(several ? [{ head: "Client", share: 2.5 }] : []),
		{ head: "Open findings", share: 4 },
		{ head: "Evaluated", share: 4 },
		{ head: "Last completed scan", share: 3 },
	];
	return { type: "table", caption: leftOut(counted(reach.length, "host"), reach.length, HOSTS), columns, rows };
}

function knownBlocks(data: ReportData, serious: readonly ReportProblem[]): Block[] {
	if (serious.length === 0) {
		const where = unreachedOf(reachOf(data)).length > 0 ? "the hosts that could be scanned" : "these hosts";
		return [
			{
				type: "paragraph",
				text: `No finding of medium or high severity was open on ${where}. That does not rule out a way in that scans do not see, such as a stolen password.`,
			},
		];
	}
	return [
		{
			type: "paragraph",
			text: "These weaknesses were there and may have played a part. A scan cannot show that they did.",
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
				return [{ severity }, first.finding.title, first.finding.why.owner, dayText(since, "utc"), where];
			}),
		},
	];
}

function unknownBlocks(data: ReportData): Block[] {
	return [
		{
			type: "list",
			items: [
				"Whether anyone got in, when and how. Scans see weaknesses, not visitors: check the logs of the hosts.",
				"Which data was read, changed or taken.",
				"What lies behind the hosts: systems that trust them, and accounts whose passwords are stored on them.",
				...(gapsOf(data.looks).length > 0 ? ["What the parts below would have shown."] : []),
			],
		},
		...coverageBlocks(data),
	];
}

const CHANGE_LABELS = {
	new: "First seen",
	worse: "Got worse",
	reopened: "Reopened",
	fixed: "Fixed",
} as const;

function timelineBlocks({ scans, scansTotal, changes, changesTotal }: ReportData): Block[] {
	const events = [
		...scans.map((scan) => ({
			at: scan.finishedAt,
			row: [`${scanName(scan.kind)} ${endText(scan).toLowerCase()}`, { mono: scan.target }] as Cell[],
		})),
		...changes.map(({ at, what, title, host, severity }) => ({
			at,
			row: [`${CHANGE_LABELS[what]} (${severity}): ${title}`, { mono: host }] as Cell[],
		})),
	].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
	if (events.length === 0) return [{ type: "paragraph", text: "No scan of these hosts ended in this period." }];
	const total = scansTotal + changesTotal;
	return [
		{ type: "paragraph", text: "When scans ended and what they changed. Add what people know and logs show." },
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
			rows: events.slice(-TIMELINE).map(({ at, row }) => [timeText(at, "utc"), ...row]),
		},
	];
}

const nextBlocks = (serious: readonly ReportProblem[]): Block[] => [
	{
		type: "list",
		ordered: true,
		items: [
			"Write down who noticed what and when. Once you know of a personal data breach, a deadline runs (see below).",
			"Limit the harm: take affected hosts off the network or block the way in, without switching them off. Memory and logs are evidence.",
			"Save logs and disk images to a place that the affected hosts cannot reach.",
			"Change passwords, keys and tokens that are stored on the hosts or were used there, administrators’ first.",
			...serious.slice(0, 3).map(({ first }) => `Close: ${first.finding.title}. ${first.finding.fix.engineer}`),
			"Restore hosts from a known good state, and scan them before they are reachable again.",
			"Two weeks later, review it with everyone involved: what helped, what was missing, and what to change.",
		],
	},
];

const notifyBlocks: Block[] = [
	{
		type: "note",
		title: "72 hours",
		lines: [
			"Where personal data of people in Nigeria is affected and their rights are likely at risk, the NDPA 2023 (s.40; GAID 2025, Art. 33) requires you to notify the Nigeria Data Protection Commission within 72 hours of knowing.",
			"Report in time what you know, and the rest as you learn it.",
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
				"Organizations you process data for",
				"As soon as you know",
				"NDPA 2023, s.40: a processor notifies them, with everything they need to know.",
			],
			["Authorities of other countries", "Often 72 hours as well", "GDPR, Art. 33, for people in the EU, for example."],
			["Card brands and your acquiring bank", "At once", "Your contract, where card data may be affected."],
			[
				"Your insurer, and customers with such a clause",
				"As the contract says",
				"Late notice can cost you the coverage.",
			],
		],
	},
	{
		type: "paragraph",
		tone: "quiet",
		text: "Keep a record of every breach, even if you need not report it. Ask your data protection officer or a licensed compliance organization (DPCO) before you file: this is not legal advice.",
	},
];
