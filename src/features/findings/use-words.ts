import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { useAccount } from "#src/lib/account/use-account.ts";
import { isOnline } from "#src/lib/device/online.ts";
import { type OutcomeText, outcomeText } from "#src/lib/outbox/outcome-text.ts";
import { visibleEntries } from "#src/lib/outbox/visible-entries.ts";
import { watchEntries } from "#src/lib/outbox/watch-entries.ts";
import { browserOutbox } from "#src/outbox/browser.ts";
import { type Entry, isWaiting } from "#src/outbox/entry.ts";
import { StorageError } from "#src/outbox/storage-error.ts";
import type { KeptRequest } from "#src/outbox/submit.ts";
import { notify } from "#src/ui/toast/notify.ts";
import { type Said, sayWord } from "./say-word.ts";
import { storeWord } from "./store-word.ts";
import { without } from "./take-back.ts";
import { doneWords } from "./verdict-words.ts";
import { type WaitingWord, waitingWords, wordOf } from "./waiting-words.ts";

const tell = ({ title, text }: OutcomeText) => notify({ title, text }).catch(() => undefined);

/** Ids of words that were waiting when somebody last looked, and what they say. */
const waitingIds = (entries: readonly Entry[]) =>
	new Set(entries.filter((entry) => isWaiting(entry) && wordOf(entry)).map(({ id }) => id));

/** What is said of findings: what this device still keeps of it, and how to say more. */
export function useWords() {
	const client = useQueryClient();
	const account = useAccount();
	const accountId = account.status === "known" && !account.locked ? account.account.accountId : null;
	const [entries, setEntries] = useState<readonly Entry[]>([]);
	/** Findings something is being said of at this moment. */
	const under = useRef(new Set<string>());
	const kept = useRef<KeptRequest | null>(null);

	useEffect(() => {
		let before: ReadonlySet<string> = new Set();
		return watchEntries(browserOutbox(), (reading) => {
			if (!reading.ok) return;
			for (const entry of reading.entries) {
				const word = wordOf(entry);
				// Sent by the worker, another tab or the timer.
				if (word && entry.status === "accepted" && before.has(entry.id)) storeWord(client, word);
			}
			before = waitingIds(reading.entries);
			setEntries(reading.entries);
		});
	}, [client]);

	const waiting = useMemo(() => waitingWords(visibleEntries(entries, account).entries), [entries, account]);
	/** As it is now: what is shown may be a quarter of a second old, and still hold what the server has just refused. */
	const waitingNow = async (): Promise<ReadonlyMap<string, WaitingWord>> => {
		try {
			return waitingWords(visibleEntries((await browserOutbox().contents()).entries, account).entries);
		} catch (error) {
			if (!(error instanceof StorageError)) throw error;
			return new Map();
		}
	};

	return {
		/** By finding. */
		waiting,
		/**
		 * Says something of findings that nothing is being said of already. Null when nothing is left to do, which a toast
		 * tells; else why not.
		 */
		async say(said: Said): Promise<OutcomeText | null> {
			const free = said.fingerprints.filter((one) => !under.current.has(one));
			if (accountId === null || free.length === 0) return null;
			for (const one of free) under.current.add(one);
			try {
				const waitingAlready = await waitingNow();
				const fingerprints = free.filter((one) => !waitingAlready.has(one));
				if (fingerprints.length === 0) return null;
				const world = { outbox: browserOutbox(), online: isOnline, account: accountId, now: () => Date.now() };
				const result = await sayWord({ ...said, fingerprints }, kept.current, world);
				kept.current = result.kept;
				if (result.outcome.type === "accepted") storeWord(client, result.word);
				const { done, ...telling } = outcomeText(result.outcome, doneWords(said.state, fingerprints.length));
				if (done) void tell(telling);
				return done ? null : telling;
			} finally {
				for (const one of free) under.current.delete(one);
			}
		},
		/** Takes back what waits to be said of a finding, and leaves what the same word says of others. */
		async takeBack(fingerprint: string): Promise<void> {
			const kept = waiting.get(fingerprint);
			if (!kept) return;
			try {
				const rest = without(kept.word, fingerprint);
				const outcome = rest
					? await browserOutbox().edit(kept.entry.id, { request: { kind: "verdicts", body: rest } })
					: await browserOutbox().discard(kept.entry.id);
				if (outcome === "under-way") void tell({ title: "Too late to take back", text: "It is being sent just now." });
			} catch (error) {
				if (!(error instanceof StorageError)) throw error;
				void tell({ title: "Not taken back", text: error.message });
			}
		},
	};
}
