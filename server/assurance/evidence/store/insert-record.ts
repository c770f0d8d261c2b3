import type { Subject } from "#contract/evidence/evidence.ts";
import type { EvidenceState } from "#contract/evidence/state.ts";
import type { AccountId, ClientId, ScanId, WorkspaceId } from "#contract/ids.ts";
import { insertRow, nameNow, sql } from "#server/platform/db/insert-row.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { readRow, uuid } from "#server/platform/db/rows.ts";
import type { SeenClient } from "#server/platform/tenancy/scope.ts";
import { roomForEvidence } from "./add-evidence.ts";
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
	/** Codes in our catalog of the controls that it is evidence for, whether they are there yet or not. */
	shows?: readonly string[];
};

/** False if it counts against a limit (`isLimited`) that has been reached. */
export async function insertRecord(
	client: Executor,
	piece: RecordedEvidence,
	{ isLimited }: { isLimited: boolean },
): Promise<boolean> {
	return insertRow(
		client,
		"evidence",
		{
			id: piece.id,
			workspace_id: piece.workspaceId,
			client_id: piece.clientId,
			title: piece.title,
			note: piece.note,
			taken_at: piece.takenAt,
			received_at: piece.receivedAt,
			taken_by: piece.takenBy,
			taken_by_name: sql("coalesce(?, '')", nameNow(piece.takenBy)),
			device: "",
			kind: piece.kind,
			method: piece.method,
			effective_from: piece.effectiveFrom,
			effective_to: piece.effectiveTo,
			expires_on: piece.expiresOn,
			state: piece.state,
			state_said_at: piece.takenAt,
			record: piece.record.json,
			record_sha256: piece.record.sha256,
			supersedes: piece.supersedes ?? null,
			shows: piece.shows ?? null,
		},
		isLimited ? { only: roomForEvidence(piece.workspaceId) } : {},
	);
}

/** The id of the evidence that a scan already has, which now lasts at least until that day; undefined if it has none. */
export async function extendRecord(
	client: Executor,
	{ workspaceId, scanId, expiresOn }: { workspaceId: WorkspaceId; scanId: ScanId; expiresOn: string },
): Promise<string | undefined> {
	const known = await readRow(
		client,
		{ id: uuid },
		`UPDATE evidence SET expires_on = greatest(expires_on, $3::date)
		 WHERE workspace_id = $1 AND kind = 'scan' AND id IN (SELECT evidence_id FROM evidence_links AS link
		   WHERE link.workspace_id = $1 AND subject_type = 'scan' AND subject_id = $2::text)
		 RETURNING id`,
		[workspaceId, scanId, expiresOn],
	);
	return known?.id;
}

/** Records what a piece is about. Existing links stay. */
export async function insertLinks(
	client: Executor,
	{ workspaceId, id }: { workspaceId: WorkspaceId; id: string },
	about: readonly Subject[],
	at: Date,
): Promise<void> {
	await client.query(
		`INSERT INTO evidence_links (workspace_id, evidence_id, subject_type, subject_id, linked_at)
		 SELECT DISTINCT $1::uuid, $2::uuid, type, id, $3::timestamptz FROM jsonb_to_recordset($4) AS subject (type text, id text)
		 ON CONFLICT DO NOTHING`,
		[workspaceId, id, at, JSON.stringify(about)],
	);
}

/** Links evidence to the client's controls that it shows, where it is not linked yet. */
export const linkShown = (client: Executor, { workspaceId, clientId }: SeenClient, only: string | null = null) =>
	client.query(
		`INSERT INTO evidence_links (workspace_id, evidence_id, subject_type, subject_id, linked_at)
		 SELECT evidence.workspace_id, evidence.id, 'control', controls.id::text, greatest(received_at, controls.created_at)
		 FROM evidence JOIN controls ON controls.workspace_id = $1 AND controls.client_id = $2 AND catalog_code = ANY (shows)
		 WHERE evidence.workspace_id = $1 AND evidence.client_id = $2 AND ($3::uuid IS NULL OR evidence.id = $3)
		 ON CONFLICT DO NOTHING`,
		[workspaceId, clientId, only],
	);
