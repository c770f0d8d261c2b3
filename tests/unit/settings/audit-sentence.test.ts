import { describe, expect, test } from "vitest";
import { accountId } from "#contract/ids.ts";
import { AUDIT_ACTS, type AuditEntry } from "#contract/workspaces/audit.ts";
import { actLabel, auditSentence } from "#src/features/settings/audit/audit-sentence.ts";

const ADA = { accountId: accountId.parse("7c1f4e2a-9c39-4f4e-8f7b-0a4b5c6d7e8f"), name: "Ada Lovelace" };
const GRACE = { accountId: accountId.parse("0b8d6a52-41f0-4a7c-9a2e-3f1c2d4b5a69"), name: "Grace Hopper" };

type Subject = AuditEntry["subject"];
const entry = (
	what: string,
	subject: Subject,
	detail: Record<string, unknown> = {},
	more: Partial<AuditEntry> = {},
): AuditEntry => ({
	id: 1,
	at: "2026-11-22T10:00:00.000Z",
	who: ADA,
	onBehalfOf: null,
	what,
	subject,
	clientId: null,
	before: null,
	after: null,
	detail,
	step: null,
	...more,
});

const OF = {
	member: { type: "member", id: GRACE.accountId },
	account: { type: "account", id: ADA.accountId },
	workspace: { type: "workspace", id: ADA.accountId },
	invitation: { type: "invitation", id: "6f0e" },
	client: { type: "client", id: "c1" },
	host: { type: "host", id: "bank.example" },
	scan: { type: "scan", id: "s1" },
	finding: { type: "finding", id: "f1" },
	schedule: { type: "schedule", id: "sch" },
	report: { type: "report", id: "r1" },
	share: { type: "share", id: "sh1" },
	assessment: { type: "assessment", id: "a1" },
	template: { type: "template", id: "vendor" },
} satisfies Record<string, Subject>;

describe("an entry of the audit log in one sentence", () => {
	test.each<[sentence: string, entry: AuditEntry]>([
		[
			"added Grace Hopper as contributor",
			entry("member-added", OF.member, { name: "Grace Hopper", role: "contributor" }),
		],
		["left the workspace", entry("member-left", OF.member)],
		["made a new key that signs audit bundles", entry("bundle-key-made", { type: "bundle-key", id: "k1" })],
		[
			"approved version 2 of the statement of applicability for iso-27001",
			entry("statement-approved", { type: "framework", id: "iso-27001" }, { version: "2" }),
		],
		["removed Grace Hopper from the workspace", entry("member-removed", OF.member, { name: "Grace Hopper" })],
		[
			"changed the role of Grace Hopper from consultant to auditor",
			entry("role-changed", OF.member, { name: "Grace Hopper", role: "auditor", roleBefore: "consultant" }),
		],
		[
			"changed the client that Grace Hopper sees",
			entry("role-changed", OF.member, { name: "Grace Hopper", role: "guest" }),
		],
		[
			"set the last day of Grace Hopper to 31 Dec 2026",
			entry("member-changed", OF.member, { name: "Grace Hopper", endsOn: "2026-12-31" }),
		],
		["removed the last day of Grace Hopper", entry("member-changed", OF.member, { name: "Grace Hopper" })],
		[
			"invited eve@mail.example as client guest",
			entry("invited", OF.invitation, { email: "eve@mail.example", role: "guest" }),
		],
		["accepted an invitation as owner", entry("invitation-accepted", OF.invitation, { role: "owner" })],
		[
			"renamed the client from Acme to Acme Bank",
			entry("client-changed", OF.client, { name: "Acme Bank", nameBefore: "Acme" }),
		],
		["changed the client Acme", entry("client-changed", OF.client, { name: "Acme" })],
		["deleted the client Acme with all its data", entry("client-deleted", OF.client, { name: "Acme" })],
		[
			"renamed the workspace from A to B",
			entry("workspace-changed", OF.workspace, { name: "B", nameBefore: "A", changed: ["name"] }),
		],
		[
			"changed the workspace’s color and logo",
			entry("workspace-changed", OF.workspace, { name: "A", changed: ["color", "logo", "logo_type"] }),
		],
		[
			"changed the workspace’s sealing",
			entry("workspace-changed", OF.workspace, { name: "A", changed: ["sealing_required"] }),
		],
		[
			"paused the schedule Weekly for bank.example",
			entry("schedule-paused", OF.schedule, { name: "Weekly", host: "bank.example" }),
		],
		["requested the report November", entry("report-requested", OF.report, { name: "November" })],
		[
			"shared the report November with a link until 30 Nov 2026",
			entry("shared", OF.share, { report: "November", expiresAt: "2026-11-30T12:00:00Z" }),
		],
		[
			"moved the host bank.example from Acme to Beta",
			entry("host-assigned", OF.host, { client: "Beta", clientBefore: "Acme" }),
		],
		["verified ownership of bank.example with a DNS record", entry("claim-verified", OF.host, { by: "dns" })],
		[
			"requested a Combined scan of bank.example",
			entry("scan-accepted", OF.scan, { kind: "combined", target: "bank.example" }),
		],
		[
			"decided about “No HSTS” on bank.example: accepted risk until 1 Jan 2027",
			entry("verdict", OF.finding, {
				verdict: "accepted",
				until: "2027-01-01",
				title: "No HSTS",
				host: "bank.example",
			}),
		],
		["signed in with Firefox on Linux", entry("signed-in", OF.account, { device: "Firefox on Linux" })],
		["signed out on all devices", entry("signed-out-everywhere", OF.account)],
		["downloaded the list of findings", entry("exported", { type: "export", id: "findings" }, { format: "csv" })],
		["downloaded the file of a client", entry("exported", OF.client)],
		["downloaded an assessment as PDF", entry("downloaded", OF.assessment, { revision: 2 })],
		["downloaded the template vendor as XLSX", entry("downloaded", OF.template, { format: "xlsx" })],
		["loaded the template “Ours”, version 2", entry("template-loaded", OF.template, { title: "Ours", version: "2" })],
		["began the assessment “Lagos”", entry("assessment-begun", OF.assessment, { title: "Lagos" })],
		[
			"answered the question door of the assessment “Lagos”",
			entry("answered", OF.assessment, { title: "Lagos", question: "door" }),
		],
		[
			"changed the state of the assessment “Lagos”: submitted",
			entry("assessment-moved", OF.assessment, { title: "Lagos", value: "submitted" }),
		],
		[
			"had revision 2 of the assessment “Lagos” signed by Ngozi Ade",
			entry("assessment-signed", OF.assessment, { title: "Lagos", revision: "2", signers: "Ngozi Ade" }),
		],
		[
			"changed what was signed: revision 2 of the assessment “Lagos”",
			entry("sign-off-voided", OF.assessment, { title: "Lagos", revision: "2" }),
		],
		["downloaded a report as PDF", entry("downloaded", OF.report, { format: "pdf" })],
	])("Ada Lovelace %s.", (sentence, one) => {
		expect(auditSentence(one)).toBe(`Ada Lovelace ${sentence}.`);
	});

	test("someone who adds themselves has joined", () => {
		const own = { type: "member", id: ADA.accountId } as const;
		expect(auditSentence(entry("member-added", own, { role: "owner" }))).toBe("Ada Lovelace joined as owner.");
	});

	test("what the product did by itself, for a member, says both", () => {
		const by = { who: null, onBehalfOf: GRACE };
		expect(auditSentence(entry("scan-accepted", OF.scan, { kind: "zap", target: "bank.example" }, by))).toBe(
			"Plumbline requested a Zap scan of bank.example for Grace Hopper.",
		);
	});

	test("what an auditor downloads with a link has the name that the link was made for", () => {
		const detail = { respondent: "Sharp & Partners", file: "audit bundle", framework: "soc-2" };
		expect(auditSentence(entry("downloaded", OF.share, detail, { who: null }))).toBe(
			"Sharp & Partners (through a link) downloaded the audit bundle of soc-2.",
		);
	});

	test("a client that the entry names by its id alone has its name where it is known", () => {
		expect(auditSentence(entry("exported", OF.client), [{ id: "c1", name: "Acme" }])).toBe(
			"Ada Lovelace downloaded the file of the client Acme.",
		);
	});

	test("an account that was deleted has no name", () => {
		const who = { ...ADA, name: "" };
		expect(auditSentence(entry("signed-in", OF.account, {}, { who }))).toBe("A deleted account signed in.");
	});

	test("a word of a newer server is shown with its thing, also if it is a name that objects have", () => {
		expect(auditSentence(entry("polished", OF.host))).toBe("Ada Lovelace, “polished”: the host bank.example.");
		expect(auditSentence(entry("constructor", OF.host))).toBe("Ada Lovelace, “constructor”: the host bank.example.");
	});

	test.each(AUDIT_ACTS)("%s is a sentence without details, and with details of other kinds", (act) => {
		for (const detail of [{}, { name: 7, role: [], kind: {}, endsOn: "soon", changed: [1], target: null }]) {
			const sentence = auditSentence(entry(act, OF.account, detail));
			expect(sentence).toMatch(/^Ada Lovelace \S.*\.$/);
			expect(sentence).not.toMatch(/undefined|null|object|NaN|“”/);
		}
		expect(actLabel(act)).toMatch(/^[A-Z][a-z ]+$/);
	});
});
