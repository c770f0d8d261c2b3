import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ScanKind } from "#contract/scans.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { assetsQuery } from "#src/lib/findings/assets-api.ts";
import { knownClients } from "#src/lib/scans/known-clients.ts";
import { recentTargets } from "#src/lib/scans/recent-targets.ts";
import { scanListQuery } from "#src/lib/scans/scans-api.ts";

export type Suggestions = { targets: readonly string[]; clients: readonly string[] };

/** What a form suggests, of the account's own scans and assets. Both are kept on the device, so it does so offline too. */
export function useSuggestions(kind: ScanKind): Suggestions {
	const account = useAccount();
	const enabled = account.status === "known" && !account.locked;
	const { data: lists } = useInfiniteQuery({ ...scanListQuery({ phase: "finished" }), enabled });
	const { data: known } = useQuery({ ...assetsQuery, enabled });
	return useMemo(() => {
		if (!enabled) return { targets: [], clients: [] };
		const scans = lists?.pages.flatMap((page) => page.scans) ?? [];
		const assets = known?.assets ?? [];
		const hosts = assets.map(({ host }) => host);
		return { targets: recentTargets(kind, scans, hosts), clients: knownClients(assets) };
	}, [enabled, kind, lists, known]);
}
