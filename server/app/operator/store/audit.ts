import type { AccountId, ScanId } from "#contract/ids.ts";
import type { AuditEntry, AuditPage } from "#contract/operator/operator.ts";
import { cutPage } from "#server/platform/db/page-cursor.ts";
import type { Executor, Pool } from "#server/platform/db/pool.ts";
import { int, orNull, readRows, text, time } from "#server/platform/db/rows.ts";

/** Who did something as an operator: an account on the operator's page, or the command on the server. */
export type Actor = AccountId | "operator";

type Note = {
	what: string;
	by: Actor;
	target?: string | undefined;
	detail?: string;
	/** What is known about the scan is in its own entries. The target of a visitor's scan must not be. */
	scan?: { id: ScanId; kind: string };
};

/** Records what an operator did. The database keeps it permanently. */
export async function noteAct(executor: Executor, { what, by, target, detail = "", scan }: Note): Promise<void> {
	await executor.query(
		"INSERT INTO audit_trail (what, who, scan_id, kind, target, detail) VALUES ($1, $2, $3, $4, $5, $6)",
		[what, by, scan?.id, scan?.kind, target, detail],
	);
}

const ENTRY = {
	id: int,
	at: time,
	what: text,
	who: text,
	operator: orNull(text),
	email: orNull(text),
	kind: orNull(text),
	target: orNull(text),
	detail: text,
	address: orNull(text),
};

const CURSOR = /^\d{1,15}$/;

/** The audit trail, newest first, or the part of it after a page. */
export async function readAudit(
	pool: Pool,
	{ cursor, limit = 50 }: { cursor?: string | undefined; limit?: number | undefined },
): Promise<AuditPage | "bad_cursor"> {
	if (cursor !== undefined && !CURSOR.test(cursor)) return "bad_cursor";
	const rows = await readRows(
		pool,
		ENTRY,
		`SELECT t.id, t.at, what, who, CASE WHEN a.is_operator THEN a.email END AS operator, a.email, kind, target,
		   detail || coalesce(' (terms of ' || statement || ')', '') AS detail, address
		 FROM audit_trail t
		 LEFT JOIN audit_addresses ON audit_id = t.id
		 LEFT JOIN accounts a ON a.id::text = who
		 WHERE $1::bigint IS NULL OR t.id < $1 ORDER BY t.id DESC LIMIT $2`,
		[cursor, limit + 1],
	);
	const { shown, last } = cutPage(rows, limit);
	return {
		entries: shown.map(({ id, at, ...entry }): AuditEntry => ({ ...entry, id: String(id), at: at.toISOString() })),
		next: last ? String(last.id) : null,
	};
}
