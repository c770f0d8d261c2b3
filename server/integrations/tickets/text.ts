import type { Severity } from "#contract/findings/severity.ts";
import { placeText } from "#contract/format/place.ts";
import { dayText } from "#contract/format/time.ts";
import type { TicketFacts } from "./facts.ts";

/** A part of a text, before it is written in a tracker's format. All texts are untrusted. */
export type Block =
	| { is: "paragraph"; text: string }
	| { is: "heading"; text: string }
	/** Verbatim. */
	| { is: "code"; text: string }
	| { is: "list"; items: string[] }
	/** `url` is ours. */
	| { is: "link"; text: string; url: string };

export type TicketText = { title: string; blocks: Block[] };

/** GitHub accepts 256 characters, GitLab and Jira 255; disabling what trackers act on makes a text up to half again as long. */
const TITLE = 160;
const PROSE = 1_500;
const SAMPLE = 500;
const SAMPLES = 3;

const SEVERITIES: Readonly<Record<Severity, string>> = { high: "High", medium: "Medium", low: "Low", none: "Info" };

/** Invisible characters, those that change a text's direction, and lone surrogates, which others may not accept in JSON. */
const HIDDEN = /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]|\p{Cs}/gu;
function cut(text: string, most: number): string {
	const clean = text.replaceAll(HIDDEN, " ").trim();
	return clean.length <= most ? clean : `${clean.slice(0, most - 1).replace(/\p{Cs}$/u, "")}…`;
}
const inOneLine = (text: string) => text.replaceAll(/\s+/g, " ");

/** An issue's first text: what, where, the evidence in short, how to check, and where to read more. Pure. */
export function ticketText(facts: TicketFacts, publicUrl: string): TicketText {
	const link: Block = { is: "link", text: "Open it in Plumbline", url: new URL(facts.path, publicUrl).href };
	if (facts.about === "task") {
		const { title, note, due, controls } = facts;
		return {
			title: cut(inOneLine(title), TITLE),
			blocks: [
				...(note === "" ? [] : [{ is: "paragraph", text: cut(note, PROSE) } as const]),
				{
					is: "list",
					items: [
						due === null ? "No day is set" : `Due: ${dayText(due)}`,
						...controls.slice(0, 20).map((control) => `Control: ${cut(inOneLine(control), TITLE)}`),
					],
				},
				link,
			],
		};
	}
	const { finding, firstSeenAt, lastSeenAt } = facts;
	const { title, severity, why, fix, evidence } = finding;
	const place = cut(inOneLine(placeText(finding.location)), PROSE);
	return {
		title: cut(`${SEVERITIES[severity]}: ${inOneLine(title)} (${inOneLine(finding.location.host)})`, TITLE),
		blocks: [
			{ is: "paragraph", text: cut(why.engineer, PROSE) },
			{ is: "heading", text: "Where" },
			{ is: "code", text: place },
			{
				is: "list",
				items: [
					`Severity: ${SEVERITIES[severity]}`,
					`Rule: ${cut(inOneLine(finding.rule), TITLE)}`,
					`First seen: ${dayText(firstSeenAt, "utc")}`,
					`Last seen: ${dayText(lastSeenAt, "utc")}`,
				],
			},
			...(evidence.length === 0 ? [] : [{ is: "heading", text: "Evidence" } as const]),
			...evidence.slice(0, SAMPLES).flatMap(({ source, text }): Block[] => [
				{ is: "paragraph", text: cut(inOneLine(source), TITLE) },
				{ is: "code", text: cut(text, SAMPLE) },
			]),
			{ is: "heading", text: "How to fix it" },
			{ is: "paragraph", text: cut(fix.engineer, PROSE) },
			{ is: "heading", text: "How to check" },
			{
				is: "paragraph",
				text: "Open it in Plumbline and choose Retest. When a scan no longer finds it, this issue is closed.",
			},
			link,
		],
	};
}

/** The comment for when an issue is closed, cannot be closed, or is reopened. Pure. */
export function commentText(facts: TicketFacts, came: "closed" | "told" | "open", publicUrl: string): Block[] {
	const day = dayText(facts.turnedAt, "utc");
	const isFinding = facts.about === "finding";
	const gone = isFinding ? `Fixed since ${day}: Plumbline no longer counts it as open.` : `Done since ${day}.`;
	const text = {
		closed: gone,
		told: `${gone} This issue stays open: its workflow offers no step to a status in the category Done.`,
		open: isFinding ? `It is open again since ${day}.` : `The task is open again since ${day}.`,
	}[came];
	return [
		{ is: "paragraph", text },
		{ is: "link", text: "Open it in Plumbline", url: new URL(facts.path, publicUrl).href },
	];
}

/** A word that search finds and that occurs nowhere else: it identifies an issue, or one of its comments. */
export const markOf = (ticketId: string): string => `plumbline${ticketId.replaceAll("-", "")}`;
export const markOfTurn = (ticketId: string, turn: number): string => `${markOf(ticketId)}t${turn}e`;
