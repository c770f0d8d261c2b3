import { useQuery } from "@tanstack/react-query";
import type { ComplianceOverview } from "#contract/controls/overview.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { complianceOverviewQuery } from "#src/lib/compliance/frameworks-api.ts";
import { accountView } from "#src/lib/data/account-view.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";

/** Undefined while there is nothing to show; the rest of the page says why. */
export function useComplianceOverview(): ComplianceOverview | undefined {
	const account = useAccount();
	const { scope } = useScope();
	const enabled = account.status === "known" && !account.locked;
	const view = accountView(account, useQuery({ ...complianceOverviewQuery(scope), enabled }), useOnline());
	return view.status === "shown" ? view.data : undefined;
}
