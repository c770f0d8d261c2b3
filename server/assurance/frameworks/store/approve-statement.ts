import type { ApprovalRequest, FrameworkDetail } from "#contract/frameworks/frameworks.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { ClientScope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { basisOf } from "../statement/basis.ts";

type Refused = { ok: false; because: "changed_meanwhile" } | { ok: false; because: "not_finished"; undecided: number };

/** Approves the statement if it is still the one that was shown, and everything in it is decided. */
export const createApproveStatement =
	(
		walled: Pool,
		now: () => Date,
		readDetail: (db: Executor, scope: ClientScope, framework: FrameworkId) => Promise<FrameworkDetail>,
	) =>
	(
		scope: ClientScope,
		framework: FrameworkId,
		{ version, basis, note }: ApprovalRequest,
	): Promise<{ ok: true; detail: FrameworkDetail } | Refused> =>
		inTransaction(within(walled, scope), async (client) => {
			// Locked, as decisions and controls are, so that of two who approve at once the second sees the first one's version.
			await holdWorkspaceFor(client, scope, "manage");
			const { all, statement } = await readDetail(client, scope, framework);
			if (statement.basis !== basis || version !== (statement.approvals[0]?.version ?? 0) + 1) {
				return { ok: false, because: "changed_meanwhile" };
			}
			const lines = basisOf(all);
			const undecided = Object.values(lines).filter(({ state }) => state === "undecided").length;
			if (undecided > 0) return { ok: false, because: "not_finished", undecided };
			await client.query(
				`INSERT INTO statement_approvals (workspace_id, client_id, framework, version, approved_at, approved_by, approved_by_name,
				   note, basis)
				 SELECT $1, $2, $3, $4, $5, $6, btrim(first_name || ' ' || last_name), $7, $8 FROM accounts WHERE id = $6`,
				[scope.workspaceId, scope.clientId, framework, version, now(), scope.accountId, note, JSON.stringify(lines)],
			);
			return { ok: true, detail: await readDetail(client, scope, framework) };
		});
