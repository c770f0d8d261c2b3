import type { AccountId } from "#contract/ids.ts";
import { rolesThatCan } from "#contract/workspaces/roles.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { flag, readRow } from "#server/platform/db/rows.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";

/** Whether the workspace has a member other than the author who may review evidence. Then the author cannot accept it. */
export async function hasOtherReviewer(
	db: Executor,
	{ workspaceId }: Pick<Scope, "workspaceId">,
	author: AccountId,
): Promise<boolean> {
	const found = await readRow(
		db,
		{ there: flag },
		`SELECT EXISTS (SELECT FROM memberships WHERE workspace_id = $1 AND account_id <> $2 AND role = ANY ($3)
		   AND (ends_on IS NULL OR ends_on >= (now() AT TIME ZONE 'UTC')::date)) AS there`,
		[workspaceId, author, rolesThatCan("arrange")],
	);
	return found?.there ?? false;
}

/**
 * In SQL: whether its author was the last to accept it, and nobody else signed it. Read from the custody list, so it also holds for
 * evidence from before this was asked. `of` is `evidence` or an alias of it; what the product recorded by itself has no reviewer.
 */
export const isReviewedByAuthor = (
	of: string,
): string => `(${of}.method = 'by-hand' AND ${of}.state IN ('accepted', 'superseded')
	AND coalesce((SELECT line.who = ${of}.taken_by FROM evidence_custody AS line
	   WHERE (line.workspace_id, line.evidence_id) = (${of}.workspace_id, ${of}.id) AND line.what = 'accepted'
	   ORDER BY line.no DESC LIMIT 1), false)
	AND NOT coalesce(${of}.record @? '$.assessment.signOff.signers[1]', false))`;
