import { iso, list } from "#server/platform/db/row-reading.ts";
import { isReviewedByAuthor } from "./reviewers.ts";

/** A piece of `evidence` as exported files have it, still without the paths of its files. */
export const EVIDENCE_ROW = `jsonb_build_object('id', id, 'title', title, 'note', note, 'takenAt', ${iso("taken_at")}, 'receivedAt', ${iso("received_at")},
			'takenBy', taken_by_name, 'device', device, 'place', place, 'kind', kind, 'method', method, 'source', source,
			'effectiveFrom', effective_from::text, 'effectiveTo', effective_to::text, 'expiresOn', expires_on::text, 'state', state,
			'stateReason', state_reason, 'supersedes', supersedes, 'reviewedByAuthor', ${isReviewedByAuthor("evidence")}, 'shows', shows, 'record', record, 'recordSha256', encode(record_sha256, 'hex'),
			'files', ${list(
				`jsonb_build_object('name', part.name, 'type', files.type, 'bytes', files.size, 'sha256', encode(part.sha256, 'hex'),
				'thumbnail', encode(small.sha256, 'hex'))`,
				"part.no",
				`evidence_files AS part JOIN files ON files.workspace_id = part.workspace_id AND files.sha256 = part.sha256
				 LEFT JOIN evidence_thumbnails AS small
				   ON (small.workspace_id, small.evidence_id, small.no) = (part.workspace_id, part.evidence_id, part.no)
				 WHERE (part.workspace_id, part.evidence_id) = (evidence.workspace_id, evidence.id)`,
			)},
			'about', ${list(
				"jsonb_build_object('type', subject_type, 'id', subject_id)",
				"linked_at, subject_type, subject_id",
				"evidence_links AS link WHERE (link.workspace_id, link.evidence_id) = (evidence.workspace_id, evidence.id)",
			)},
			'custody', ${list(
				`jsonb_build_object('at', ${iso("line.at")}, 'by', who_name, 'what', what, 'about',
				CASE WHEN subject_type IS NOT NULL THEN jsonb_build_object('type', subject_type, 'id', subject_id) END)`,
				"no",
				"evidence_custody AS line WHERE (line.workspace_id, line.evidence_id) = (evidence.workspace_id, evidence.id)",
			)})`;
