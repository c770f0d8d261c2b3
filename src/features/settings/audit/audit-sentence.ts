import { dayText } from "#contract/format/time.ts";
import { SCAN_KINDS, scanName } from "#contract/kinds/kinds.ts";
import type { AUDIT_SUBJECTS, AuditAct, AuditEntry } from "#contract/workspaces/audit.ts";
import { ROLE_LABELS, ROLES } from "#contract/workspaces/roles.ts";
import { site } from "#src/config/site.ts";
import { STATE_LABELS } from "#src/lib/findings/finding-labels.ts";
import { listText } from "#src/lib/workspace/members/list-text.ts";

type Said = {
	/** A detail as text; `otherwise` if it is missing or not a text. */
	text(name: string, otherwise?: string): string;
	/** A day or a moment as a day; empty if there is none. */
	day(name: string): string;
	/** A role in lower case; an unknown role of a newer server stays as it is. */
	role(name: string): string;
	/** `combined scan`. */
	scan: string;
	id: string;
	/** The name of the client that it is about; empty if it is not known. */
	client: string;
	/** Whether the actor is also the subject. */
	self: boolean;
};

/** `until 1 Jan 2027`, with a space before it; empty without a day. */
const until = (day: string) => (day === "" ? "" : ` until ${day}`);
const renamed = ({ text }: Said, thing: string) =>
	text("nameBefore") === "" ? "" : `renamed ${thing} from ${text("nameBefore")} to ${text("name")}`;

/** The name of a workspace change, by the column it changed. The database has more columns than people know. */
const WORKSPACE_PARTS = {
	kind: "kind",
	color: "color",
	logo: "logo",
	sealing_required: "sealing",
	two_factors_required: "two factors",
};

const EXPORTS: Readonly<Record<string, string>> = {
	scans: "the list of scans",
	findings: "the list of findings",
	audit: "this audit log",
	"my-data": "their own data",
};

/** Fields of a library answer, by the names people use. */
const LIBRARY_FIELDS: Readonly<Record<string, string>> = {
	question: "question",
	answer: "answer",
	tags: "tags",
	evidence: "evidence",
	expiresOn: "last day",
	withdrawn: "state",
};

const schedule =
	(did: string) =>
	({ text }: Said) =>
		`${did} the schedule ${text("name")}${text("host") === "" ? "" : ` for ${text("host")}`}`;

/** The ids of findings and scans mean nothing to a person. */
const aboutText = (type: string, about: string) =>
	type === "asset" && about !== ""
		? `the host ${about}`
		: type === "finding" || type === "scan"
			? `a ${type}`
			: "something";

/** The id of a framework that a workspace added means nothing to a person. */
const requirementText = (id: string, framework: string) =>
	framework === "" ? id : `${id.slice(id.indexOf(" ") + 1)} of ${framework}`;

/** The new value, if there is one. */
const now = (value: string) => (value === "" ? "" : `: ${value}`);

/** Bundles name themselves. */
const reportText = (report: string) => (report.startsWith("audit bundle ") ? report : `report ${report}`);

/** What was done, to follow the actor's name. */
const PHRASES: Readonly<Record<AuditAct, (said: Said, entry: AuditEntry) => string>> = {
	"member-added": ({ self, text, role }) =>
		self ? `joined as ${role("role")}` : `added ${text("name", "a member")} as ${role("role")}`,
	"member-changed": ({ text, day }) =>
		day("endsOn") === ""
			? `removed the last day of ${text("name", "a member")}`
			: `set the last day of ${text("name", "a member")} to ${day("endsOn")}`,
	"member-left": () => "left the workspace",
	"member-removed": ({ text }) => `removed ${text("name", "a member")} from the workspace`,
	"role-changed": ({ text, role }) =>
		text("roleBefore") === ""
			? `changed the client that ${text("name", "a guest")} sees`
			: `changed the role of ${text("name", "a member")} from ${role("roleBefore")} to ${role("role")}`,
	invited: ({ text, role }) => `invited ${text("email")} as ${role("role")}`,
	"invitation-resent": ({ text }) => `sent the invitation to ${text("email")} again`,
	"invitation-accepted": ({ role }) => `accepted an invitation as ${role("role")}`,
	"token-made": ({ text, day }) => `made the API token “${text("name", "without a name")}”${until(day("endsOn"))}`,
	"token-revoked": ({ text }) => `revoked the API token “${text("name", "without a name")}”`,
	"webhook-added": ({ text }) => `added a webhook to ${text("name", "an address")}`,
	"webhook-changed": ({ text }) => `changed the webhook to ${text("name", "an address")}`,
	"webhook-rotated": ({ text }) => `made a new signing secret for the webhook to ${text("name", "an address")}`,
	"webhook-switched-off": ({ text }) =>
		`switched off the webhook to ${text("name", "an address")}, ${text("because") === "gone" ? "which answered that it is gone" : "which took nothing for five days"}`,
	"tracker-added": ({ text }) => `connected the tracker ${text("name", "")} (${text("project", "")})`,
	"tracker-changed": ({ text }) => `changed the tracker ${text("name", "")} (${text("project", "")})`,
	"tracker-token-replaced": ({ text }) => `replaced the token of the tracker ${text("name", "")}`,
	"tracker-deleted": ({ text }) => `removed the tracker ${text("name", "")} (${text("project", "")})`,
	"ticket-created": ({ text }) => `created a ticket in ${text("name", "a tracker")} for ${text("title", "a finding")}`,
	"webhook-deleted": ({ text }) => `deleted the webhook to ${text("name", "an address")}`,
	"invitation-revoked": ({ text }) => `revoked the invitation to ${text("email")}`,
	"client-created": ({ text }) => `added the client ${text("name")}`,
	"client-changed": (said) => renamed(said, "the client") || `changed the client ${said.text("name")}`,
	"client-archived": ({ text }) => `archived the client ${text("name")}`,
	"client-restored": ({ text }) => `restored the client ${text("name")}`,
	"client-deleted": ({ text }) => `deleted the client ${text("name")} with all its data`,
	"sign-on-set": ({ text }) => `set company sign-in to ${text("issuer")}`,
	"sign-on-removed": ({ text }) => `removed company sign-in at ${text("issuer")}`,
	"sign-on-domain-added": ({ text }) => `added the email domain ${text("domain")}`,
	"sign-on-domain-verified": ({ text }) => `verified the email domain ${text("domain")}`,
	"sign-on-domain-removed": ({ text }) => `removed the email domain ${text("domain")}`,
	"workspace-changed": (said, { detail }) => {
		const { changed } = detail;
		const parts = Object.entries(WORKSPACE_PARTS).flatMap(([column, part]) =>
			Array.isArray(changed) && changed.includes(column) ? part : [],
		);
		return renamed(said, "the workspace") || `changed the workspace’s ${listText(parts) || "settings"}`;
	},
	"schedule-created": schedule("created"),
	"schedule-changed": schedule("changed"),
	"schedule-paused": schedule("paused"),
	"schedule-resumed": schedule("resumed"),
	"schedule-deleted": schedule("deleted"),
	"report-requested": ({ text }) => `requested the report ${text("name")}`,
	"report-deleted": ({ text }) => `deleted the report ${text("name")}`,
	shared: ({ text, day }) => `shared the ${reportText(text("report"))} with a link${until(day("expiresAt"))}`,
	"share-revoked": ({ text }) => `revoked a link to the ${reportText(text("report"))}`,
	"host-assigned": ({ id, text }) =>
		`moved the host ${id} ${text("clientBefore") === "" ? "" : `from ${text("clientBefore")} `}to ${text("client", "the workspace itself")}`,
	"host-removed": ({ id }) => `removed the host ${id}`,
	"claim-added": ({ id }) => `asked to verify ownership of ${id}`,
	"claim-verified": ({ id, text }) =>
		`verified ownership of ${id}${text("by") === "dns" ? " with a DNS record" : text("by") === "file" ? " with a file" : ""}`,
	"claim-lost": ({ id }) => `found that ${id} can no longer be verified`,
	"claim-removed": ({ id }) => `removed ${id} from the verified hosts`,
	"scan-accepted": ({ scan, text }) => `requested a ${scan} of ${text("target", "a target")}`,
	"scan-canceled": ({ scan, text }) => `canceled a ${scan} of ${text("target", "a target")}`,
	"scan-moved": ({ scan, text }) => `took in a free ${scan} of ${text("target", "a target")}`,
	"scan-deleted": ({ scan, text }) => `deleted a ${scan} of ${text("target", "a target")}`,
	verdict: ({ text, day }) => {
		const state = text("verdict");
		const label = Object.entries(STATE_LABELS).find(([known]) => known === state)?.[1] ?? state;
		return `decided about “${text("title", "a finding")}” on ${text("host", "a host")}: ${label.toLowerCase()}${until(day("until"))}`;
	},
	"evidence-added": ({ text }) => `added the evidence “${text("title", "without a title")}”`,
	"evidence-changed": ({ text }) =>
		text("titleBefore") === ""
			? `changed the note of the evidence “${text("title", "without a title")}”`
			: `renamed the evidence “${text("titleBefore")}” to “${text("title", "without a title")}”`,
	"evidence-linked": ({ text }) =>
		`put the evidence “${text("title", "without a title")}” on ${aboutText(text("aboutType"), text("about"))}`,
	"evidence-unlinked": ({ text }) =>
		`took the evidence “${text("title", "without a title")}” off ${aboutText(text("aboutType"), text("about"))}`,
	"evidence-deleted": ({ text }) => `deleted the evidence “${text("title", "without a title")}”`,
	"evidence-decided": ({ text }) => `said of the evidence “${text("title", "without a title")}”: ${text("value")}`,
	"framework-chosen": ({ id, text }) => `chose the framework ${text("frameworkName", id)}`,
	"framework-given-up": ({ id, text }) => `gave up the framework ${text("frameworkName", id)}`,
	"framework-added": ({ text }) => `added the framework “${text("title", "without a name")}” from a file`,
	"framework-changed": ({ text }) =>
		text("titleBefore") === ""
			? `changed the framework “${text("title", "without a name")}”`
			: `renamed the framework “${text("titleBefore")}” to “${text("title", "without a name")}”`,
	"framework-deleted": ({ text }) => `deleted the framework “${text("title", "without a name")}”`,
	"framework-restored": ({ text }) => `put the deleted framework “${text("title", "without a name")}” back`,
	"requirement-decided": ({ id, text }) =>
		`decided about ${requirementText(id, text("frameworkName"))}: ${text("value")}`,
	"statement-approved": ({ id, text }) =>
		`approved version ${text("version")} of the statement of applicability for ${text("frameworkName", id)}`,
	"control-added": ({ text }) => `added the control ${text("code")} ${text("title")}`,
	"control-changed": ({ text }) =>
		`changed the ${text("field", "text")} of the control ${text("title", "in question")}${now(text("value"))}`,
	"control-linked": ({ text }) =>
		`linked the control ${text("code")} to ${text("requirement")} of ${text("frameworkName", text("framework"))}`,
	"control-unlinked": ({ text }) =>
		`took the link of the control ${text("code")} to ${text("requirement")} of ${text("frameworkName", text("framework"))} off`,
	"test-added": ({ text }) =>
		`added the test “${text("title", "without a title")}” to the control ${text("code", "that it belongs to")}`,
	"test-changed": ({ text }) =>
		`changed the test “${text("title", "without a title")}” of the control ${text("code", "that it belongs to")}`,
	"test-run": ({ text }) => `recorded a test run: ${text("result")}`,
	"task-added": ({ text }) => `added the task “${text("title", "without a title")}”`,
	"task-changed": ({ text }) =>
		`changed the ${text("field", "text")} of the task “${text("title", "without a title")}”${now(text("value"))}`,
	"template-loaded": ({ text }) =>
		`loaded the template “${text("title", "without a title")}”, version ${text("version")}`,
	"assessment-begun": ({ text }) => `began the assessment “${text("title", "without a title")}”`,
	answered: ({ text }) =>
		`answered the question ${text("question", "in question")} of the assessment “${text("title", "without a title")}”`,
	"assessment-moved": ({ text }) =>
		`changed the state of the assessment “${text("title", "without a title")}”${now(text("value"))}`,
	"assessment-signed": ({ text }) =>
		`had revision ${text("revision")} of the assessment “${text("title", "without a title")}” signed by ${text("signers", "its signers")}`,
	"sign-off-voided": ({ text }) =>
		`changed what was signed: revision ${text("revision")} of the assessment “${text("title", "without a title")}”`,
	"questionnaire-added": ({ text }) => `added the questionnaire “${text("title", "without a title")}”`,
	"questionnaire-changed": ({ text }) =>
		`changed the questionnaire “${text("title", "without a title")}”${now(text("state"))}`,
	"questionnaire-deleted": ({ text }) => `deleted the questionnaire “${text("title", "without a title")}”`,
	"question-answered": ({ text }) => `answered “${text("title", "a question")}”${now(text("value"))}`,
	"library-answer-said": ({ text }) =>
		`changed the ${LIBRARY_FIELDS[text("field")] ?? "text"} of the approved answer to “${text("title", "a question")}”${now(text("value"))}`,
	"catalog-loaded": ({ id, text }) => `loaded the official words of ${id}, version ${text("version")}`,
	"catalog-dropped": ({ id }) => `took the official words of ${id} out`,
	"bundle-key-made": () => "made a new key that signs audit bundles",
	"respondent-asked": ({ text, day }) => `asked ${text("name", "a person")} through a link${until(day("endsOn"))}`,
	"respondent-asked-again": ({ text }) => `sent ${text("name", "a person")} a new link`,
	"respondent-revoked": ({ text }) => `revoked the link of ${text("name", "a person")}`,
	"respondent-confirmed": () => "confirmed a code from their mailbox",
	"part-sent": ({ text }) => (text("section") === "" ? "sent a section" : `sent the section “${text("section")}”`),
	"signed-in": ({ text }) => `signed in${text("device") === "" ? "" : ` with ${text("device")}`}`,
	"password-changed": () => "changed their password",
	"second-factor-added": () => "turned on codes from an app for signing in",
	"second-factor-removed": () => "turned off codes from an app for signing in",
	"passkey-added": () => "added a passkey for signing in",
	"passkey-removed": () => "removed a passkey",
	"address-changed": () => "changed their email address",
	"account-deleted": () => "deleted their account",
	"signed-out-everywhere": () => "signed out on all devices",
	exported: ({ id, client }, { subject }) =>
		`downloaded ${subject.type === "client" ? `the file of ${client === "" ? "a client" : `the client ${client}`}` : (EXPORTS[id] ?? id)}`,
	downloaded: (said, { subject }) => `downloaded ${(DOWNLOADS[subject.type] ?? ofScan)(said)}`,
};

const ofScan = ({ text }: Said) => `${text("file", "a file")} of a scan`;
const DOWNLOADS: Partial<Record<(typeof AUDIT_SUBJECTS)[number], (said: Said) => string>> = {
	framework: ({ id, text }) => `the ${text("file", "file")} of ${id}`,
	share: ({ text }) => `the ${text("file", "file")} of ${text("framework", "a framework")}`,
	report: ({ text }) => `a report as ${text("format", "a file").toUpperCase()}`,
	questionnaire: () => "a customer’s questionnaire with its answers",
	assessment: () => "an assessment as PDF",
	template: ({ id, text }) => `the template ${id} as ${text("format", "a file").toUpperCase()}`,
};

const SUBJECTS: Readonly<Record<(typeof AUDIT_SUBJECTS)[number], string>> = {
	account: "the account",
	workspace: "the workspace",
	member: "the member",
	token: "the API token",
	webhook: "the webhook",
	tracker: "the tracker",
	ticket: "the ticket",
	invitation: "the invitation",
	client: "the client",
	host: "the host",
	scan: "the scan",
	finding: "the finding",
	schedule: "the schedule",
	report: "the report",
	evidence: "the evidence",
	framework: "the framework",
	requirement: "the requirement",
	control: "the control",
	test: "the test",
	task: "the task",
	template: "the template",
	assessment: "the assessment",
	questionnaire: "the questionnaire",
	"library-answer": "the approved answer",
	catalog: "the official words",
	share: "the link",
	"bundle-key": "the signing key",
	respondent: "the respondent",
	export: "the export",
};

type Named = { id: string; name: string };

const isAct = (what: string): what is AuditAct => Object.hasOwn(PHRASES, what);

function readDetail(entry: AuditEntry, clients: readonly Named[]): Said {
	const { detail, subject, who } = entry;
	const text = (name: string, otherwise = "") => {
		const value = detail[name];
		return typeof value === "string" && value !== "" ? value : otherwise;
	};
	const kind = SCAN_KINDS.find((known) => known === detail.kind);
	return {
		text,
		day: (name) => (Number.isNaN(Date.parse(text(name))) ? "" : dayText(text(name))),
		role: (name) => {
			const role = ROLES.find((known) => known === detail[name]);
			return role ? ROLE_LABELS[role].toLowerCase() : text(name, "member");
		},
		scan: kind ? scanName(kind) : "scan",
		id: subject.id,
		client: clients.find(({ id }) => id === subject.id)?.name ?? "",
		self: subject.type === "member" && who?.accountId === subject.id,
	};
}

/**
 * Who did what to which thing, as a person would say it. Also handles entries of a newer server with unknown words. `clients`: for
 * entries that name a client by its id alone.
 */
export function auditSentence(entry: AuditEntry, clients: readonly Named[] = []): string {
	const { who, onBehalfOf, what, subject, detail } = entry;
	const respondent = typeof detail.respondent === "string" ? `${detail.respondent} (through a link)` : "";
	const name = who === null ? respondent || site.name : who.name || "A deleted account";
	const did = isAct(what)
		? PHRASES[what](readDetail(entry, clients), entry)
		: `“${what}”: ${SUBJECTS[subject.type]} ${subject.id}`;
	const forWhom = onBehalfOf === null ? "" : ` for ${onBehalfOf.name || "a deleted account"}`;
	return isAct(what) ? `${name} ${did}${forWhom}.` : `${name}${forWhom}, ${did}.`;
}

/** `Signed in`, `Role changed`: an act in the filter. */
export const actLabel = (act: AuditAct): string => {
	const words = act.replaceAll("-", " ");
	return words.charAt(0).toUpperCase() + words.slice(1);
};

/** `Host`: a kind of thing in the filter. */
export const subjectLabel = (subject: (typeof AUDIT_SUBJECTS)[number]): string => {
	const words = subject.replaceAll("-", " ");
	return words.charAt(0).toUpperCase() + words.slice(1);
};
