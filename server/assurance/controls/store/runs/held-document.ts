import type { HeldDocument } from "#contract/controls/tests.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { readRow, text } from "#server/platform/db/rows.ts";
import type { SeenClient } from "#server/platform/tenancy/scope.ts";

/** A document in words; undefined if it is named as evidence that the client does not have, or that was withdrawn. */
export async function documentText(
	db: Executor,
	{ workspaceId, clientId }: SeenClient,
	document: HeldDocument,
): Promise<string | undefined> {
	if ("place" in document) {
		const { place, version, holder } = document;
		return `${place}, version ${version}, held by ${holder}`;
	}
	const piece = await readRow(
		db,
		{ title: text },
		`SELECT title FROM evidence WHERE workspace_id = $1 AND client_id = $2 AND id = $3 AND method = 'by-hand'
		   AND kind IS DISTINCT FROM 'test-run' AND state <> 'withdrawn'`,
		[workspaceId, clientId, document.evidenceId],
	);
	return piece && `the evidence “${piece.title}”`;
}
