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
import { sendVerdict, type VerdictDraft } from "./send-verdict.ts";
import { storeVerdict } from "./store-verdict.ts";
import { doneText } from "./verdict-labels.ts";
import { verdictIn, type WaitingVerdict, waitingVerdicts, without } from "./waiting-verdicts.ts";

const tell = ({ title, text }: OutcomeText) => notify({ title, text }).catch(() => undefined);

/** Ids of the verdicts that are waiting. */
const waitingIds = (entries: readonly Entry[]) =>
	new Set(entries.filter((entry) => isWaiting(entry) && verdictIn(entry)).map(({ id }) => id));

/** The verdicts waiting on this device, and how to give more. */
export function useVerdicts() {
	const client = useQueryClient();
	const account = useAccount();
	const accountId = account.status === "known" && !account.locked ? account.account.accountId : null;
	const [entries, setEntries] = useState<readonly Entry[]>([]);
	/** Findings whose verdict is being sent at this moment. */
	const under = useRef(new Set<string>());
	const kept = useRef<KeptRequest | null>(null);

	useEffect(() => {
		let before: ReadonlySet<string> = new Set();
		return watchEntries(browserOutbox(), (reading) => {
			if (!reading.ok) return;
			for (const entry of reading.entries) {
				const verdict = verdictIn(entry);
				// Sent by the worker, another tab or the timer.
				if (verdict && entry.status === "accepted" && before.has(entry.id)) storeVerdict(client, verdict);
			}
			before = waitingIds(reading.entries);
			setEntries(reading.entries);
		});
	}, [client]);

	const waiting = useMemo(() => waitingVerdicts(visibleEntries(entries, account).entries), [entries, account]);
	/** Read now: the screen may be a quarter of a second behind, and still hold what the server has just refused. */
	const waitingNow = async (): Promise<ReadonlyMap<string, WaitingVerdict>> => {
		try {
			return waitingVerdicts(visibleEntries((await browserOutbox().contents()).entries, account).entries);
		} catch (error) {
			if (!(error instanceof StorageError)) throw error;
			return new Map();
		}
	};

	return {
		/** By finding. */
		waiting,
		/**
		 * Gives a verdict on the findings that have none on its way. Resolves to null if it was saved or sent, which a toast
		 * announces, and otherwise to the reason it was not.
		 */
		async send(draft: VerdictDraft): Promise<OutcomeText | null> {
			const free = draft.fingerprints.filter((one) => !under.current.has(one));
			if (accountId === null || free.length === 0) return null;
			for (const one of free) under.current.add(one);
			try {
				const waitingAlready = await waitingNow();
				const fingerprints = free.filter((one) => !waitingAlready.has(one));
				if (fingerprints.length === 0) return null;
				const deps = { outbox: browserOutbox(), online: isOnline, account: accountId, now: () => Date.now() };
				const result = await sendVerdict({ ...draft, fingerprints }, kept.current, deps);
				kept.current = result.kept;
				if (result.outcome.type === "accepted") storeVerdict(client, result.verdict);
				const { done, ...telling } = outcomeText(result.outcome, doneText(draft.state, fingerprints.length));
				if (done) void tell(telling);
				return done ? null : telling;
			} finally {
				for (const one of free) under.current.delete(one);
			}
		},
		/** Takes back the waiting verdict on one finding; the other findings of the same verdict keep it. */
		async takeBack(fingerprint: string): Promise<void> {
			const kept = waiting.get(fingerprint);
			if (!kept) return;
			try {
				const rest = without(kept.verdict, fingerprint);
				const outcome = rest
					? await browserOutbox().edit(kept.entry.id, { request: { kind: "verdicts", body: rest } })
					: await browserOutbox().discard(kept.entry.id);
				if (outcome === "under-way") void tell({ title: "Too late to take back", text: "It is being sent right now." });
			} catch (error) {
				if (!(error instanceof StorageError)) throw error;
				void tell({ title: "Not taken back", text: error.message });
			}
		},
	};
}
