import { type EvidenceSummary, evidenceId, type StoredFile, type Subject } from "#contract/evidence/evidence.ts";
import type { AccountId, ClientId } from "#contract/ids.ts";
import { id, int, json, type RowOf, text, time } from "../rows.ts";

export const EVIDENCE = {
	id: id<string>(),
	client_id: id<ClientId>(),
	title: text,
	note: text,
	taken_at: time,
	received_at: time,
	taken_by: id<AccountId>(),
	taken_by_name: text,
	version: int,
	files: json<StoredFile[]>(),
	about: json<Subject[]>(),
};

/** Of a statement that selects from `evidence`. */
export const evidenceColumns = `id, client_id, title, note, taken_at, received_at, taken_by, taken_by_name, version,
	(SELECT coalesce(jsonb_agg(jsonb_build_object('sha256', encode(files.sha256, 'hex'), 'size', files.size, 'type', files.type,
	   'name', part.name) || CASE WHEN small.sha256 IS NULL THEN '{}'
	     ELSE jsonb_build_object('thumbnail', encode(small.sha256, 'hex')) END ORDER BY part.no), '[]')
	 FROM evidence_files AS part JOIN files ON files.workspace_id = part.workspace_id AND files.sha256 = part.sha256
	   LEFT JOIN evidence_thumbnails AS small
	     ON (small.workspace_id, small.evidence_id, small.no) = (part.workspace_id, part.evidence_id, part.no)
	 WHERE part.workspace_id = evidence.workspace_id AND part.evidence_id = evidence.id) AS files,
	(SELECT coalesce(jsonb_agg(jsonb_build_object('type', subject_type, 'id', subject_id) ORDER BY linked_at, subject_type, subject_id), '[]')
	 FROM evidence_links AS link
	 WHERE link.workspace_id = evidence.workspace_id AND link.evidence_id = evidence.id) AS about`;

export const evidenceOfRow = (row: RowOf<typeof EVIDENCE>): EvidenceSummary => ({
	id: evidenceId.parse(row.id),
	clientId: row.client_id,
	title: row.title,
	note: row.note,
	takenAt: row.taken_at.toISOString(),
	receivedAt: row.received_at.toISOString(),
	by: { accountId: row.taken_by, name: row.taken_by_name },
	files: row.files,
	about: row.about,
	version: row.version,
});
