import { expect, test } from "vitest";
import type { ScanId } from "#contract/ids.ts";
import { NAMED_SCANS } from "#contract/questionnaires/sources.ts";
import { factsOf } from "#server/assurance/findings/facts/facts.ts";
import type { Observed, Seen } from "#server/assurance/findings/facts/observed.ts";
import { createMatcher } from "#server/assurance/questionnaires/match/matcher.ts";
import { daysAgo, NOTHING, NOW } from "#tests/support/questionnaires/nothing-observed.ts";

const VERSIONS = ["ssl_2_0", "ssl_3_0", "tls_1_0", "tls_1_1", "tls_1_2", "tls_1_3"].map(
	(one) => `${one}_cipher_suites`,
);
let ids = 0;
const seen = (host: string, kind: Seen["kind"], parts: string[], at = daysAgo(1)): Seen => ({
	host,
	kind,
	scanId: `scan-${ids++}` as ScanId,
	at,
	parts,
});
const EVERYTHING: Observed = {
	...NOTHING,
	hosts: [
		{ host: "a.example", verified: true },
		{ host: "b.example", verified: false },
	],
	seen: [
		seen("a.example", "combined", ["headers", "files", "software", "tls"], daysAgo(3)),
		seen("a.example", "sslyze", VERSIONS, daysAgo(2)),
		seen("a.example", "nmap", ["ports", "versions"]),
		seen("b.example", "combined", ["headers", "files", "software"], daysAgo(9)),
	],
};
const answerOf = (observed: Observed, id: string) => factsOf(observed).find((fact) => fact.id === id)?.answer;

test("without a scan nothing was observed", () => {
	expect(factsOf(NOTHING)).toEqual([]);
	expect(factsOf({ ...NOTHING, hosts: [{ host: "a.example", verified: true }] })).toEqual([]);
});

test("each fact says what it saw where nothing is wrong, and from which scans it is", () => {
	const facts = factsOf(EVERYTHING);
	expect(Object.fromEntries(facts.map(({ id, answer }) => [id, answer]))).toEqual({
		"scan-cadence":
			"No host is scanned on a schedule. 2 hosts were scanned on demand; the last scan ended on 23 Nov 2026.",
		"oldest-high": "No finding rated high is open on the 2 hosts that were scanned.",
		"time-to-fix": "No finding rated high or medium was fixed in the last 90 days. None is open.",
		"tls-versions":
			"Only TLS 1.2 and newer are accepted on the host that was looked at. TLS 1.3 is offered on the host that was looked at.",
		"end-of-life": "No software past its end of life was seen on all 2 hosts that were looked at.",
		"security-txt": "Yes. A security.txt file with a contact is published on all 2 hosts that were looked at.",
		"security-headers":
			"Yes. No gap was seen in HSTS, Content-Security-Policy, protection against framing and X-Content-Type-Options on all 2 hosts that were looked at.",
		"verified-hosts": "Ownership is verified by DNS or a file for 1 of the 2 hosts that were scanned.",
	});
	expect(facts.find(({ id }) => id === "end-of-life")?.source).toMatchObject({
		type: "observation",
		scansTotal: 3,
		hostsTotal: 2,
		from: daysAgo(9).toISOString(),
		to: daysAgo(1).toISOString(),
		scans: [{ kind: "nmap" }, { kind: "combined" }, { kind: "combined" }],
	});
});

test("what speaks badly is told as it is", () => {
	const found = (
		rule: string,
		host: string,
		severity: "high" | "medium" | "low" | "none",
		days: number,
		findings = 1,
	) => ({ rule, host, severity, findings, since: daysAgo(days) }) as const;
	const observed: Observed = {
		...EVERYTHING,
		present: [
			found("tls-ssl-offered", "a.example", "high", 50, 2),
			found("tls-old-protocol", "a.example", "medium", 60),
			found("tls-1-3-missing", "a.example", "none", 60),
			found("security-txt-missing", "b.example", "low", 9),
			found("csp-missing", "a.example", "low", 9),
			found("csp-unsafe", "a.example", "low", 9),
			found("hsts-missing", "b.example", "low", 9),
		],
		fixed: { findings: 12, medianDays: 9, slowestDays: 41 },
		unsupported: [
			{ product: "PHP 7.4", host: "a.example" },
			{ product: "jQuery 1", host: "b.example" },
		],
	};
	expect(Object.fromEntries(factsOf(observed).map(({ id, answer }) => [id, answer]))).toMatchObject({
		"oldest-high":
			"Yes. 2 findings rated high are open on the 2 hosts that were scanned. The oldest was first seen on 5 Oct 2026.",
		"time-to-fix":
			"In the last 90 days, 12 findings rated high or medium were fixed, half of them within 9 days, the slowest within 41 days. 3 are open, the oldest since 25 Sep 2026.",
		"tls-versions":
			"SSL 2.0 or 3.0 is still accepted on the host that was looked at. TLS 1.0 or 1.1 is still accepted on the host that was looked at. TLS 1.3 is missing on the host that was looked at.",
		"end-of-life":
			"Yes. Software past its end of life was seen on 2 of 2 hosts that were looked at: PHP 7.4, jQuery 1.",
		"security-txt": "No security.txt file was found on 1 of 2 hosts that were looked at.",
		"security-headers":
			"Partly. Gaps were seen on 2 hosts looked at: Strict-Transport-Security on 1, Content-Security-Policy on 1.",
	});
});

test("schedules are told by how often they run; one that runs once, or of a host that was never scanned, is none", () => {
	const time = "07:30";
	const schedules: Observed["schedules"] = [
		{ host: "a.example", recurrence: { type: "weekly", days: ["mon"], time } },
		{ host: "a.example", recurrence: { type: "daily", time } },
		{ host: "b.example", recurrence: { type: "once", at: "2026-12-01T07:30" } },
		{ host: "c.example", recurrence: { type: "monthly", day: 1, time } },
	];
	expect(answerOf({ ...EVERYTHING, schedules }, "scan-cadence")).toBe(
		"1 of 2 scanned hosts is scanned on a schedule: 1 host every day. The last scan ended on 23 Nov 2026.",
	);
});

test("nothing is said of what no scan looked at in full", () => {
	const part = { ...EVERYTHING, seen: [seen("a.example", "sslyze", VERSIONS.slice(1))] };
	expect(factsOf(part).map(({ id }) => id)).toEqual(["scan-cadence", "oldest-high", "time-to-fix", "verified-hosts"]);
	const findings = [{ rule: "hsts-missing", host: "a.example", severity: "low", findings: 1, since: NOW }] as const;
	expect(answerOf({ ...part, present: findings }, "security-headers")).toBeUndefined();
});

test("a fact names so many scans at most", () => {
	const many = Array.from({ length: NAMED_SCANS + 3 }, (_, n) =>
		seen(`${n}.example`, "combined", ["headers"], daysAgo(n)),
	);
	const source = factsOf({ ...NOTHING, seen: many })[0]?.source;
	expect(source?.scans).toHaveLength(NAMED_SCANS);
	expect(source?.scansTotal).toBe(NAMED_SCANS + 3);
});

test.each([
	["How often do you perform vulnerability scans?", "scan-cadence"],
	["Which TLS versions are used for encryption in transit?", "tls-versions"],
	["Do you use any end-of-life software?", "end-of-life"],
	["Do you publish a security.txt file?", "security-txt"],
	["Which HTTP security headers do your web applications send?", "security-headers"],
	["How long do you take to patch vulnerabilities?", "time-to-fix"],
	["Are there any open high vulnerabilities?", "oldest-high"],
])("%s is answered by %s", (question, id) => {
	const matcher = createMatcher(factsOf(EVERYTHING).map((fact) => ({ ...fact, id: `fact:${fact.id}` })));
	expect(matcher.match(question, 3)[0]).toMatchObject({ id: `fact:${id}`, sure: true });
});

test.each([
	"Which color is the company car?",
	"Do you scan the badges of visitors?",
	"How often do you train employees?",
])("%s is no fact’s", (question) => {
	const matcher = createMatcher(factsOf(EVERYTHING).map((fact) => ({ ...fact, id: `fact:${fact.id}` })));
	expect(matcher.match(question, 3)[0]?.sure ?? false).toBe(false);
});

test.each([
	"Do you provide security awareness training?",
	"Who is responsible for information security in your company?",
	"Do you have an information security policy?",
	"Do your employees know the security policy?",
	"Do you have a security policy?",
	"Is access to customer data logged?",
	"Do you have cyber insurance?",
])("no fact is offered for %s, with which it shares only words of this field", (question) => {
	const matcher = createMatcher(factsOf(EVERYTHING).map((fact) => ({ ...fact, id: `fact:${fact.id}` })));
	expect(matcher.match(question, 3)).toEqual([]);
});
