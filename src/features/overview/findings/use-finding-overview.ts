import { useQuery } from "@tanstack/react-query";
import type { FindingOverview } from "#contract/vulnerabilities.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { type AccountView, accountView } from "#src/lib/data/account-view.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { findingOverviewQuery } from "./finding-overview-query.ts";

/** The known account's finding overview. */
export function useFindingOverview(): { view: AccountView<FindingOverview>; retry(): void } {
	const account = useAccount();
	const enabled = account.status === "known" && !account.locked;
	const reading = useQuery({ ...findingOverviewQuery, enabled });
	return { view: accountView(account, reading, useOnline()), retry: () => void reading.refetch() };
}
