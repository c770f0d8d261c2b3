import { useMemo } from "react";
import type { ScanKind } from "#contract/scans/scans.ts";
import { recentTargets } from "#src/lib/scans/recent-targets.ts";
import { useOwn } from "../use-own.ts";

/** The targets that a form of this kind suggests. */
export function useSuggestions(kind: ScanKind): readonly string[] {
	const { scans, assets } = useOwn();
	return useMemo(() => {
		const hosts = assets.map(({ host }) => host);
		return recentTargets(kind, scans, hosts);
	}, [kind, scans, assets]);
}
