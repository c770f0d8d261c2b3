import type * as z from "zod/mini";
import { STANDING_LABELS } from "#contract/controls/standing.ts";
import type { Severity } from "#contract/findings/severity.ts";
import { KIND_TEXTS } from "#contract/kinds/texts.ts";
import { WEBHOOK_DATA, WEBHOOK_TEST, type WebhookEventType } from "#contract/webhooks/events.ts";
import { site } from "#src/config/site.ts";

type Told = {
	/** What happened, in our words. */
	what: string;
	/** What it happened to. May contain anyone's words. */
	title: string;
	/** More about it, also anyone's words. */
	facts: string[];
};

const SEVERITY_WORDS: Readonly<Record<Severity, string>> = {
	high: "High",
	medium: "Medium",
	low: "Low",
	none: "Info",
};

type Data = { [T in WebhookEventType]: z.infer<(typeof WEBHOOK_DATA)[T]> };
type FindingData = Data["finding.worsened"];

const finding = (what: string, { title, severity, host }: FindingData): Told => ({
	what,
	title,
	facts: [SEVERITY_WORDS[severity], host],
});

const TELL: { [T in WebhookEventType]: (data: Data[T]) => Told } = {
	"scan.ended"({ kind, host, status, failure, counts }) {
		const found = counts
			? (["high", "medium", "low"] as const).filter((one) => counts[one] > 0).map((one) => `${counts[one]} ${one}`)
			: [];
		const result = found.length > 0 ? found.join(", ") : "Nothing above info";
		return {
			what:
				status === "completed" ? "A scan ended" : failure === "cancelled" ? "A scan was cancelled" : "A scan failed",
			title: `${capital(KIND_TEXTS[kind].one)}${host === null ? "" : ` of ${host}`}`,
			facts: counts ? [result] : [],
		};
	},
	"finding.opened": (data) => finding(data.reopened ? "A finding opened again" : "A finding opened", data),
	"finding.worsened": (data) => finding("A finding got more severe", data),
	"finding.fixed": (data) => finding("A finding was fixed", data),
	"control.standing_changed": ({ code, title, before, after }) => ({
		what: "A control’s standing changed",
		title: `${code} ${title}`,
		facts: [`${STANDING_LABELS[before]} → ${STANDING_LABELS[after]}`],
	}),
	"task.due": ({ title, due }) => ({ what: "A task is due", title, facts: [`Due ${due}`] }),
};

const capital = (text: string): string => text.replace(/^(?:an? )?(.)/, (_whole, first: string) => first.toUpperCase());

function tell<T extends WebhookEventType>(type: T, data: object): Told | undefined {
	const read = WEBHOOK_DATA[type].safeParse(data);
	// The schema matches the type.
	return read.success ? TELL[type](read.data as Data[T]) : undefined;
}

const isEvent = (type: string): type is WebhookEventType => Object.hasOwn(WEBHOOK_DATA, type);

/** Slack's limit is 3,000 characters in a text object, and escaping can make a text five times as long. */
const MOST = 500;

/** The only three characters that have a special meaning in Slack (https://docs.slack.dev/messaging/formatting-message-text). */
const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** One line. It is cut before it is escaped, so that no entity is cut in two. */
const shown = (text: string): string => {
	const line = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
	return escaped((line.length > MOST ? `${line.slice(0, MOST - 1)}…` : line).toWellFormed());
};

/** A message in the format of a Slack incoming webhook. Untrusted texts are `plain_text`, where nothing is a link or a mention. */
export function slackMessage({ type, data }: { type: string; data: object }) {
	const told: Told = (isEvent(type) ? tell(type, data) : undefined) ?? {
		what: type === WEBHOOK_TEST ? "A test message" : "Something happened",
		title: type === WEBHOOK_TEST ? `Messages from ${site.name} will look like this.` : "Open it to see what.",
		facts: [],
	};
	const [title, facts] = [shown(told.title) || "Without a title", shown(told.facts.join(" · "))];
	const link = "link" in data && typeof data.link === "string" ? data.link : undefined;
	return {
		text: `${told.what}: ${title}${facts === "" ? "" : ` (${facts})`}`,
		blocks: [
			{ type: "section", text: { type: "mrkdwn", text: `*${told.what}*`, verbatim: true } },
			{ type: "section", text: { type: "plain_text", text: title, emoji: false } },
			...(facts === "" ? [] : [{ type: "context", elements: [{ type: "plain_text", text: facts, emoji: false }] }]),
			...(link === undefined
				? []
				: [
						{
							type: "section",
							text: { type: "mrkdwn", text: `<${escaped(link)}|Open in ${site.name}>`, verbatim: true },
						},
					]),
		],
		unfurl_links: false,
		unfurl_media: false,
	};
}
