import { useEffect, useRef } from "react";
import type { Entry } from "#src/requests/entry.ts";
import { waits } from "../respond-entries.ts";

/**
 * Calls `onArrival` once everything of a link that waited has arrived: what the server shows is different from then on. What had arrived
 * when this device's outbox was first read is in what was read when the link was opened. `entries`: null until they are read.
 */
export function useArrivals(respondentId: string, entries: readonly Entry[] | null, onArrival: () => void): void {
	const known = useRef<{ of: string; ids: ReadonlySet<string> } | null>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: only what is sent matters, not what else has changed since.
	useEffect(() => {
		if (!entries) return;
		const accepted = entries.filter(({ status }) => status === "accepted").map(({ id }) => id);
		const before = known.current?.of === respondentId ? known.current.ids : null;
		if (before !== null && entries.some(waits)) return;
		known.current = { of: respondentId, ids: new Set(accepted) };
		if (before !== null && accepted.some((id) => !before.has(id))) onArrival();
	}, [respondentId, entries]);
}
