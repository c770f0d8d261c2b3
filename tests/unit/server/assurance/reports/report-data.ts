import type { Finding, ScanPart } from "#contract/findings/findings.ts";
import type { FindingState } from "#contract/findings/vulnerabilities.ts";
import { scanId } from "#contract/ids.ts";
import type { ReportTemplate } from "#contract/reports/reports.ts";
import { TIME_TO_FIX } from "#contract/workspaces/time-to-fix.ts";
import type { ReportData, ReportFinding, ReportLook } from "#server/assurance/reports/data/report-data.ts";
import { fingerprint } from "#server/scanning/engines/shared/fingerprint.ts";
import { byImportance } from "#server/scanning/scans/report/build-report.ts";
import { complianceOf } from "./compliance-data.ts";
import { evaluated, HOSTILE, missed } from "./samples.ts";

const scan = (number: number) => scanId.parse(`0192f1a0-0000-7000-8000-00000000000${number}`);

type Some = Partial<Omit<Finding, "location">> & {
	host: string;
	state?: FindingState;
	seen?: [first: string, last: string];
	reason?: string;
	until?: string;
	client?: string;
	port?: number;
	parameter?: string;
};

/** A finding with its state; pass what matters to the test. */
export function reportFinding({
	host,
	state = "open",
	seen,
	reason,
	until,
	client = "",
	...some
}: Some): ReportFinding {
	const [first, last] = seen ?? ["2026-11-01", "2026-11-20"];
	const { port = 443, parameter = "", ...rest } = some;
	const location = { host, port, path: "/", parameter };
	const { engine = "baseline", rule = "hsts-missing" } = rest;
	const time = (day: string) => `${day}T09:30:00.000Z`;
	return {
		state,
		verdict:
			state === "open" || reason === undefined
				? null
				: { state, reason, until: until ?? null, saidAt: "2026-11-18T10:00:00.000Z" },
		firstSeenAt: time(first),
		lastSeenAt: time(last),
		reopenedAt: null,
		fixedAt: state === "fixed" ? "2026-11-19T08:00:00.000Z" : null,
		scanId: scan(1),
		client,
		asset: host,
		isFromFirstLook: false,
		finding: {
			title: "Browsers are not told to insist on HTTPS",
			severity: "medium",
			confidence: "high",
			evidence: [{ source: `Response headers of https://${host}/`, text: "strict-transport-security: (absent)" }],
			why: {
				owner: "A visitor on a strange network can be led to a copy of your site without noticing.",
				engineer: "Without Strict-Transport-Security the first request may go out unencrypted and can be kept so.",
			},
			fix: {
				owner: "Ask your web host to turn this on. It takes a few minutes.",
				engineer: "Send Strict-Transport-Security: max-age=31536000; includeSubDomains on every HTTPS answer.",
			},
			cwe: 319,
			...rest,
			engine,
			rule,
			location,
			fingerprint: fingerprint({ engine, rule, location }),
		},
	};
}

const OLD_TLS: Partial<Finding> = {
	engine: "sslyze",
	rule: "tls-old-protocol",
	title: "Old TLS versions are still accepted",
	severity: "high",
	rawSeverity: "COMPLIANCE",
	evidence: [
		{ source: "TLS handshake with port 443", text: "TLS 1.0 accepted: TLS_RSA_WITH_AES_128_CBC_SHA\nTLS 1.1 accepted" },
	],
	why: {
		owner: "An attacker on the network may be able to read what your customers send.",
		engineer: "TLS 1.0 and 1.1 have known weaknesses (RFC 8996) and no modern client needs them.",
	},
	fix: {
		owner: "Ask your host to switch the old versions off.",
		engineer: "Offer TLS 1.2 and 1.3 only; check that no client of yours still needs less.",
	},
	cwe: 327,
};

const DATABASE: Partial<Finding> = {
	engine: "nmap",
	rule: "database-exposed",
	title: "A database answers anyone",
	severity: "high",
	evidence: [{ source: "Port 5432", text: "PostgreSQL DB 9.6.0 or later" }],
	why: {
		owner: "Anyone who guesses one password has all your data.",
		engineer: "The port accepts connections from any address.",
	},
	fix: {
		owner: "Ask for it to be closed to the internet today.",
		engineer: "Bind to a private address and filter the port.",
	},
	cwe: 284,
};

const look = (
	host: string,
	kind: ReportLook["kind"],
	parts: ScanPart[],
	coverage: "full" | "partial" = "full",
): ReportLook => ({
	scanId: scan(1),
	host,
	kind,
	coverage,
	parts,
	finishedAt: "2026-11-20T09:30:00.000Z",
});

/** Controls that the findings below speak against, and some that scans and people show. */
const ofTheCompany = complianceOf(["soc-2"], {
	standings: {
		"CR-01": "evidence-against",
		"CF-02": "evidence-against",
		"VM-01": "stale",
		"VM-02": "none-seen",
		"GV-01": "covered",
	},
	retired: ["NW-01"],
	decisions: {
		"CC1.1": {
			state: "not-applicable",
			reasons: [],
			justification: "There is no board <b>yet</b>.",
			reviewedOn: null,
			saidAt: "2026-11-02T09:00:00.000Z",
			by: null,
		},
	},
});

const ofTheBakery = complianceOf(["owasp-top-10"], { client: "Bakery", standings: { "CR-01": "evidence-against" } });

/** A small company's data: several hosts, every state, a gap, hostile text and names with non-Latin letters. */
export function reportData(template: ReportTemplate, over: Partial<ReportData> = {}): ReportData {
	const [shop, api, mail] = ["shop.example.com", "api.example.com", "mail.example.com"];
	/** One whose only scan failed, and one that was never scanned. */
	const [old, fresh] = ["old.example.com", "new.example.com"];
	const findings = [
		reportFinding({ host: shop, client: "Bakery" }),
		reportFinding({ host: api, seen: ["2026-09-01", "2026-11-20"] }),
		reportFinding({ host: shop, client: "Bakery", ...OLD_TLS }),
		reportFinding({ host: mail, client: "Łódź Bäckerei Καφές 北京", ...OLD_TLS, port: 465 }),
		reportFinding({
			host: api,
			...DATABASE,
			port: 5432,
			state: "accepted",
			reason: "Behind a VPN from December on.",
			until: "2026-12-31",
		}),
		reportFinding({
			host: shop,
			rule: "csp-missing",
			title: "Nothing stops foreign scripts",
			severity: "low",
			cwe: 693,
		}),
		reportFinding({
			host: mail,
			rule: "dns-no-caa",
			title: "Any authority may issue certificates",
			severity: "none",
			cwe: null,
			port: 0,
		}),
		reportFinding({
			host: api,
			rule: "version-disclosed",
			severity: "low",
			confidence: "low",
			state: "false-positive",
			title: "The server tells its version",
			reason: "Our own test page <b>only</b>.",
		}),
		reportFinding({
			host: shop,
			rule: "nosniff-missing",
			title: "Browsers may guess types",
			severity: "low",
			state: "fixed",
		}),
		reportFinding({
			host: shop,
			rule: "cookie-without-secure",
			title: "A cookie may travel unencrypted",
			severity: "low",
			parameter: "session",
			evidence: HOSTILE.map((text) => ({ source: "Set-Cookie <header>", text })),
		}),
	].toSorted((a, b) => byImportance(a.finding, b.finding));
	return {
		template,
		name: "Third quarter <review>",
		createdBy: "Ada Lovelace",
		company: "Analytical Engines Ltd",
		workspace: { name: "Analytical Engines Ltd", color: "slate", logo: null },
		client: null,
		generatedAt: "2026-11-21T08:15:00.000Z",
		scope: { hosts: [], clients: [], from: null, to: null },
		frameworks: template === "compliance-report" ? ["soc-2", "owasp-top-10"] : [],
		compliance: template === "compliance-report" ? [ofTheCompany, ofTheBakery] : [],
		timeToFix: TIME_TO_FIX,
		tasks: [{ client: "Bakery", class: "old-protocols", owner: "Bola Adé", due: "2026-11-30" }],
		incident:
			template === "incident-response"
				? "At 07:40 the shop showed a foreign page.\nBola took it off the network at 08:05. We do not know how they got in."
				: "",
		targets: [
			{
				host: shop,
				client: "Bakery",
				certificateEndsAt: "2026-12-03T00:00:00.000Z",
				endOfLife: [{ product: "PHP 7.4", on: "2022-11-28" }],
			},
			{ host: mail, client: "Łódź Bäckerei Καφές 北京", certificateEndsAt: "2027-06-01T00:00:00.000Z", endOfLife: [] },
			{ host: api, client: "", certificateEndsAt: null, endOfLife: [] },
			{ host: old, client: "Bakery", certificateEndsAt: null, endOfLife: [] },
			{ host: fresh, client: "", certificateEndsAt: null, endOfLife: [] },
		],
		scans: [
			{
				scanId: scan(1),
				kind: "combined",
				target: "https://shop.example.com/",
				finishedAt: "2026-11-20T09:30:00.000Z",
				coverage: "full",
				failure: null,
				cancelled: false,
			},
			{
				scanId: scan(2),
				kind: "sslyze",
				target: "mail.example.com:465",
				finishedAt: "2026-11-20T09:10:00.000Z",
				coverage: "partial",
				failure: null,
				cancelled: false,
			},
			{
				scanId: scan(3),
				kind: "nmap",
				target: old,
				finishedAt: "2026-11-19T22:00:00.000Z",
				coverage: null,
				failure: "The host did not answer within 10 minutes.",
				cancelled: false,
			},
			{
				scanId: scan(4),
				kind: "wapiti",
				target: "https://shop.example.com/",
				finishedAt: "2026-11-19T21:00:00.000Z",
				coverage: null,
				failure: "The scan was cancelled before it was done. You can run it again.",
				cancelled: true,
			},
		],
		scansTotal: 4,
		looks: [
			look(shop, "combined", [evaluated("headers"), evaluated("certificate"), evaluated("redirects")]),
			look(mail, "sslyze", [evaluated("tls_1_2_cipher_suites-465"), missed("heartbleed-465")], "partial"),
			look(api, "nmap", [evaluated("ports"), evaluated("versions")]),
		],
		failures: [
			{
				scanId: scan(3),
				host: old,
				kind: "nmap",
				finishedAt: "2026-11-19T22:00:00.000Z",
				reason: "The host did not answer within 10 minutes.",
			},
		],
		measured: { firstAt: "2026-09-01T09:30:00.000Z", isRepeated: true },
		findings,
		changes: [
			{
				at: "2026-11-01T09:30:00.000Z",
				what: "new",
				severity: "high",
				title: "Old TLS versions are still accepted",
				host: shop,
			},
			{ at: "2026-11-19T08:00:00.000Z", what: "fixed", severity: "low", title: "Browsers may guess types", host: shop },
		],
		changesTotal: 2,
		assessments: [],
		...over,
	};
}
