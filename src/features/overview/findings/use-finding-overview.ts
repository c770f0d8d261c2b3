import { queryOptions, useQuery } from "@tanstack/react-query";
import { API_PATHS } from "#contract/routes.ts";
import { type FindingOverview, findingOverview } from "#contract/vulnerabilities.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { type AccountView, accountView } from "#src/lib/data/account-view.ts";
import { callApi } from "#src/lib/data/api.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { findingKeys } from "#src/lib/findings/findings-api.ts";

/** `GET findings/overview/`. Refreshed with the findings, after a scan or a verdict changes them. */
const findingOverviewQuery = queryOptions({
	queryKey: [...findingKeys.all, "overview"],
	meta: { kept: findingOverview },
	queryFn: ({ signal }) => callApi(API_PATHS.findingsOverview, { answer: findingOverview, signal }),
});

/** The known account's finding overview. */
export function useFindingOverview(): { view: AccountView<FindingOverview>; retry(): void } {
	const account = useAccount();
	const enabled = account.status === "known" && !account.locked;
	const reading = useQuery({ ...findingOverviewQuery, enabled });
	return { view: accountView(account, reading, useOnline()), retry: () => void reading.refetch() };
}
