import type { Subject } from "#contract/evidence/evidence.ts";
import type { EvidenceState } from "#contract/evidence/state.ts";
import type { AccountId, ClientId, WorkspaceId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { EVIDENCE_LIMIT } from "./add-evidence.ts";
import type { StoredRecord } from "./stored-record.ts";

/** A piece of evidence that records something in this product: a scan, a person's run, an assessment. Days are ISO dates. */
export type RecordedEvidence = {
	id: string;
	workspaceId: WorkspaceId;
	clientId: ClientId;
	title: string;
	note: string;
	takenAt: Date;
	receivedAt: Date;
	/** The name of that account is stored; none if it is gone. */
	takenBy: AccountId;
	kind: "scan" | "test-run" | "assessment";
	method: "automatic" | "by-hand";
	effectiveFrom: string;
	effectiveTo: string;
	expiresOn: string;
	state: EvidenceState;
	record: StoredRecord;
	supersedes?: string | null;
};

/** False if it counts against a limit (`isLimited`) that has been reached. */
export async function insertRecord(
	client: Executor,
	piece: RecordedEvidence,
	{ isLimited }: { isLimited: boolean },
): Promise<boolean> {
	const { rowCount } = await client.query(
		`INSERT INTO evidence (id, workspace_id, client_id, title, note, taken_at, received_at, taken_by, taken_by_name, device, kind,
		   method, effective_from, effective_to, expires_on, state, state_said_at, record, record_sha256, supersedes)
		 SELECT $1, $2, $3, $4, $5, $6, $7, $8, coalesce((SELECT btrim(first_name || ' ' || last_name) FROM accounts WHERE id = $8), ''), '',
		   $9, $10, $11, $12, $13, $14, $6, $15, $16, $17
		 WHERE NOT $18 OR (SELECT count(*) FROM evidence WHERE workspace_id = $2 AND method = 'by-hand') < ${EVIDENCE_LIMIT}`,
		[
			piece.id,
			piece.workspaceId,
			piece.clientId,
			piece.title,
			piece.note,
			piece.takenAt,
			piece.receivedAt,
			piece.takenBy,
			piece.kind,
			piece.method,
			piece.effectiveFrom,
			piece.effectiveTo,
			piece.expiresOn,
			piece.state,
			piece.record.json,
			piece.record.sha256,
			piece.supersedes ?? null,
			isLimited,
		],
	);
	return rowCount === 1;
}

/** Records what a new piece is about. Existing links stay. */
export async function insertLinks(
	client: Executor,
	{ workspaceId, id }: { workspaceId: WorkspaceId; id: string },
	about: readonly Subject[],
	at: Date,
): Promise<void> {
	await client.query(
		`INSERT INTO evidence_links (workspace_id, evidence_id, subject_type, subject_id, linked_at)
		 SELECT DISTINCT $1::uuid, $2::uuid, type, id, $3::timestamptz FROM jsonb_to_recordset($4) AS subject (type text, id text)`,
		[workspaceId, id, at, JSON.stringify(about)],
	);
}
