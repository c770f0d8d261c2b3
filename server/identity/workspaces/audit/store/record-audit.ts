import type { AccountId } from "#contract/ids.ts";
import type { AuditAct, AuditEntry } from "#contract/workspaces/audit.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";

/** An action that changed no row. The database records everything else itself (migrations/0031-audit-log.sql). */
export type Recorded = { what: AuditAct; subject: AuditEntry["subject"]; detail?: AuditEntry["detail"] };

const nameOf = (account: string) =>
	`coalesce((SELECT btrim(first_name || ' ' || last_name) FROM accounts WHERE id = ${account}), '')`;

/** The client it belongs to if the scope names none. */
const CLIENT = `CASE $5::text
	WHEN 'report' THEN (SELECT client_id FROM account_reports WHERE id = $6::text::uuid)
	WHEN 'scan' THEN (SELECT client_of_host(owner::uuid, host) FROM scans WHERE id = $6::text::uuid)
	WHEN 'client' THEN $6::text::uuid END`;

/** Writes an entry of the scope's audit log. */
export async function recordAudit(
	db: Executor,
	{ workspaceId, clientId, accountId }: Omit<Scope, "role">,
	{ what, subject, detail = {} }: Recorded,
): Promise<void> {
	await db.query(
		`INSERT INTO audit_entries (workspace_id, client_id, who, who_name, what, subject_type, subject_id, detail)
		 VALUES ($1, coalesce($2::uuid, ${CLIENT}), $3::uuid, ${nameOf("$3::uuid")}, $4, $5::text, $6::text, $7)`,
		[workspaceId, clientId, accountId, what, subject.type, subject.id, detail],
	);
}

/** Records what an account did to itself in each of its workspaces; a guest's entry belongs to their client. */
export async function recordOfAccount(db: Executor, accountId: AccountId, what: AuditAct): Promise<void> {
	await db.query(
		`INSERT INTO audit_entries (workspace_id, client_id, who, who_name, what, subject_type, subject_id)
		 SELECT workspace_id, client_id, account_id, ${nameOf("account_id")}, $2, 'account', account_id::text
		 FROM memberships WHERE account_id = $1`,
		[accountId, what],
	);
}
