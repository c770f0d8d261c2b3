import * as z from "zod/mini";
import { atMost } from "#contract/at-most.ts";
import { accountId, clientId } from "#contract/ids.ts";

/** What an entry of the audit log is about. */
export const AUDIT_SUBJECTS = [
	"account",
	"workspace",
	"member",
	"invitation",
	"client",
	"host",
	"scan",
	"finding",
	"schedule",
	"report",
	"evidence",
	"framework",
	"requirement",
	"control",
	"test",
	"task",
	"template",
	"assessment",
	"questionnaire",
	"library-answer",
	"catalog",
	"share",
	"bundle-key",
	"respondent",
	"token",
	"webhook",
	"tracker",
	"ticket",
	"export",
] as const;

/**
 * What an entry says was done. The database writes most entries (server/platform/db/migrations/0031-audit-log.sql); the server
 * writes the last ones, which change no row. Readers must accept values that they do not know.
 */
export const AUDIT_ACTS = [
	"member-added",
	"member-changed",
	"member-left",
	"member-removed",
	"role-changed",
	"invited",
	"invitation-resent",
	"invitation-accepted",
	"invitation-revoked",
	"client-created",
	"client-changed",
	"client-archived",
	"client-restored",
	"client-deleted",
	"workspace-changed",
	"sign-on-set",
	"sign-on-removed",
	"sign-on-domain-added",
	"sign-on-domain-verified",
	"sign-on-domain-removed",
	"schedule-created",
	"schedule-changed",
	"schedule-paused",
	"schedule-resumed",
	"schedule-deleted",
	"report-requested",
	"report-deleted",
	"shared",
	"share-revoked",
	"host-assigned",
	"host-removed",
	"claim-added",
	"claim-verified",
	"claim-lost",
	"claim-removed",
	"scan-accepted",
	"scan-canceled",
	"scan-moved",
	"scan-deleted",
	"verdict",
	"evidence-added",
	"evidence-changed",
	"evidence-linked",
	"evidence-unlinked",
	"evidence-deleted",
	"evidence-decided",
	"framework-chosen",
	"framework-given-up",
	"framework-added",
	"framework-changed",
	"framework-deleted",
	"framework-restored",
	"requirement-decided",
	"statement-approved",
	"control-added",
	"control-changed",
	"control-linked",
	"control-unlinked",
	"test-added",
	"test-changed",
	"test-run",
	"task-added",
	"task-changed",
	"template-loaded",
	"assessment-begun",
	"answered",
	"assessment-moved",
	"assessment-signed",
	"sign-off-voided",
	"questionnaire-added",
	"questionnaire-changed",
	"questionnaire-deleted",
	"question-answered",
	"library-answer-said",
	"catalog-loaded",
	"catalog-dropped",
	"bundle-key-made",
	"respondent-asked",
	"respondent-asked-again",
	"respondent-revoked",
	"respondent-confirmed",
	"part-sent",
	"token-made",
	"token-revoked",
	"webhook-added",
	"webhook-changed",
	"webhook-rotated",
	"webhook-switched-off",
	"webhook-deleted",
	"tracker-added",
	"tracker-changed",
	"tracker-token-replaced",
	"tracker-deleted",
	"ticket-created",
	"signed-in",
	"password-changed",
	"address-changed",
	"second-factor-added",
	"second-factor-removed",
	"passkey-added",
	"passkey-removed",
	"account-deleted",
	"signed-out-everywhere",
	"exported",
	"downloaded",
] as const;
export type AuditAct = (typeof AUDIT_ACTS)[number];

const subjectType = z.enum(AUDIT_SUBJECTS, "There is no such kind of thing in the audit log.");

/** Who did what to which thing, and when. */
const auditEntry = z.object({
	/** Goes up; gaps mean nothing. */
	id: z.int(),
	at: z.iso.datetime(),
	/** Null for what the product did by itself, and for a person without an account, whose name is in `detail.respondent`. */
	who: z.nullable(z.object({ accountId, name: z.string() })),
	/** The member for whom it was done, such as the one whose schedule started a scan. */
	onBehalfOf: z.nullable(z.object({ accountId, name: z.string() })),
	/** A stable word: one of AUDIT_ACTS, or one that this version does not know. */
	what: z.string(),
	subject: z.object({ type: subjectType, id: z.string() }),
	clientId: z.nullable(clientId),
	/** SHA-256 in hex of the thing before and after, as JSON; null if there was none. */
	before: z.nullable(z.string()),
	after: z.nullable(z.string()),
	/** Short details: names, roles, states. Never secrets. Untrusted text. */
	detail: z.record(z.string(), z.unknown()),
	/** Entries that were written together, such as those of one scan, have the same; null for entries of earlier versions. */
	step: z.nullable(z.int()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Filter of the entries. Days are UTC. */
export const auditFilter = z.object({
	who: z.optional(accountId),
	subject: z.optional(subjectType),
	/** The id of one thing. */
	id: z.optional(z.string().check(atMost(300, "That is not an ID."))),
	what: z.optional(z.string().check(atMost(50, "There is no such act."))),
	from: z.optional(z.iso.date("A day looks like 2026-12-31.")),
	to: z.optional(z.iso.date("A day looks like 2026-12-31.")),
});
export type AuditFilter = z.infer<typeof auditFilter>;

/** `GET audit/`: newest first, page by page. */
export const auditPage = z.object({ entries: z.array(auditEntry), next: z.nullable(z.string()) });
export type AuditPage = z.infer<typeof auditPage>;
