import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Schedule } from "#contract/scans/schedules.ts";
import { schedules } from "#src/content/schedules.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { countOf, listView } from "#src/lib/data/lists/list-view.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { schedulesQuery } from "#src/lib/scans/schedules-api.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";

const NO_SAMPLES: readonly Schedule[] = [];

type Page = { schedules: Schedule[]; total: number };
const schedulesOf = (page: Page) => page.schedules;

/** The account's schedules as a list of one page, and what its tab counts. */
export function useSchedules() {
	const account = useAccount();
	const online = useOnline();
	const { scope } = useScope();
	const enabled = account.status === "known" && !account.locked;
	const { data, error, dataUpdatedAt, fetchStatus, refetch } = useQuery({ ...schedulesQuery(scope), enabled });
	const view = useMemo(() => {
		const pages = data && { pages: [{ ...data, total: data.schedules.length }] };
		return listView(account, NO_SAMPLES, { data: pages, error, dataUpdatedAt, fetchStatus }, schedulesOf, online);
	}, [account, data, error, dataUpdatedAt, fetchStatus, online]);
	return {
		list: { view, more: null, again: null, retry: () => void refetch() },
		count: view.status === "samples" ? schedules.sampleCount : countOf(view),
	};
}
