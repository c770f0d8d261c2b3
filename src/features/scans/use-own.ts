import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Asset } from "#contract/findings/assets.ts";
import type { ScanSummary } from "#contract/scans/scans.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { assetsQuery } from "#src/lib/findings/assets-api.ts";
import { scanListQuery } from "#src/lib/scans/scans-api.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";

type Own = { scans: readonly ScanSummary[]; assets: readonly Asset[] };

const NOTHING: Own = { scans: [], assets: [] };

/** The account's newest finished scans and its assets, for what forms suggest. Both are kept on the device, so they do so offline too. */
export function useOwn(): Own {
	const account = useAccount();
	const { scope } = useScope();
	const enabled = account.status === "known" && !account.locked;
	const { data: lists } = useInfiniteQuery({ ...scanListQuery({ phase: "finished" }, scope), enabled });
	const { data: known } = useQuery({ ...assetsQuery(scope), enabled });
	return useMemo(
		() =>
			enabled
				? {
						scans: lists?.pages.flatMap((page) => page.scans) ?? NOTHING.scans,
						assets: known?.assets ?? NOTHING.assets,
					}
				: NOTHING,
		[enabled, lists, known],
	);
}
