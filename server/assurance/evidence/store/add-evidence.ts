import type { EvidenceAccepted, EvidenceRequest } from "#contract/evidence/evidence.ts";
import { THUMBNAIL_BYTES } from "#contract/evidence/files.ts";
import { ownClient, type WorkspaceId } from "#contract/ids.ts";
import { type Answered, askedIn, oncePerKey } from "#server/identity/accounts/store/account-requests.ts";
import { insertRow, nameNow, sql } from "#server/platform/db/insert-row.ts";
import type { Executor, Pool } from "#server/platform/db/pool.ts";
import { int, json, readRow, readRows, text, time } from "#server/platform/db/rows.ts";
import type { Moment } from "#server/platform/jobs/moment.ts";
import { orOutcome, Refused } from "#server/platform/refusals/refused.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import type { EvidenceAdded } from "../evidence-added.ts";
import { noteCustody } from "./custody.ts";
import { type StoredRecord, storedRecord } from "./stored-record.ts";

type Added =
	| Answered<EvidenceAccepted, "already_exists" | "limit_reached" | "source_missing">
	| { ok: false; because: "attachments_missing" | "file_refused"; sha256: string[] };

const ADDED_PER_HOUR = 2_000;
/** Pieces of evidence that people added to one workspace. */
export const EVIDENCE_LIMIT = 100_000;

/** What every browser shows. */
const THUMBNAIL_TYPES = new Set(["image/jpeg", "image/png", "image/webp"]);

type NotAdded = Exclude<Added, { ok: true }>;
const notAdded = (outcome: NotAdded) => new Refused(outcome);

export const createAddEvidence =
	(walled: Pool, now: () => Date, added: Moment<EvidenceAdded>) =>
	async (scope: Scope, { key, request }: { key: string | null; request: EvidenceRequest }): Promise<Added> => {
		const counter = { what: "evidence", whom: scope.accountId, points: ADDED_PER_HOUR, windowSeconds: 3_600 };
		const asked = { ...askedIn(scope, { evidence: request }), key, counter };
		return orOutcome<NotAdded, Added>(() =>
			oncePerKey<EvidenceAccepted>(within(walled, scope), asked, async (client) => {
				// Locked, so that no file is dropped between the check and the row that names it.
				await holdWorkspaceFor(client, scope, "work");
				const at = now();
				await insert(client, scope, request, at);
				await added(client, { workspaceId: scope.workspaceId, evidenceId: request.id, at });
				return { receipt: { key, evidenceId: request.id, acceptedAt: at.toISOString() } };
			}),
		);
	};

/** Whether the workspace can have more evidence that people added. */
export const roomForEvidence = (workspaceId: WorkspaceId) =>
	sql(`(SELECT count(*) FROM evidence WHERE workspace_id = ? AND method = 'by-hand') < ${EVIDENCE_LIMIT}`, workspaceId);

async function insert(client: Executor, scope: Scope, request: EvidenceRequest, at: Date): Promise<void> {
	const { workspaceId, accountId } = scope;
	await checkFiles(client, scope, request.files);
	const { source } = request;
	const record = source?.type === "report" ? await recordOfReport(client, scope, source.id) : null;
	const isNew = await insertRow(
		client,
		"evidence",
		{
			id: request.id,
			workspace_id: workspaceId,
			client_id: scope.clientId ?? ownClient(workspaceId),
			title: request.title,
			note: request.note,
			taken_at: request.takenAt,
			received_at: at,
			taken_by: accountId,
			taken_by_name: nameNow(accountId),
			device: request.device,
			place: request.place ? JSON.stringify(request.place) : null,
			kind: source?.type ?? null,
			source: source ? JSON.stringify(source) : null,
			effective_from: request.effectiveFrom ?? null,
			effective_to: request.effectiveTo ?? null,
			expires_on: request.expiresOn ?? null,
			record: record?.json ?? null,
			record_sha256: record?.sha256 ?? null,
		},
		{ only: roomForEvidence(workspaceId), orNothing: true },
	);
	if (!isNew) throw notAdded({ ok: false, because: await whyNot(client, scope, request) });
	await client.query(
		`INSERT INTO evidence_files (workspace_id, evidence_id, no, sha256, name)
		 SELECT $1, $2, n - 1, decode(sha256, 'hex'), name FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS file (sha256, name, n)`,
		[workspaceId, request.id, request.files.map(({ sha256 }) => sha256), request.files.map(({ name }) => name)],
	);
	await client.query(
		`INSERT INTO evidence_thumbnails (workspace_id, evidence_id, no, sha256)
		 SELECT $1, $2, n - 1, decode(sha256, 'hex') FROM unnest($3::text[]) WITH ORDINALITY AS file (sha256, n) WHERE sha256 IS NOT NULL`,
		[workspaceId, request.id, request.files.map(({ thumbnail }) => thumbnail ?? null)],
	);
	await noteCustody(client, scope, request.id, at, "received");
	if (request.files.some(({ redacted }) => redacted)) await noteCustody(client, scope, request.id, at, "redacted");
	for (const about of request.about) {
		const linked = await client.query(
			`INSERT INTO evidence_links (workspace_id, evidence_id, subject_type, subject_id, linked_at) VALUES ($1, $2, $3, $4, $5)
			 ON CONFLICT DO NOTHING`,
			[workspaceId, request.id, about.type, about.id, at],
		);
		if (linked.rowCount === 1) await noteCustody(client, scope, request.id, at, "linked", about);
	}
}

const REPORT = { template: text, name: text, created_by: text, completed: time, files: json<Record<string, string>>() };

/** What is recorded about a report, which can be deleted: what it was, and the hashes of its files. */
async function recordOfReport(client: Executor, { workspaceId }: Scope, reportId: string): Promise<StoredRecord> {
	const report = await readRow(
		client,
		REPORT,
		`SELECT template, name, created_by, queued_at AS completed,
		   (SELECT coalesce(jsonb_object_agg(format, encode(sha256(content), 'hex')), '{}') FROM account_report_files
		    WHERE report_id = account_reports.id) AS files
		 FROM account_reports WHERE account_id = $1 AND id = $2 AND status = 'completed'`,
		[workspaceId, reportId],
	);
	if (!report) throw notAdded({ ok: false, because: "source_missing" });
	const { template, name, created_by: createdBy, completed, files } = report;
	return storedRecord({
		report: { id: reportId, template, name, createdBy, requestedAt: completed.toISOString(), files },
	});
}

/**
 * All of its files and their thumbnails must be there, and stay there until this commits. A file with a different size is a different
 * file, and its upload is refused.
 */
async function checkFiles(client: Executor, { workspaceId }: Scope, files: EvidenceRequest["files"]): Promise<void> {
	const thumbnails = [...new Set(files.flatMap(({ thumbnail }) => thumbnail ?? []))];
	const stored = await readRows(
		client,
		{ sha256: text, size: int, type: text },
		`SELECT encode(sha256, 'hex') AS sha256, size, type FROM files
		 WHERE workspace_id = $1 AND sha256 = ANY (SELECT decode(hash, 'hex') FROM unnest($2::text[]) AS hash)
		 FOR KEY SHARE`,
		[workspaceId, [...files.map(({ sha256 }) => sha256), ...thumbnails]],
	);
	const has = new Map(stored.map((file) => [file.sha256, file]));
	const missing = [
		...files.filter(({ sha256, size }) => has.get(sha256)?.size !== size).map(({ sha256 }) => sha256),
		...thumbnails.filter((sha256) => !has.has(sha256)),
	];
	if (missing.length > 0) throw notAdded({ ok: false, because: "attachments_missing", sha256: missing });
	const refused = thumbnails.filter((sha256) => !isThumbnail(has.get(sha256)));
	if (refused.length > 0) throw notAdded({ ok: false, because: "file_refused", sha256: refused });
}

/** According to the server's own check of its bytes. */
export const isThumbnail = (file: { size: number; type: string } | undefined): boolean =>
	file !== undefined && file.size <= THUMBNAIL_BYTES && THUMBNAIL_TYPES.has(file.type);

async function whyNot(
	client: Executor,
	{ workspaceId }: Scope,
	{ id }: EvidenceRequest,
): Promise<"already_exists" | "limit_reached"> {
	const same = await readRow(
		client,
		{ n: int },
		"SELECT count(*) AS n FROM evidence WHERE workspace_id = $1 AND id = $2",
		[workspaceId, id],
	);
	return same && same.n > 0 ? "already_exists" : "limit_reached";
}
