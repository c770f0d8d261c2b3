import type { Executor } from "#server/platform/db/pool.ts";
import { bytes, readRows } from "#server/platform/db/rows.ts";

/** The files that evidence names, including thumbnails. `which` filters `evidence`. */
export async function readNamedFiles(client: Executor, which: string, values: readonly unknown[]): Promise<Buffer[]> {
	const rows = await readRows(
		client,
		{ sha256: bytes },
		`SELECT sha256 FROM evidence JOIN evidence_files AS part ON part.workspace_id = evidence.workspace_id AND part.evidence_id = evidence.id
		 WHERE ${which}
		 UNION
		 SELECT sha256 FROM evidence JOIN evidence_thumbnails AS part ON part.workspace_id = evidence.workspace_id AND part.evidence_id = evidence.id
		 WHERE ${which}`,
		values,
	);
	return rows.map(({ sha256 }) => sha256);
}
