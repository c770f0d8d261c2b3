import type { EvidenceSource, EvidenceSummary, StoredFile, Subject } from "#contract/evidence/evidence.ts";
import { evidenceId } from "#contract/evidence/evidence-id.ts";
import { EVIDENCE_KINDS, EVIDENCE_STATES } from "#contract/evidence/state.ts";
import type { AccountId, ClientId } from "#contract/ids.ts";
import { flag, id, int, json, oneOf, orNull, type RowOf, text, time } from "#server/platform/db/rows.ts";
import { isReviewedByAuthor } from "./reviewers.ts";

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
	kind: oneOf(EVIDENCE_KINDS),
	method: oneOf(["automatic", "by-hand"]),
	source: orNull(json<EvidenceSource>()),
	effective_from: orNull(text),
	effective_to: orNull(text),
	expires_on: orNull(text),
	state: oneOf(EVIDENCE_STATES),
	state_reason: text,
	supersedes: orNull(id<string>()),
	reviewed_by_author: flag,
};

/** For a statement that selects from `evidence`. The captured content. */
export const kindOfEvidence = `coalesce(evidence.kind, (SELECT CASE WHEN bool_or(files.type LIKE 'image/%') THEN 'photo' WHEN count(*) > 0 THEN 'file'
	   ELSE 'note' END
	 FROM evidence_files AS part JOIN files ON files.workspace_id = part.workspace_id AND files.sha256 = part.sha256
	 WHERE part.workspace_id = evidence.workspace_id AND part.evidence_id = evidence.id))`;
const dayColumn = (column: string) => `to_char(${column}, 'YYYY-MM-DD') AS ${column}`;

/** For a statement that selects from `evidence`. */
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
	 WHERE link.workspace_id = evidence.workspace_id AND link.evidence_id = evidence.id) AS about,
	${kindOfEvidence} AS kind, method, source, ${["effective_from", "effective_to", "expires_on"].map(dayColumn).join(", ")}, state,
	state_reason, supersedes, ${isReviewedByAuthor("evidence")} AS reviewed_by_author`;

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
	kind: row.kind,
	method: row.method,
	source: row.source,
	effectiveFrom: row.effective_from,
	effectiveTo: row.effective_to,
	expiresOn: row.expires_on,
	state: row.state,
	stateReason: row.state_reason,
	supersedes: row.supersedes === null ? null : evidenceId.parse(row.supersedes),
	reviewedByAuthor: row.reviewed_by_author,
	version: row.version,
});
