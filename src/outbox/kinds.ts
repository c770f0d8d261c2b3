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

type KindWords<K extends Kind> = {
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
	"combined-scan": { label: "Combined scan", subject: ({ target }) => target, detail: reportTo },
	"zap-scan": { label: "Zap scan", subject: ({ url }) => url, detail: reportTo },
	"wapiti-scan": {
		label: "Wapiti scan",
		subject: ({ target }) => target,
		detail: ({ scope, modules }) => [scope && `Scope ${scope}`, modules].filter(Boolean).join(", "),
	},
	"nmap-scan": { label: "Nmap EOL scan", subject: ({ host }) => host, detail: nothing },
	"sslyze-scan": { label: "SSLyze scan", subject: ({ target }) => target, detail: nothing },
	verdicts: {
		label: "Verdict",
		subject: ({ fingerprints }) => (fingerprints.length === 1 ? "1 finding" : `${fingerprints.length} findings`),
		detail: ({ state, reason }) => [state, reason].filter(Boolean).join(": "),
	},
	report: {
		label: "Report",
		subject: ({ name, template }) => name || sentence(template),
		detail: ({ hosts, clients }) => [...hosts, ...clients].join(", "),
	},
	newsletter: { label: "Newsletter", subject: ({ email }) => email, detail: nothing },
	waitlist: { label: "Waitlist", subject: ({ email }) => email, detail: nothing },
	contact: { label: "Message", subject: ({ email }) => email, detail: ({ message }) => message },
	demo: { label: "Demo", subject: ({ email }) => email, detail: ({ company }) => company },
	consents: { label: "What you agreed to", subject: () => "Consents", detail: nothing },
};

/** The words of a request. The two belong together, which a union taken apart no longer says. */
export function wordsOf({ kind, body }: OutboxRequest): { label: string; subject: string; detail: string } {
	const words = KINDS[kind] as KindWords<Kind>;
	return { label: words.label, subject: words.subject(body as never), detail: words.detail(body as never) };
}
