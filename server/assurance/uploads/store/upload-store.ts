import { randomUUID } from "node:crypto";
import { waitText } from "#contract/format/duration.ts";
import { sizeText } from "#contract/format/size.ts";
import { SEALED_FILE } from "#contract/requests/sealing.ts";
import type { Counter, Point } from "#server/platform/db/counter.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { takePoint } from "#server/platform/db/rate-limits.ts";
import { bytes, flag, int, type RowOf, readRow, readRows, text, time, uuid } from "#server/platform/db/rows.ts";
import { plainSize } from "#server/platform/sealing/age-file.ts";
import type { Seals } from "#server/platform/sealing/seals.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { type Upload, type UploadLimits, UploadRefusal, type Uploads } from "../upload.ts";
import type { Objects } from "./file-reader.ts";
import { finishUpload, sealUnknown } from "./finish-upload.ts";
import type { PieceStore } from "./piece-store.ts";
import { readStored } from "./store-file.ts";

const UPLOAD = {
	id: uuid,
	sha256: bytes,
	size: int,
	type: text,
	received: int,
	finished: flag,
	created_at: time,
	expires_at: time,
};
const uploadColumns = "id, sha256, size, type, received, finished_at IS NOT NULL AS finished, created_at, expires_at";

const uploadOfRow = (row: RowOf<typeof UPLOAD>): Upload => ({
	id: row.id,
	sha256: row.sha256.toString("hex"),
	size: row.size,
	type: row.type,
	received: row.received,
	finished: row.finished,
	createdAt: row.created_at,
	expiresAt: row.expires_at,
});

type UploadDeps = {
	limits: UploadLimits;
	seals: Seals;
	now: () => Date;
	/** Where bytes are written. */
	pieces: PieceStore;
	objects: Objects;
};

/** Uploads in PostgreSQL. */
export function createUploads(walled: Pool, { limits, seals, now, pieces, objects }: UploadDeps): Uploads {
	const find = async (scope: Scope, id: string) => {
		const row = await readRow(
			within(walled, scope),
			UPLOAD,
			`SELECT ${uploadColumns} FROM uploads WHERE id = $1 AND workspace_id = $2 AND account_id = $3 AND expires_at > $4`,
			[id, scope.workspaceId, scope.accountId, now()],
		);
		return row && uploadOfRow(row);
	};

	const begin = async (scope: Scope, { sha256, size, type }: Pick<Upload, "sha256" | "size" | "type">) => {
		const isSealed = type === SEALED_FILE;
		if (isSealed && !(await seals.recipientOf(scope.workspaceId))) throw sealUnknown();
		if ((isSealed ? plainSize(size) : size) > limits.fileBytes) throw tooLarge(limits);
		return inTransaction(within(walled, scope), async (client) => {
			await holdWorkspaceFor(client, scope, "work");
			const { workspaceId, accountId } = scope;
			const at = now();
			const hash = Buffer.from(sha256, "hex");
			const begun = await readRow(
				client,
				UPLOAD,
				`SELECT ${uploadColumns} FROM uploads WHERE workspace_id = $1 AND account_id = $2 AND sha256 = $3 AND size = $4
				   AND (type = '${SEALED_FILE}') = $6 AND finished_at IS NULL AND expires_at > $5 ORDER BY received DESC LIMIT 1`,
				[workspaceId, accountId, hash, size, at, isSealed],
			);
			if (begun) return uploadOfRow(begun);
			refuseIfOften(await takePoint(client, beginCounter(scope, limits)));
			const used = await readUse(client, scope, { hash, isSealed });
			if (used.has && used.has !== size) throw otherSize();
			if (used.has === 0 && used.bytes + size > limits.workspaceBytes) throw storageFull(limits, used.bytes);
			const row = await readRow(
				client,
				UPLOAD,
				`INSERT INTO uploads (id, workspace_id, account_id, sha256, size, type, received, finished_at, created_at, expires_at)
				 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING ${uploadColumns}`,
				[
					randomUUID(),
					workspaceId,
					accountId,
					hash,
					size,
					type,
					used.has,
					used.has === size ? at : null,
					at,
					new Date(at.getTime() + limits.lifeMs),
				],
			);
			if (!row) throw new Error("An upload was stored, but not returned");
			return uploadOfRow(row);
		});
	};

	return {
		pieceBytes: pieces.pieceBytes,
		begin,
		find,
		async append(scope, id, offset, piece) {
			const db = within(walled, scope);
			// Others may have filled the workspace since it was started. Pieces that arrive in the same moment may exceed the limit
			// together.
			const used = await readStored(db, scope.workspaceId);
			if (used + piece.length > limits.workspaceBytes) throw storageFull(limits, used);
			return pieces.append(db, scope, id, offset, piece);
		},
		async finish(scope, id) {
			const upload = await find(scope, id);
			if (!upload || upload.finished || upload.received < upload.size) return;
			await finishUpload({ db: within(walled, scope), seals, pieces, objects }, scope, upload, now());
		},
		async remove(scope, id) {
			return inTransaction(within(walled, scope), async (client) => {
				const { rowCount } = await client.query(
					`DELETE FROM uploads WHERE id = $1 AND workspace_id = $2 AND account_id = $3 AND finished_at IS NULL`,
					[id, scope.workspaceId, scope.accountId],
				);
				if (rowCount === 1) await client.query("DELETE FROM file_pieces WHERE pieces_id = $1", [id]);
				return rowCount === 1;
			});
		},
		async opened(scope, sealed) {
			const rows = await readRows(
				within(walled, scope),
				{ sealed: text, sha256: text },
				`SELECT encode(sealed_sha256, 'hex') AS sealed, encode(sha256, 'hex') AS sha256 FROM sealed_files
				 WHERE workspace_id = $1 AND sealed_sha256 = ANY (SELECT decode(hash, 'hex') FROM unnest($2::text[]) AS hash)`,
				[scope.workspaceId, sealed],
			);
			return new Map(rows.map((row) => [row.sealed, row.sha256]));
		},
	};
}

const beginCounter = ({ accountId }: Scope, { begunPerHour }: UploadLimits): Counter => ({
	what: "uploads",
	whom: accountId,
	points: begunPerHour,
	windowSeconds: 3_600,
});

function refuseIfOften(point: Point): void {
	if (point.ok) return;
	const { retryAfter } = point;
	const message = `Too many files were sent in the last hour. Please try again in ${waitText(retryAfter)}. Nothing that arrived is lost.`;
	throw new UploadRefusal("rate_limited", message, { scope: "entry", retryAfter });
}

/** How much the workspace's files take, including what has arrived of others; and the size of the file in question, 0 if it has none. */
async function readUse(
	client: Executor,
	{ workspaceId }: Scope,
	{ hash, isSealed }: { hash: Buffer; isSealed: boolean },
): Promise<{ bytes: number; has: number }> {
	const has = await readRow(
		client,
		{ size: int },
		`SELECT coalesce(CASE WHEN $3 THEN (SELECT sealed_size FROM sealed_files WHERE workspace_id = $1 AND sealed_sha256 = $2)
		   ELSE (SELECT size FROM files WHERE workspace_id = $1 AND sha256 = $2) END, 0)::bigint AS size`,
		[workspaceId, hash, isSealed],
	);
	return { bytes: await readStored(client, workspaceId), has: has?.size ?? 0 };
}

const tooLarge = ({ fileBytes }: UploadLimits) =>
	new UploadRefusal(
		"payload_too_large",
		`A file can have up to ${sizeText(fileBytes)}. Please make this one smaller, or split it.`,
		{ limit: fileBytes },
	);

const otherSize = () =>
	new UploadRefusal("file_refused", "A file with this SHA-256 has another size. Please choose the file again.");

const storageFull = ({ workspaceBytes }: UploadLimits, used: number) =>
	new UploadRefusal(
		"storage_full",
		`This workspace has room for ${sizeText(workspaceBytes)} of files, and this one does not fit. Delete evidence that you no longer need, or ask the operator for more room. What waits on your device stays there.`,
		{ used, limit: workspaceBytes },
	);
