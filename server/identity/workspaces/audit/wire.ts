import type { AccountId } from "#contract/ids.ts";
import type { AuditAct, AuditFilter } from "#contract/workspaces/audit.ts";
import type { Base } from "#server/platform/base.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { auditBatches, readAuditPage } from "./store/audit-reader.ts";
import { type Recorded, recordAudit, recordOfAccount } from "./store/record-audit.ts";

export type Audit = ReturnType<typeof wireAudit>;

/** The audit logs of workspaces. */
export function wireAudit({ pool, walled }: Pick<Base, "pool" | "walled">) {
	return {
		page: (scope: Scope, query: Parameters<typeof readAuditPage>[2]) =>
			readAuditPage(within(walled, scope), scope, query),
		batches: (scope: Scope, filter: AuditFilter) => auditBatches(within(walled, scope), scope, filter),
		record: (scope: Scope, recorded: Recorded) => recordAudit(within(walled, scope), scope, recorded),
		recordOfAccount: (accountId: AccountId, what: AuditAct) => recordOfAccount(pool, accountId, what),
	};
}
