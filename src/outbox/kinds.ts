import type { Consents } from "#contract/accounts.ts";
import type { LeadBodies } from "#contract/leads.ts";
import type { ReportRequest } from "#contract/reports.ts";
import type { ENTRY_PATHS } from "#contract/routes.ts";
import type {
	CombinedScanRequest,
	NmapScanRequest,
	SslyzeScanRequest,
	WapitiScanRequest,
	ZapScanRequest,
} from "#contract/scans.ts";
import type { VerdictRequest } from "#contract/vulnerabilities.ts";

export type Kind = keyof typeof ENTRY_PATHS;

/** What can be sent. A new kind is one line here, one below, and one in ENTRY_PATHS. */
type Bodies = {
	"combined-scan": CombinedScanRequest;
	"zap-scan": ZapScanRequest;
	"wapiti-scan": WapitiScanRequest;
	"nmap-scan": NmapScanRequest;
	"sslyze-scan": SslyzeScanRequest;
	verdicts: VerdictRequest;
	report: ReportRequest;
	consents: Consents;
	newsletter: LeadBodies["newsletter"];
	waitlist: LeadBodies["waitlist"];
	contact: LeadBodies["contact"];
	demo: LeadBodies["demo"];
};

/** A kind with the body that belongs to it. */
export type OutboxRequest = { [K in Kind]: { kind: K; body: Bodies[K] } }[Kind];

/** The type of a body's field; `?` if it is optional. */
export type FieldType = "text" | "text?" | "texts" | "flag";

type TypeOf<T> = [T] extends [boolean]
	? "flag"
	: [T] extends [string]
		? "text"
		: [T] extends [readonly string[]]
			? "texts"
			: [T] extends [string | undefined]
				? "text?"
				: never;

type KindWords<K extends Kind> = {
	/** The fields that the code here needs in a stored body. The contract defines what values are allowed. */
	fields: { [F in keyof Bodies[K]]-?: TypeOf<Bodies[K][F]> };
	/** What a list calls the entry. */
	label: string;
	/** What it is about: the target, or the address. Untrusted text. */
	subject(body: Bodies[K]): string;
	/** More that tells it from others of its kind; empty where there is nothing. Untrusted text. */
	detail(body: Bodies[K]): string;
};

const reportTo = ({ email }: { email: string }) => `Report to ${email}`;
const nothing = () => "";
const sentence = (id: string) => `${id.charAt(0).toUpperCase()}${id.slice(1).replaceAll("-", " ")}`;

export const KINDS: { [K in Kind]: KindWords<K> } = {
	"combined-scan": {
		label: "Combined scan",
		fields: { target: "text", email: "text" },
		subject: ({ target }) => target,
		detail: reportTo,
	},
	"zap-scan": {
		label: "Zap scan",
		fields: { url: "text", email: "text" },
		subject: ({ url }) => url,
		detail: reportTo,
	},
	"wapiti-scan": {
		label: "Wapiti scan",
		fields: { target: "text", scope: "text?", modules: "text?", user_agent: "text?" },
		subject: ({ target }) => target,
		detail: ({ scope, modules }) => [scope && `Scope ${scope}`, modules].filter(Boolean).join(", "),
	},
	"nmap-scan": { label: "Nmap EOL scan", fields: { host: "text" }, subject: ({ host }) => host, detail: nothing },
	"sslyze-scan": {
		label: "SSLyze scan",
		fields: { target: "text" },
		subject: ({ target }) => target,
		detail: nothing,
	},
	verdicts: {
		label: "Verdict",
		fields: { fingerprints: "texts", state: "text", reason: "text?", until: "text?", saidAt: "text" },
		subject: ({ fingerprints }) => (fingerprints.length === 1 ? "1 finding" : `${fingerprints.length} findings`),
		detail: ({ state, reason }) => [state, reason].filter(Boolean).join(": "),
	},
	report: {
		label: "Report",
		fields: {
			template: "text",
			name: "text?",
			hosts: "texts",
			clients: "texts",
			from: "text?",
			to: "text?",
			incident: "text?",
		},
		subject: ({ name, template }) => name || sentence(template),
		detail: ({ hosts, clients }) => [...hosts, ...clients].join(", "),
	},
	newsletter: { label: "Newsletter", fields: { email: "text" }, subject: ({ email }) => email, detail: nothing },
	waitlist: { label: "Waitlist", fields: { email: "text" }, subject: ({ email }) => email, detail: nothing },
	contact: {
		label: "Message",
		fields: {
			firstName: "text",
			lastName: "text",
			email: "text",
			company: "text",
			role: "text?",
			inquiryType: "text",
			message: "text",
			companySize: "text?",
			timeline: "text?",
		},
		subject: ({ email }) => email,
		detail: ({ message }) => message,
	},
	demo: {
		label: "Demo",
		fields: {
			name: "text",
			email: "text",
			company: "text",
			startsAt: "text?",
			timeZone: "text?",
			note: "text?",
		},
		subject: ({ email }) => email,
		detail: ({ company }) => company,
	},
	consents: {
		label: "What you agreed to",
		fields: { registration: "text", terms: "text", updates: "flag" },
		subject: () => "Consents",
		detail: nothing,
	},
};

/** Longer than anything the server accepts; text pasted into a form or written into a file can have any length. */
const WORDS_LIMIT = 2_100;

/** Shortens an untrusted text for display. */
export const shortened = (text: string) => (text.length > WORDS_LIMIT ? `${text.slice(0, WORDS_LIMIT)}…` : text);

/** The words of a request. The two belong together, which a union taken apart no longer says. */
export function wordsOf({ kind, body }: OutboxRequest): { label: string; subject: string; detail: string } {
	const words = KINDS[kind] as KindWords<Kind>;
	return {
		label: words.label,
		subject: shortened(words.subject(body as never)),
		detail: shortened(words.detail(body as never)),
	};
}
