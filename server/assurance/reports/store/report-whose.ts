import { CLIENT_COLORS } from "#contract/workspaces/client-colors.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { bytes, flag, oneOf, orNull, readRow, text } from "#server/platform/db/rows.ts";
import type { Seen } from "#server/platform/tenancy/scope.ts";
import type { ReportData } from "../data/report-data.ts";

const WORKSPACE = {
	name: text,
	color: oneOf(CLIENT_COLORS),
	logo: orNull(bytes),
	type: orNull(oneOf(["image/png", "image/jpeg"])),
};
const CLIENT = { name: text, color: oneOf(CLIENT_COLORS), own: flag };

/** Who issues a report, and whom it is about: no client means all of them. */
export async function readWhose(
	db: Executor,
	{ workspaceId, clientId }: Seen,
): Promise<Pick<ReportData, "workspace" | "client">> {
	const workspace = await readRow(
		db,
		WORKSPACE,
		"SELECT name, color, logo, logo_type AS type FROM workspaces WHERE id = $1",
		[workspaceId],
	);
	if (!workspace) throw new Error("A report's workspace does not exist.");
	const client =
		clientId === null
			? null
			: await readRow(
					db,
					CLIENT,
					"SELECT name, color, id = workspace_id AS own FROM clients WHERE workspace_id = $1 AND id = $2",
					[workspaceId, clientId],
				);
	if (client === undefined) throw new Error("A report's client does not exist.");
	const { name, color, logo, type } = workspace;
	return { workspace: { name, color, logo: logo && type && { type, bytes: logo } }, client };
}
