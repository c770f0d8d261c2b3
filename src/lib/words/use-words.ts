import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { refreshCompliance } from "#src/lib/compliance/compliance-keys.ts";
import { refreshEvidence } from "#src/lib/evidence/evidence-api.ts";
import { useEntries } from "#src/lib/outbox/use-entries.ts";
import { refreshQuestionnaires } from "#src/lib/questionnaires/questionnaire-keys.ts";
import type { Entry } from "#src/requests/entry.ts";
import { isWord } from "./words.ts";

const NONE: readonly Entry[] = [];

/** The unsent entries about the work on screen. When a word among them is accepted, what it changes is refetched. */
export function useWords(): readonly Entry[] {
	const client = useQueryClient();
	const entries = useEntries();
	const known = useRef<ReadonlySet<string> | null>(null);
	useEffect(() => {
		if (!entries) return;
		// The contents of a sealed entry are no longer known here: it may be a word.
		const mayBeWord = (entry: Entry) => isWord(entry) || entry.request.kind === "sealed";
		const accepted = entries.filter((entry) => entry.status === "accepted" && mayBeWord(entry)).map(({ id }) => id);
		const isNews = known.current !== null && accepted.some((id) => !known.current?.has(id));
		known.current = new Set(accepted);
		if (!isNews) return;
		void refreshCompliance(client);
		void refreshEvidence(client);
		void refreshQuestionnaires(client);
	}, [client, entries]);
	return entries ?? NONE;
}
