import { expect, test } from "vitest";
import { type Template, template } from "#contract/assessments/template.ts";
import { TEMPLATES } from "#contract/assessments/templates.ts";
import type { ScanId } from "#contract/ids.ts";
import { observedProposals } from "#server/assurance/assessments/observed/proposals.ts";
import { RULES } from "#server/assurance/assessments/observed/rules.ts";
import type { Observed, Seen } from "#server/assurance/findings/facts/observed.ts";
import { daysAgo, NOTHING } from "#tests/support/questionnaires/nothing-observed.ts";

const seen = (host: string, kind: Seen["kind"], parts: string[], days = 1): Seen => ({
	host,
	kind,
	scanId: `scan of ${host}` as ScanId,
	at: daysAgo(days),
	parts,
});
/** Two hosts on which everything was checked and nothing was found. */
const CLEAN: Observed = {
	...NOTHING,
	seen: ["a.example", "b.example"].flatMap((host) => [
		seen(host, "combined", ["headers", "files", "software", "tls", "redirects"], 3),
		seen(host, "sslyze", ["tls_1_2_cipher_suites"], 2),
		seen(host, "nmap", ["ports", "versions"]),
		seen(host, "wapiti", ["attacks"]),
	]),
	schedules: ["a.example", "b.example"].map((host) => ({
		host,
		recurrence: { type: "weekly", days: ["mon"], at: "03:00" } as never,
	})),
	fixed: { findings: 3, medianDays: 9, slowestDays: 30 },
};
const found = (rule: string, host = "a.example", days = 10, severity: "high" | "low" = "high") =>
	({ rule, host, severity, findings: 1, since: daysAgo(days) }) as const;
const metOf = (slug: keyof typeof RULES, more: Partial<Observed>) => RULES[slug]({ ...CLEAN, ...more })?.met;

test("without a scan nothing is proposed, and with clean ones every rule says yes", () => {
	for (const one of TEMPLATES) expect(observedProposals(one, NOTHING)).toEqual([]);
	const clean = Object.entries(RULES).map(([slug, rule]) => [slug, rule(CLEAN)?.met]);
	expect(clean).toEqual(Object.keys(RULES).map((slug) => [slug, "yes"]));
});

test.each<[keyof typeof RULES, Partial<Observed>, "yes" | "partly" | "no" | undefined]>([
	["security-txt", { present: [found("security-txt-missing")] }, "partly"],
	["security-txt", { present: [found("security-txt-missing"), found("security-txt-missing", "b.example")] }, "no"],
	["scan-cadence", { schedules: CLEAN.schedules.slice(1) }, "partly"],
	["scan-cadence", { schedules: [] }, "partly"],
	["encrypted-transport", { present: [found("http-not-redirected")] }, "partly"],
	["encrypted-transport", { present: [found("no-https"), found("no-https", "b.example")] }, "no"],
	["encrypted-transport", { present: [found("tls-old-protocol"), found("tls-old-protocol", "b.example")] }, "partly"],
	["encrypted-transport", { present: [found("certificate-expired")] }, "partly"],
	["encrypted-transport", { present: [found("csp-missing")] }, "yes"],
	["supported-software", { unsupported: [{ product: "nginx 1.14", host: "a.example" }] }, "partly"],
	["web-weaknesses", { present: [found("wapiti-xss")] }, "partly"],
	["web-weaknesses", { present: [found("zap-40012-1", "elsewhere.example")] }, "yes"],
	["exposed-services", { present: [found("database-exposed"), found("telnet-exposed", "b.example")] }, "no"],
	["time-to-fix", { present: [found("csp-missing", "a.example", 91)] }, "partly"],
	["time-to-fix", { present: [found("csp-missing", "a.example", 89)] }, "yes"],
	["time-to-fix", { present: [found("csp-missing", "a.example", 91, "low")] }, "yes"],
	["time-to-fix", { fixed: { findings: 2, medianDays: 20, slowestDays: 120 } }, "partly"],
	["time-to-fix", { fixed: NOTHING.fixed, present: [found("csp-missing", "a.example", 200)] }, "no"],
	["time-to-fix", { fixed: NOTHING.fixed }, undefined],
])("%s with %j is %s", (slug, more, met) => {
	expect(metOf(slug, more)).toBe(met);
});

test("what is said names what was found, and says from which scans it is", () => {
	const exposed = RULES["exposed-services"]({ ...CLEAN, present: [found("database-exposed")] });
	expect(exposed?.text).toBe(
		"Services were open to the scanner on 1 of 2 hosts that were looked at: databases open to the network.",
	);
	const vendor = TEMPLATES.find(({ id }) => id === "vendor") as Template;
	const proposals = observedProposals(vendor, CLEAN);
	expect(proposals).toHaveLength(Object.keys(RULES).length);
	const services = proposals.find(({ label }) => label.startsWith("Nmap"));
	expect(services).toMatchObject({
		label: "Nmap EOL scan of 2 hosts",
		answer: { value: { choice: "yes" }, source: { from: "observation", at: daysAgo(1).toISOString() } },
	});
});

test("a question without a choice for what was seen gets no proposal", () => {
	const own = template.parse({
		id: "own",
		version: 1,
		title: "Own",
		about: "For a test.",
		kind: "self",
		source: { title: "Tests" },
		asOf: "2026-11-24",
		sections: [
			{
				id: "one",
				title: "One",
				questions: [
					{
						id: "services",
						type: "choice",
						text: "Open?",
						observed: "exposed-services",
						choices: [
							{ id: "closed", label: "Closed", met: "yes" },
							{ id: "open", label: "Open", met: "no" },
						],
					},
				],
			},
		],
	});
	expect(observedProposals(own, CLEAN)).toMatchObject([{ answer: { value: { choice: "closed" } } }]);
	expect(observedProposals(own, { ...CLEAN, present: [found("database-exposed")] })).toEqual([]);
});
