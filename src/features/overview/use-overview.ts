import { queryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { findingOverview } from "#contract/findings/vulnerabilities.ts";
import { API_PATHS } from "#contract/routes.ts";
import { scanOverview } from "#contract/scans/scans.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { type AccountView, accountView } from "#src/lib/data/account-view.ts";
import { callApi } from "#src/lib/data/api.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { assetsQuery } from "#src/lib/findings/assets-api.ts";
import { findingKeys } from "#src/lib/findings/findings-api.ts";
import { scanKeys, scanListQuery } from "#src/lib/scans/scans-api.ts";
import { useScanEvents } from "#src/lib/scans/use-scan-events.ts";
import { scopeKey, type WorkScope } from "#src/lib/workspace/scope.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { type Numbers, numbersOf } from "./numbers.ts";

/** How often the numbers are refreshed while something runs or after a failure, in milliseconds. */
const AGAIN_MS = 20_000;

/** `GET scans/overview/`. */
export const overviewQuery = (scope: WorkScope) =>
	queryOptions({
		queryKey: [...scanKeys.all, "overview", ...scopeKey(scope)],
		meta: { kept: scanOverview },
		queryFn: ({ signal }) => callApi(API_PATHS.scansOverview, { answer: scanOverview, signal, scope }),
		refetchInterval: ({ state }) => (state.error || (state.data?.active ?? 0) > 0 ? AGAIN_MS : false),
	});

/** `GET findings/overview/`. Refreshed with the findings, after a scan or a verdict changes them. */
export const findingOverviewQuery = (scope: WorkScope) =>
	queryOptions({
		queryKey: [...findingKeys.all, "overview", ...scopeKey(scope)],
		meta: { kept: findingOverview },
		queryFn: ({ signal }) => callApi(API_PATHS.findingsOverview, { answer: findingOverview, signal, scope }),
	});

/** The numbers of the known account, kept up to date by its scans' events. */
export function useOverview(): { view: AccountView<Numbers>; retry(): void } {
	const account = useAccount();
	const online = useOnline();
	useScanEvents();
	const { scope } = useScope();
	// Without a known account, nothing is requested.
	const enabled = account.status === "known" && !account.locked;
	const overview = useQuery({ ...overviewQuery(scope), enabled });
	const active = useInfiniteQuery({ ...scanListQuery({ phase: "active" }, scope), enabled });
	const findings = useQuery({ ...findingOverviewQuery(scope), enabled });
	const assets = useQuery({ ...assetsQuery(scope), enabled });
	const reading = numbersOf({ overview, active: { ...active, data: active.data?.pages[0] }, findings, assets });
	return {
		view: accountView(account, reading, online),
		retry() {
			for (const { refetch, isError } of [overview, active, findings, assets]) if (isError) void refetch();
		},
	};
}
