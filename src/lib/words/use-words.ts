import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { refreshCompliance } from "#src/lib/compliance/compliance-keys.ts";
import { refreshEvidence } from "#src/lib/evidence/evidence-api.ts";
import { useEntries } from "#src/lib/outbox/use-entries.ts";
import { refreshQuestionnaires } from "#src/lib/questionnaires/questionnaire-keys.ts";
import type { Entry } from "#src/requests/entry.ts";
import { isWord } from "./words.ts";

const NONE: readonly Entry[] = [];

/** Accepted words that were seen. Not kept by a screen: a word may be accepted between two screens. */
const seen = new WeakMap<QueryClient, ReadonlySet<string>>();

/** The unsent entries about the work on screen. When a word among them is accepted, what it changes is refetched. */
export function useWords(): readonly Entry[] {
	const client = useQueryClient();
	const entries = useEntries();
	useEffect(() => {
		if (!entries) return;
		// The contents of a sealed entry are no longer known here: it may be a word.
		const mayBeWord = (entry: Entry) => isWord(entry) || entry.request.kind === "sealed";
		const accepted = entries.filter((entry) => entry.status === "accepted" && mayBeWord(entry)).map(({ id }) => id);
		const known = seen.get(client);
		const isNews = known !== undefined && accepted.some((id) => !known.has(id));
		seen.set(client, new Set(accepted));
		if (!isNews) return;
		void refreshCompliance(client);
		void refreshEvidence(client);
		void refreshQuestionnaires(client);
	}, [client, entries]);
	return entries ?? NONE;
}
