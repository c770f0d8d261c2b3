import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { TrackedFinding } from "#contract/findings/vulnerabilities.ts";
import { counted } from "#contract/format/count.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { isOnline } from "#src/lib/device/online.ts";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import type { OutcomeText } from "#src/lib/outbox/outcome-text.ts";
import { visibleEntries } from "#src/lib/outbox/visible-entries.ts";
import { watchEntries } from "#src/lib/outbox/watch-entries.ts";
import { shownOutbox } from "#src/lib/sealing/shown-outbox.ts";
import { isEntryOf } from "#src/lib/workspace/entries.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { isWaiting } from "#src/outbox/entry.ts";
import { StorageError } from "#src/outbox/storage/storage-error.ts";
import type { Entry } from "#src/requests/entry.ts";
import type { KeptRequest } from "#src/requests/submit.ts";
import { notify } from "#src/ui/toast/notify.ts";
import type { Toast } from "#src/ui/toast/toast.ts";
import { type SentVerdict, sendVerdict, type VerdictDraft } from "./send-verdict.ts";
import { sentText } from "./sent-text.ts";
import { storeVerdict } from "./store-verdict.ts";
import { type Decision, undoDecision } from "./undo-verdict.ts";
import { verdictIn, type WaitingVerdict, waitingVerdicts, without } from "./waiting-verdicts.ts";

/** How long a toast with an undo stays, in milliseconds. People need time to find it. */
const UNDO_MS = 10_000;

const tell = (toast: Toast) => void notify(toast).catch(() => undefined);

/** Ids of the verdicts that are waiting. */
const waitingIds = (entries: readonly Entry[]) =>
	new Set(entries.filter((entry) => isWaiting(entry) && verdictIn(entry)).map(({ id }) => id));

/** A verdict as a person enters it, and the findings as they are on the screen. */
export type VerdictOn = Omit<VerdictDraft, "fingerprints"> & { findings: readonly TrackedFinding[] };

/** The verdicts waiting on this device, and how to give more and to undo the last one. */
export function useVerdicts() {
	const queries = useQueryClient();
	const { scope, client } = useScope();
	const account = useAccount();
	const accountId = account.status === "known" && !account.locked ? account.account.accountId : null;
	const [entries, setEntries] = useState<readonly Entry[]>([]);
	/** Findings whose verdict is being sent at this moment. */
	const under = useRef(new Set<string>());
	const kept = useRef<KeptRequest | null>(null);
	const last = useRef<Decision | null>(null);
	const undone = useRef(new WeakSet<Decision>());

	// biome-ignore lint/correctness/useExhaustiveDependencies: the next account must not undo what this one decided.
	useEffect(
		() => () => {
			kept.current = null;
			last.current = null;
		},
		[accountId],
	);

	useEffect(() => {
		let before: ReadonlySet<string> = new Set();
		return watchEntries(shownOutbox(), (reading) => {
			if (!reading.ok) return;
			for (const entry of reading.entries) {
				const verdict = verdictIn(entry);
				// Sent by the worker, another tab or the timer.
				if (
					verdict &&
					entry.status === "accepted" &&
					before.has(entry.id) &&
					isEntryOf(entry, { ...scope, client: null })
				)
					storeVerdict(queries, scope, verdict);
			}
			before = waitingIds(reading.entries);
			setEntries(reading.entries);
		});
	}, [queries, scope]);

	/** Findings of two workspaces can have the same fingerprint. */
	const visibleInScope = useCallback(
		(all: readonly Entry[]) =>
			visibleEntries(all, account).entries.filter((entry) => isEntryOf(entry, { ...scope, client: null })),
		[account, scope],
	);
	const waiting = useMemo(() => waitingVerdicts(visibleInScope(entries)), [entries, visibleInScope]);
	/** Read now: the screen may be a quarter of a second behind, and still hold what the server has just refused. */
	const waitingNow = async (): Promise<ReadonlyMap<string, WaitingVerdict>> => {
		try {
			return waitingVerdicts(visibleInScope((await shownOutbox().contents()).entries));
		} catch (error) {
			if (!(error instanceof StorageError)) throw error;
			return new Map();
		}
	};

	async function post(draft: VerdictDraft, again: KeptRequest | null): Promise<SentVerdict | OutcomeText> {
		if (accountId === null) return { parts: [], kept: null };
		const deps = {
			outbox: browserOutbox(),
			online: isOnline,
			account: accountId,
			scope,
			client,
			now: () => Date.now(),
		};
		try {
			const sent = await sendVerdict(draft, again, deps);
			for (const { outcome, verdict } of sent.parts)
				if (outcome.type === "accepted") storeVerdict(queries, scope, verdict);
			return sent;
		} catch (error) {
			if (!(error instanceof StorageError)) throw error;
			return { title: "Nothing was changed", text: `${error.message} Fewer findings at once may still work.` };
		}
	}

	async function undo(decision: Decision): Promise<void> {
		if (undone.current.has(decision)) return;
		undone.current.add(decision);
		let later = "";
		try {
			const trouble = await undoDecision(decision, { ...browserOutbox(), ...shownOutbox() }, async (draft) => {
				const sent = await post(draft, null);
				if (!("parts" in sent)) return sent;
				const { done, ...telling } = sentText(draft.state, sent.parts);
				if (!done) return telling;
				later = telling.text;
				return null;
			});
			if (trouble) return tell(trouble);
			tell({ title: `Undone: ${counted(decision.findings.length, "finding")}`, text: later });
		} catch (error) {
			if (!(error instanceof StorageError)) throw error;
			undone.current.delete(decision);
			tell({ title: "Not undone", text: error.message });
		}
	}

	return {
		/** By finding. */
		waiting,
		/**
		 * Gives a verdict on the findings that have no pending one. Resolves to null if it was saved or sent, which a toast
		 * announces with a way to undo it, and otherwise to the reason it was not.
		 */
		async send({ findings, ...given }: VerdictOn): Promise<OutcomeText | null> {
			const free = findings.filter(({ fingerprint }) => !under.current.has(fingerprint));
			if (accountId === null || free.length === 0) return null;
			for (const { fingerprint } of free) under.current.add(fingerprint);
			try {
				const waitingAlready = await waitingNow();
				const about = free.filter(({ fingerprint }) => !waitingAlready.has(fingerprint));
				if (about.length === 0) return null;
				const sent = await post({ ...given, fingerprints: about.map(({ fingerprint }) => fingerprint) }, kept.current);
				if (!("parts" in sent)) return sent;
				kept.current = sent.kept;
				const { done: _, ...telling } = sentText(given.state, sent.parts);
				const decided = decisionOf(given.state, sent, about);
				if (!decided) return telling;
				last.current = decided;
				tell({ ...telling, duration: UNDO_MS, action: { label: "Undo", run: () => void undo(decided) } });
				return null;
			} finally {
				for (const { fingerprint } of free) under.current.delete(fingerprint);
			}
		},
		/** Undoes the last verdict that was given here, once. */
		undoLast(): void {
			if (last.current) void undo(last.current);
		},
		/** Takes back the waiting verdicts on findings; other findings of the same verdict keep it. */
		async takeBack(fingerprints: readonly string[]): Promise<void> {
			const gone = new Set(fingerprints);
			const of = new Map(
				fingerprints.map((one) => waiting.get(one)).flatMap((one) => (one ? [[one.entry.id, one]] : [])),
			);
			try {
				for (const { entry, verdict } of of.values()) {
					const rest = without(verdict, gone);
					const outcome = rest
						? await browserOutbox().edit(entry.id, { request: { kind: "verdicts", body: rest } })
						: await browserOutbox().discard(entry.id);
					if (outcome === "under-way") tell({ title: "Too late to take back", text: "It is being sent right now." });
				}
			} catch (error) {
				if (!(error instanceof StorageError)) throw error;
				tell({ title: "Not taken back", text: error.message });
			}
		},
	};
}

/** What can be undone: the findings whose verdict was sent or saved. Null if there is none. */
function decisionOf(
	state: Decision["state"],
	{ parts }: SentVerdict,
	findings: readonly TrackedFinding[],
): Decision | null {
	const good = parts.filter(({ outcome }) => outcome.type !== "refused" && outcome.type !== "unsaved");
	const [first] = good;
	if (!first) return null;
	const decided = new Set(good.flatMap(({ verdict }) => verdict.fingerprints));
	return {
		state,
		saidAt: first.verdict.saidAt,
		findings: findings.filter(({ fingerprint }) => decided.has(fingerprint)),
	};
}
