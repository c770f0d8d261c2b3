import type { Severity } from "#contract/findings/severity.ts";
import { weightOf } from "#contract/findings/urgency.ts";
import type { TrackedFinding, Verdict } from "#contract/findings/vulnerabilities.ts";
import type { ScanId } from "#contract/ids.ts";
import { SAMPLE_NOW } from "./sample-now.ts";

const DAY = 24 * 60 * 60_000;
const daysAgo = (days: number) => new Date(SAMPLE_NOW - days * DAY).toISOString();

type Sample = Pick<TrackedFinding, "engine" | "rule" | "title" | "cwe" | "client"> & {
	severity: Severity;
	/** Host, port, path and parameter. */
	at: [host: string, port: number, path: string, parameter: string];
	/** First and last seen, in days before now. */
	seen: [first: number, last: number];
	verdict?: Verdict;
	reopened?: number;
	fixed?: number;
};

function tracked({ at, seen, verdict, reopened, fixed, ...rest }: Sample, index: number): TrackedFinding {
	const [host, port, path, parameter] = at;
	return {
		...rest,
		fingerprint: String(index + 1).padStart(64, "0"),
		confidence: "high",
		location: { host, port, path, parameter },
		state: verdict?.state ?? (fixed === undefined ? "open" : "fixed"),
		verdict: verdict ?? null,
		firstSeenAt: daysAgo(seen[0]),
		lastSeenAt: daysAgo(seen[1]),
		reopenedAt: reopened === undefined ? null : daysAgo(reopened),
		fixedAt: fixed === undefined ? null : daysAgo(fixed),
		scanId: `00000000-0000-4000-8000-${String(index + 1).padStart(12, "0")}` as ScanId,
	};
}

const SAMPLES: readonly Sample[] = [
	{
		engine: "wapiti",
		rule: "wapiti-sql-injection",
		title: "A parameter reaches the database",
		cwe: 89,
		client: "Northgate Portal",
		severity: "high",
		at: ["portal.example.com", 443, "/search", "q"],
		seen: [24.3, 0.2],
	},
	{
		engine: "nmap",
		rule: "software-end-of-life",
		title: "OpenSSH 7.2 has reached its end of life",
		cwe: 1104,
		client: "",
		severity: "high",
		at: ["203.0.113.24", 22, "", ""],
		seen: [12.5, 12.5],
	},
	{
		engine: "zap",
		rule: "zap-10202",
		title: "A form can be sent from another site",
		cwe: 352,
		client: "Corner Shop",
		severity: "medium",
		at: ["shop.example.com", 443, "/basket", ""],
		seen: [45.2, 8.2],
		reopened: 8.2,
	},
	{
		engine: "baseline",
		rule: "header-csp-missing",
		title: "No content security policy",
		cwe: 693,
		client: "",
		severity: "medium",
		at: ["example.com", 443, "/", "content-security-policy"],
		seen: [66.7, 1.1],
	},
	{
		engine: "sslyze",
		rule: "tls-old-version",
		title: "TLS 1.1 is still offered",
		cwe: 326,
		client: "Corner Shop",
		severity: "low",
		at: ["shop.example.com", 443, "", ""],
		seen: [31.4, 3.3],
	},
	{
		engine: "baseline",
		rule: "cookie-without-secure",
		title: "A cookie without the Secure attribute",
		cwe: 614,
		client: "",
		severity: "medium",
		at: ["example.com", 443, "/", "session"],
		seen: [66.7, 17.6],
		fixed: 1.1,
	},
	{
		engine: "baseline",
		rule: "dns-dmarc-missing",
		title: "No DMARC record",
		cwe: null,
		client: "",
		severity: "low",
		at: ["example.com", 0, "", "_dmarc"],
		seen: [66.7, 1.1],
		verdict: { state: "accepted", reason: "The domain sends no mail.", until: "2026-12-31", saidAt: daysAgo(40) },
	},
	{
		engine: "zap",
		rule: "zap-10062",
		title: "Something that looks like a card number",
		cwe: 359,
		client: "Corner Shop",
		severity: "high",
		at: ["shop.example.com", 443, "/size-guide", ""],
		seen: [45.2, 8.2],
		verdict: { state: "false-positive", reason: "It is an article number.", until: null, saidAt: daysAgo(44) },
	},
	{
		engine: "baseline",
		rule: "header-csp-missing",
		title: "No content security policy",
		cwe: 693,
		client: "Northgate Portal",
		severity: "medium",
		at: ["portal.example.com", 443, "/", "content-security-policy"],
		seen: [17.6, 17.6],
	},
	{
		engine: "baseline",
		rule: "header-csp-missing",
		title: "No content security policy",
		cwe: 693,
		client: "",
		severity: "medium",
		at: ["example.com", 8443, "/", "content-security-policy"],
		seen: [66.7, 1.1],
	},
	{
		engine: "baseline",
		rule: "header-csp-missing",
		title: "No content security policy",
		cwe: 693,
		client: "Northgate Portal",
		severity: "medium",
		at: ["portal.example.com", 8443, "/", "content-security-policy"],
		seen: [17.6, 17.6],
	},
	{
		engine: "nmap",
		rule: "software-end-of-life",
		title: "OpenSSH 7.2 has reached its end of life",
		cwe: 1104,
		client: "",
		severity: "high",
		at: ["203.0.113.24", 2222, "", ""],
		seen: [12.5, 12.5],
	},
];

/** Made-up findings that a visitor sees in the dashboard: what to do first, then most recently seen first, as the API lists them. */
export const sampleFindings: readonly TrackedFinding[] = SAMPLES.map(tracked).sort(
	(a, b) => weightOf(b) - weightOf(a) || (a.lastSeenAt < b.lastSeenAt ? 1 : -1),
);
