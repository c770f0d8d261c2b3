import { randomUUID } from "node:crypto";
import { waitText } from "#contract/format/duration.ts";
import { sizeText } from "#contract/format/size.ts";
import type { Counter, Point } from "../../accounts/counter.ts";
import { type Upload, type UploadLimits, UploadRefusal, type Uploads } from "../../uploads/upload.ts";
import type { Scope } from "../../workspaces/scope.ts";
import { type Executor, inTransaction, type Pool } from "../pool.ts";
import { takePoint } from "../rate-limits.ts";
import { bytes, flag, int, type RowOf, readRow, text, time, uuid } from "../rows.ts";
import { holdWorkspaceFor } from "../workspaces/hold-workspace.ts";
import { within } from "../workspaces/within.ts";
import { finishUpload } from "./finish-upload.ts";
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

/** Uploads in PostgreSQL. */
export function createUploads(walled: Pool, limits: UploadLimits, now: () => Date): Uploads {
	const find = async (scope: Scope, id: string) => {
		const row = await readRow(
			within(walled, scope),
			UPLOAD,
			`SELECT ${uploadColumns} FROM uploads WHERE id = $1 AND workspace_id = $2 AND account_id = $3 AND expires_at > $4`,
			[id, scope.workspaceId, scope.accountId, now()],
		);
		return row && uploadOfRow(row);
	};

	const begin = (scope: Scope, { sha256, size, type }: Pick<Upload, "sha256" | "size" | "type">) =>
		inTransaction(within(walled, scope), async (client) => {
			// Held, so that two uploads at once do not both take the last room.
			await holdWorkspaceFor(client, scope, "work");
			const { workspaceId, accountId } = scope;
			const at = now();
			const hash = Buffer.from(sha256, "hex");
			const begun = await readRow(
				client,
				UPLOAD,
				`SELECT ${uploadColumns} FROM uploads WHERE workspace_id = $1 AND account_id = $2 AND sha256 = $3 AND size = $4
				   AND finished_at IS NULL AND expires_at > $5 ORDER BY received DESC LIMIT 1`,
				[workspaceId, accountId, hash, size, at],
			);
			if (begun) return uploadOfRow(begun);
			refuseIfOften(await takePoint(client, beginCounter(scope, limits)));
			const used = await readUse(client, scope, hash);
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

	return {
		begin,
		find,
		async append(scope, id, offset, piece) {
			// One statement, so that what is counted is stored.
			const { rowCount } = await within(walled, scope).query(
				`WITH grown AS (
				   UPDATE uploads SET received = received + length($5::bytea)
				   WHERE id = $1 AND workspace_id = $2 AND account_id = $3 AND received = $4::bigint AND received + length($5::bytea) <= size
				     AND finished_at IS NULL
				   RETURNING workspace_id, id)
				 INSERT INTO file_pieces (workspace_id, pieces_id, begins_at, bytes) SELECT workspace_id, id, $4::bigint, $5::bytea FROM grown`,
				[id, scope.workspaceId, scope.accountId, offset, piece],
			);
			return rowCount === 1;
		},
		async finish(scope, id) {
			const upload = await find(scope, id);
			if (!upload || upload.finished || upload.received < upload.size) return;
			await finishUpload(within(walled, scope), scope, upload, now());
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

/** What the workspace's files take, those on their way with all their bytes; and the size of the file in question, 0 if it has none. */
async function readUse(
	client: Executor,
	{ workspaceId }: Scope,
	hash: Buffer,
): Promise<{ bytes: number; has: number }> {
	const has = await readRow(client, { size: int }, "SELECT size FROM files WHERE workspace_id = $1 AND sha256 = $2", [
		workspaceId,
		hash,
	]);
	return { bytes: await readStored(client, workspaceId), has: has?.size ?? 0 };
}

const otherSize = () =>
	new UploadRefusal("file_refused", "A file with this SHA-256 has another size. Please choose the file again.");

const storageFull = ({ workspaceBytes }: UploadLimits, used: number) =>
	new UploadRefusal(
		"storage_full",
		`This workspace has room for ${sizeText(workspaceBytes)} of files, and this one does not fit. Delete evidence that you no longer need, or ask the operator for more room. What waits on your device stays there.`,
		{ used, limit: workspaceBytes },
	);
