import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { isWaiting } from "#src/outbox/entry.ts";
import type { Entry } from "#src/requests/entry.ts";
import { refreshEvidence } from "./evidence-api.ts";
import { evidenceIn, linkIn } from "./waiting-evidence.ts";

/** Refetches the evidence on screen when something waiting here was sent by the worker, another tab or the timer. */
export function useRefreshWhenSent(entries: readonly Entry[] | null): void {
	const client = useQueryClient();
	const before = useRef<ReadonlySet<string>>(new Set());
	useEffect(() => {
		if (!entries) return;
		const waiting = entries.filter((entry) => isWaiting(entry) && (evidenceIn(entry) ?? linkIn(entry)) !== null);
		const now = new Set<string>(waiting.map(({ id }) => id));
		const gone = [...before.current].some((id) => !now.has(id));
		before.current = now;
		if (gone) void refreshEvidence(client);
	}, [client, entries]);
}
