import { queryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { API_PATHS } from "#contract/routes.ts";
import { scanOverview } from "#contract/scans.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { type AccountView, accountView } from "#src/lib/data/account-view.ts";
import { callApi } from "#src/lib/data/api.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { scanKeys, scanListQuery } from "#src/lib/scans/scans-api.ts";
import { useScanEvents } from "#src/lib/scans/use-scan-events.ts";
import { type Numbers, numbersOf } from "./numbers.ts";

/** How often the numbers are refreshed while something runs or after a failure, in milliseconds. */
const AGAIN_MS = 20_000;

/** `GET scans/overview/`. */
const overviewQuery = queryOptions({
	queryKey: [...scanKeys.all, "overview"],
	meta: { kept: scanOverview },
	queryFn: ({ signal }) => callApi(API_PATHS.scansOverview, { answer: scanOverview, signal }),
	refetchInterval: ({ state }) => (state.error || (state.data?.active ?? 0) > 0 ? AGAIN_MS : false),
});

const activeQuery = scanListQuery({ phase: "active" });

/** The numbers of the known account, kept up to date by its scans' events. */
export function useOverview(): { view: AccountView<Numbers>; retry(): void } {
	const account = useAccount();
	const online = useOnline();
	useScanEvents();
	// Without a known account, nothing is requested.
	const enabled = account.status === "known" && !account.locked;
	const overview = useQuery({ ...overviewQuery, enabled });
	const active = useInfiniteQuery({ ...activeQuery, enabled });
	return {
		view: accountView(account, numbersOf(overview, { ...active, data: active.data?.pages[0] }), online),
		retry: () => {
			void overview.refetch();
			void active.refetch();
		},
	};
}
