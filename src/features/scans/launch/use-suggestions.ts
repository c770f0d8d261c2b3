import { useMemo } from "react";
import type { ScanKind } from "#contract/scans.ts";
import { knownClients } from "#src/lib/scans/known-clients.ts";
import { recentTargets } from "#src/lib/scans/recent-targets.ts";
import { useOwn } from "../use-own.ts";

/** What a form of this kind suggests. */
export function useSuggestions(kind: ScanKind): { targets: readonly string[]; clients: readonly string[] } {
	const { scans, assets } = useOwn();
	return useMemo(() => {
		const hosts = assets.map(({ host }) => host);
		return { targets: recentTargets(kind, scans, hosts), clients: knownClients([...assets, ...scans]) };
	}, [kind, scans, assets]);
}
