import { CUSTODY_ACTS, type CustodyEntry, SUBJECT_TYPES, type Subject } from "#contract/evidence/evidence.ts";
import type { EvidenceId } from "#contract/evidence/evidence-id.ts";
import type { AccountId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { id, oneOf, orNull, readRows, text, time } from "#server/platform/db/rows.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";

/** Adds a line to a custody list. The name is the person's current one. */
export const noteCustody = (
	client: Executor,
	{ workspaceId, accountId }: Pick<Scope, "workspaceId" | "accountId">,
	evidence: EvidenceId,
	at: Date,
	what: CustodyEntry["what"],
	about: Subject | null = null,
) =>
	client.query(
		`INSERT INTO evidence_custody (workspace_id, evidence_id, at, who, who_name, what, subject_type, subject_id)
		 SELECT $1, $2, $3, $4, btrim(first_name || ' ' || last_name), $5, $6, $7 FROM accounts WHERE id = $4
		 ON CONFLICT DO NOTHING`,
		[workspaceId, evidence, at, accountId, what, about?.type ?? null, about?.id ?? null],
	);

const LINE = {
	at: time,
	who: id<AccountId>(),
	who_name: text,
	what: oneOf(CUSTODY_ACTS),
	subject_type: orNull(oneOf(SUBJECT_TYPES)),
	subject_id: orNull(text),
};

/** The whole list, oldest first. */
export async function readCustody(
	client: Executor,
	{ workspaceId }: Scope,
	evidence: EvidenceId,
): Promise<CustodyEntry[]> {
	const rows = await readRows(
		client,
		LINE,
		`SELECT at, who, who_name, what, subject_type, subject_id FROM evidence_custody
		 WHERE workspace_id = $1 AND evidence_id = $2 ORDER BY no`,
		[workspaceId, evidence],
	);
	return rows.map((row) => ({
		at: row.at.toISOString(),
		by: { accountId: row.who, name: row.who_name },
		what: row.what,
		// Both or neither, by a CHECK of the table; the format of the id was checked when it was written.
		about: row.subject_type === null ? null : ({ type: row.subject_type, id: row.subject_id } as Subject),
	}));
}
