import type { FrameworkChosen } from "#contract/frameworks/frameworks.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import type { Moment } from "#server/platform/jobs/moment.ts";
import { orRefused } from "#server/platform/refusals/refused.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { ClientScope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { addCatalogControls } from "../../controls/store/add-catalog-controls.ts";
import type { TestsAdded } from "../../controls/tests-added.ts";
import { packOf } from "../../packs/read-packs.ts";

export const createChooseFramework =
	(walled: Pool, now: () => Date, testsAdded: Moment<TestsAdded>) =>
	async (
		scope: ClientScope,
		framework: FrameworkId,
		chosen: boolean,
	): Promise<FrameworkChosen | "limit_reached" | "client_archived"> => {
		const chose = await orRefused(["limit_reached"], () =>
			inTransaction(within(walled, scope), async (client) => {
				// Locked, so that two who choose at once do not add a control twice.
				await holdWorkspaceFor(client, scope, "arrange");
				const at = now();
				await packOf(client, scope, framework);
				if (!chosen) {
					await client.query(
						"UPDATE framework_choices SET given_up_at = $3 WHERE client_id = $1 AND framework = $2 AND given_up_at IS NULL",
						[scope.clientId, framework, at],
					);
					return { chosen, added: 0 };
				}
				if (await isArchived(client, scope)) return "client_archived";
				const { rowCount } = await client.query(
					`INSERT INTO framework_choices (workspace_id, client_id, framework, chosen_at) VALUES ($1, $2, $3, $4)
					 ON CONFLICT (client_id, framework) DO UPDATE SET chosen_at = excluded.chosen_at, given_up_at = NULL
					 WHERE framework_choices.given_up_at IS NOT NULL`,
					[scope.workspaceId, scope.clientId, framework, at],
				);
				const added = await addCatalogControls(client, scope, { framework, isNew: rowCount === 1, at });
				if (added > 0) await testsAdded(client, scope);
				return { chosen, added };
			}),
		);
		return typeof chose === "object" && "because" in chose ? chose.because : chose;
	};

async function isArchived(client: Executor, { workspaceId, clientId }: ClientScope): Promise<boolean> {
	const { rowCount } = await client.query(
		"SELECT FROM clients WHERE workspace_id = $1 AND id = $2 AND archived_at IS NOT NULL",
		[workspaceId, clientId],
	);
	return rowCount === 1;
}
