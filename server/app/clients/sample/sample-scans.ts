import type { Evidence, Finding, ScanFact, ScanPart, ScanReport } from "#contract/findings/findings.ts";
import { ENGINE } from "#server/scanning/engines/baseline/judge.ts";
import { PART_LABELS, PARTS } from "#server/scanning/engines/baseline/parts.ts";
import { RULES } from "#server/scanning/engines/baseline/registry.ts";
import { toFinding } from "#server/scanning/engines/shared/finding.ts";
import { buildReport } from "#server/scanning/scans/report/build-report.ts";

/** Names that nobody can own (RFC 2606). */
export const PORTAL = "portal.harbor-clinic.example";
export const MAIL = "mail.harbor-clinic.example";

const METAS = new Map(
	Object.values(RULES)
		.flat()
		.map(({ meta }) => [meta.id, meta]),
);

type Seen = { host: string; rule: string; parameter?: string; evidence: Evidence };

/** An observation by one of our rules, with the rule's own texts. */
function findingOf({ host, rule, parameter = "", evidence }: Seen): Finding {
	const meta = METAS.get(rule);
	if (!meta) throw new Error(`There is no rule ${rule}`);
	return toFinding(ENGINE, meta, { location: { host, port: 443, path: "/", parameter }, evidence: [evidence] });
}

const header = (host: string, text: string): Evidence => ({ source: `Response header of https://${host}/`, text });

const OLD_TLS: Seen = {
	host: PORTAL,
	rule: "tls-old-protocol",
	evidence: { source: `TLS handshake ${PORTAL}:443`, text: "TLS 1.0 accepted" },
};
const NO_POLICY: Seen = {
	host: PORTAL,
	rule: "csp-missing",
	evidence: header(PORTAL, "No Content-Security-Policy header"),
};
const PLAIN_COOKIE: Seen = {
	host: PORTAL,
	rule: "cookie-without-secure",
	parameter: "session",
	evidence: header(PORTAL, "Set-Cookie: session=…; HttpOnly"),
};
const NO_HSTS: Seen = {
	host: PORTAL,
	rule: "hsts-missing",
	evidence: header(PORTAL, "No Strict-Transport-Security header"),
};
const OLD_SOFTWARE: Seen = {
	host: MAIL,
	rule: "software-end-of-life",
	evidence: header(MAIL, "Server: nginx/1.18.0"),
};

type Look = { host: string; daysAgo: number; seen: Seen[]; missing?: string };

/** Two hosts over six weeks: some findings are fixed in time, some are not, and one scan did not see everything. */
const LOOKS: readonly Look[] = [
	{ host: PORTAL, daysAgo: 42, seen: [OLD_TLS, NO_POLICY, PLAIN_COOKIE, NO_HSTS] },
	{ host: MAIL, daysAgo: 41, seen: [OLD_SOFTWARE] },
	{ host: PORTAL, daysAgo: 28, seen: [OLD_TLS, NO_POLICY, PLAIN_COOKIE] },
	{ host: MAIL, daysAgo: 27, seen: [], missing: "software" },
	{ host: PORTAL, daysAgo: 14, seen: [NO_POLICY, PLAIN_COOKIE] },
	{ host: MAIL, daysAgo: 13, seen: [OLD_SOFTWARE] },
	{ host: PORTAL, daysAgo: 2, seen: [NO_POLICY] },
];

const DAY_MS = 86_400_000;
/** As long as a scan of a quiet host takes. */
const SCAN_MS = 21_000;

export type SampleScan = { host: string; report: ScanReport };

/** The scans of the sample, oldest first, as if they had been requested before `now`. Pure. */
export const sampleScans = (now: Date): SampleScan[] =>
	LOOKS.map(({ host, daysAgo, seen, missing }) => {
		const startedAt = new Date(now.getTime() - daysAgo * DAY_MS);
		const parts = PARTS.map((part): ScanPart => {
			const label = PART_LABELS[part];
			return part === missing
				? { part, label, status: "not-evaluated", reason: "The host answered too slowly." }
				: { part, label, status: "evaluated" };
		});
		const certificate: ScanFact = {
			what: "certificate",
			host,
			port: 443,
			detail: "",
			endsAt: new Date(now.getTime() + (host === PORTAL ? 20 : 70) * DAY_MS).toISOString(),
		};
		const report = buildReport({
			target: host,
			startedAt,
			finishedAt: new Date(startedAt.getTime() + SCAN_MS),
			result: {
				status: "completed",
				coverage: missing === undefined ? "full" : "partial",
				parts,
				findings: seen.map(findingOf),
				facts: [certificate],
				sent: [],
			},
		});
		return { host, report };
	});
