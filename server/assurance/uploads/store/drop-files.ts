import type { Executor } from "#server/platform/db/pool.ts";

/** `which` filters `files`. Their pieces are deleted with them. */
const dropWhere = (which: string) =>
	`WITH gone AS (
	   DELETE FROM files WHERE ${which}
	     AND NOT EXISTS (SELECT FROM evidence_files
	       WHERE evidence_files.workspace_id = files.workspace_id AND evidence_files.sha256 = files.sha256)
	     AND NOT EXISTS (SELECT FROM evidence_thumbnails
	       WHERE evidence_thumbnails.workspace_id = files.workspace_id AND evidence_thumbnails.sha256 = files.sha256)
	   RETURNING workspace_id, sha256, pieces_id),
	 -- What says that the file is there, or the sealed one that it was in. \`sealed_files\` goes with \`files\`, after this statement.
	 told AS (DELETE FROM uploads USING gone WHERE uploads.workspace_id = gone.workspace_id AND finished_at IS NOT NULL
	   AND uploads.sha256 IN (SELECT gone.sha256 UNION ALL SELECT sealed_sha256 FROM sealed_files AS sealed
	     WHERE sealed.workspace_id = gone.workspace_id AND sealed.sha256 = gone.sha256))
	 DELETE FROM file_pieces USING gone WHERE file_pieces.pieces_id = gone.pieces_id`;

/** Deletes those of these files that no evidence names anymore. The caller holds the workspace. */
export const dropUnnamed = (client: Executor, workspaceId: string, hashes: readonly Buffer[]) =>
	client.query(dropWhere("workspace_id = $1 AND sha256 = ANY ($2)"), [workspaceId, hashes]);

/** Deletes expired uploads with what has arrived of them, and files that have waited just as long for their evidence. */
export async function dropExpired(db: Executor, now: Date, lifeMs: number): Promise<void> {
	await db.query(
		`WITH gone AS (DELETE FROM uploads WHERE expires_at <= $1 RETURNING id, finished_at)
		 DELETE FROM file_pieces USING gone WHERE pieces_id = id AND finished_at IS NULL`,
		[now],
	);
	await db.query(dropWhere("created_at <= $1"), [new Date(now.getTime() - lifeMs)]);
}
