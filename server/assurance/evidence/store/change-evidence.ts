import type { EvidenceChange } from "#contract/evidence/evidence.ts";
import type { EvidenceId } from "#contract/evidence/evidence-id.ts";
import { inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { int, orNull, readRow, text } from "#server/platform/db/rows.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { noteCustody } from "./custody.ts";

type Changed = "changed" | "changed_meanwhile" | "not_found" | "bad_period" | "bad_successor";

const FOUND = { version: int, effective_from: orNull(text), effective_to: orNull(text) };

/** Corrects what is written about a piece of evidence. */
export const changeEvidence = (
	pool: Pool,
	scope: Scope,
	id: EvidenceId,
	{ change, at }: { change: EvidenceChange; at: Date },
): Promise<Changed> =>
	inTransaction(pool, async (client) => {
		const found = await readRow(
			client,
			FOUND,
			`SELECT version, to_char(effective_from, 'YYYY-MM-DD') AS effective_from, to_char(effective_to, 'YYYY-MM-DD') AS effective_to
			 FROM evidence WHERE workspace_id = $1 AND id = $2 AND ($3::uuid IS NULL OR client_id = $3) FOR NO KEY UPDATE`,
			[scope.workspaceId, id, scope.clientId],
		);
		if (!found) return "not_found";
		const { title, note, effectiveFrom, effectiveTo, expiresOn, supersedes, version } = change;
		if (found.version !== version) return "changed_meanwhile";
		const from = effectiveFrom === undefined ? found.effective_from : effectiveFrom;
		const to = effectiveTo === undefined ? found.effective_to : effectiveTo;
		if (from !== null && to !== null && from > to) return "bad_period";
		if (supersedes && !(await mayTakeThePlaceOf(client, scope, id, supersedes))) return "bad_successor";
		const { rowCount } = await client.query(
			`UPDATE evidence SET title = coalesce($3, title), note = coalesce($4, note), effective_from = $5, effective_to = $6,
			   expires_on = CASE WHEN $7 THEN $8::date ELSE expires_on END, supersedes = CASE WHEN $9 THEN $10::uuid ELSE supersedes END,
			   version = version + 1
			 WHERE workspace_id = $1 AND id = $2
			   AND (title, note, effective_from, effective_to, expires_on, supersedes) IS DISTINCT FROM
			     (coalesce($3, title), coalesce($4, note), $5::date, $6::date, CASE WHEN $7 THEN $8::date ELSE expires_on END,
			      CASE WHEN $9 THEN $10::uuid ELSE supersedes END)`,
			[
				scope.workspaceId,
				id,
				title ?? null,
				note ?? null,
				from,
				to,
				expiresOn !== undefined,
				expiresOn ?? null,
				supersedes !== undefined,
				supersedes ?? null,
			],
		);
		if (rowCount === 1) await noteCustody(client, scope, id, at, "changed");
		return "changed";
	});

/** Another piece of the same client, which does not itself supersede this one, however far back. */
async function mayTakeThePlaceOf(
	client: Parameters<typeof readRow>[0],
	{ workspaceId }: Scope,
	id: EvidenceId,
	other: EvidenceId,
): Promise<boolean> {
	const row = await readRow(
		client,
		{ n: int },
		`WITH RECURSIVE before AS (
		   SELECT id, client_id, supersedes FROM evidence WHERE workspace_id = $1 AND id = $3
		   UNION SELECT older.id, older.client_id, older.supersedes FROM evidence AS older JOIN before ON older.id = before.supersedes
		   WHERE older.workspace_id = $1)
		 SELECT count(*) AS n FROM before JOIN evidence AS this ON this.workspace_id = $1 AND this.id = $2 AND this.client_id = before.client_id
		 WHERE before.id = $3 AND NOT EXISTS (SELECT FROM before AS circle WHERE circle.id = $2)`,
		[workspaceId, id, other],
	);
	return row !== undefined && row.n > 0;
}
