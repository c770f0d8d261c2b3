import { CATALOG } from "#contract/controls/catalog-data.ts";
import type { OwnFrameworkUse } from "#contract/frameworks/own-frameworks.ts";
import type { OwnFrameworkId } from "#contract/frameworks/pack.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { int, readRow, readRows, text } from "#server/platform/db/rows.ts";
import type { Seen } from "#server/platform/tenancy/scope.ts";
import { comparedCode, type KnownCodes } from "../own/report-of.ts";

type Whose = Pick<Seen, "workspaceId"> & { id: OwnFrameworkId };

const USE = { clients: int, decisions: int, approvals: int, controls: int, links: int };

/** What rests on a framework that the workspace added, in all of its clients. */
export async function readOwnUse(
	db: Executor,
	{ workspaceId, id }: Whose,
	today: string,
): Promise<Omit<OwnFrameworkUse, "name">> {
	const row = await readRow(
		db,
		USE,
		`SELECT
		   (SELECT count(*) FROM framework_choices WHERE workspace_id = $1 AND framework = $2 AND given_up_at IS NULL) AS clients,
		   (SELECT count(*) FROM requirement_decisions WHERE workspace_id = $1 AND framework = $2 AND state <> 'undecided') AS decisions,
		   (SELECT count(*) FROM statement_approvals WHERE workspace_id = $1 AND framework = $2) AS approvals,
		   (SELECT count(DISTINCT control_id) FROM control_requirements WHERE workspace_id = $1 AND framework = $2) AS controls,
		   (SELECT count(*) FROM bundle_links WHERE workspace_id = $1 AND framework = $2 AND ends_on >= $3::date) AS links`,
		[workspaceId, id, today],
	);
	if (!row) throw new Error("Counting answered nothing");
	const { links: bundleLinks, ...rest } = row;
	return { ...rest, bundleLinks };
}

/** How many decisions and controls each requirement of it has, in all clients. */
export async function readUseOfRequirements(
	db: Executor,
	{ workspaceId, id }: Whose,
	requirements: readonly string[],
): Promise<ReadonlyMap<string, { decisions: number; controls: number }>> {
	const rows = await readRows(
		db,
		{ id: text, decisions: int, controls: int },
		`SELECT id, (SELECT count(*) FROM requirement_decisions
		     WHERE workspace_id = $1 AND framework = $2 AND requirement_id = id AND state <> 'undecided') AS decisions,
		   (SELECT count(*) FROM control_requirements WHERE workspace_id = $1 AND framework = $2 AND requirement_id = id) AS controls
		 FROM unnest($3::text[]) AS id`,
		[workspaceId, id, requirements],
	);
	return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** Codes of our controls, and of those that the workspace has. */
export async function readKnownCodes(db: Executor, { workspaceId }: Pick<Seen, "workspaceId">): Promise<KnownCodes> {
	const rows = await readRows(db, { code: text }, "SELECT DISTINCT code FROM controls WHERE workspace_id = $1", [
		workspaceId,
	]);
	return new Map([...rows, ...CATALOG].map(({ code }) => [comparedCode(code), code]));
}
