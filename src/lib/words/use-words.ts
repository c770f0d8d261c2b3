import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { refreshCompliance } from "#src/lib/compliance/compliance-keys.ts";
import { refreshEvidence } from "#src/lib/evidence/evidence-api.ts";
import { useEntries } from "#src/lib/outbox/use-entries.ts";
import type { Entry } from "#src/requests/entry.ts";
import { isWord } from "./words.ts";

const NONE: readonly Entry[] = [];

/** What this device keeps to send about the work that the screen shows. When a word among it was accepted, what it changes is read again. */
export function useWords(): readonly Entry[] {
	const client = useQueryClient();
	const entries = useEntries();
	const known = useRef<ReadonlySet<string> | null>(null);
	useEffect(() => {
		if (!entries) return;
		const accepted = entries.filter((entry) => entry.status === "accepted" && isWord(entry)).map(({ id }) => id);
		const isNews = known.current !== null && accepted.some((id) => !known.current?.has(id));
		known.current = new Set(accepted);
		if (!isNews) return;
		void refreshCompliance(client);
		void refreshEvidence(client);
	}, [client, entries]);
	return entries ?? NONE;
}
