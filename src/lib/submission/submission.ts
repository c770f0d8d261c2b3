import type { EntryId } from "#contract/ids.ts";
import type { Fate } from "#src/requests/follow-entry.ts";
import type { KeptRequest } from "#src/requests/submit.ts";
import {
	blankValues,
	cleared,
	type FormRules,
	type Outcome,
	type Submission,
	type SubmissionEvent,
	sameValues,
	transition,
	trimmed,
	type Values,
} from "./submission-state.ts";

/** How a submission ended, and what the outbox, or only the form, still holds of the request. */
export type Submitted = { outcome: Outcome; kept: KeptRequest | null };

/** What a form does outside itself. */
export type SubmissionDeps = {
	/** Values that are known before anything is typed. */
	known(): Values;
	submit(values: Values, kept: KeptRequest | null): Promise<Submitted>;
	/** Calls back once, when a saved entry was sent, refused or discarded elsewhere. Returns a function that stops it. */
	follow(id: EntryId, listener: (fate: Fate) => void): () => void;
	/** Removes an entry whose outcome was shown. */
	forget(id: EntryId): void;
	/** Shows an outcome outside the form, such as in a toast. Rejects when it cannot. */
	announce(outcome: Outcome, state: Submission): Promise<unknown>;
	/** Blocks page reloads until the returned function is called. */
	markBusy(): () => void;
};

export type SubmissionForm = ReturnType<typeof createSubmission>;

/** The saved entry whose outcome changes what the form shows. */
function followedEntry(state: Submission): EntryId | null {
	if (state.step === "submitting") return null;
	if (state.kept?.request.saved) return state.kept.request.id;
	return state.notice?.type === "queued" ? state.notice.id : null;
}

/** A form without its UI: holds the state and runs the effects of its changes. */
export function createSubmission(rules: FormRules, deps: SubmissionDeps) {
	// Forms are also created during prerendering, where there is no account.
	let state = cleared(blankValues(rules, {}));
	const listeners = new Set<() => void>();
	let followed: { id: EntryId; stop: () => void } | null = null;
	let release: (() => void) | null = null;
	let left = false;
	const empty = () => blankValues(rules, deps.known());

	function dispatch(event: SubmissionEvent): void {
		const before = state;
		state = transition(rules, before, event);
		if (state === before) return;
		sync();
		if (state.step === "submitting") void submit(state);
		for (const listener of listeners) listener();
	}

	/** Marks the page as busy and follows an entry, as the state asks. */
	function sync(): void {
		if (left || sameValues(trimmed(state.values), empty())) {
			release?.();
			release = null;
		} else release ??= deps.markBusy();
		const id = left ? null : followedEntry(state);
		if (followed?.id === id) return;
		followed?.stop();
		followed = id && { id, stop: deps.follow(id, (fate) => meet(id, fate)) };
	}

	function announce(outcome: Outcome): void {
		deps.announce(outcome, state).catch(() => {
			if (outcome.type === "accepted") dispatch({ type: "unannounced" });
		});
	}

	async function submit({ values, kept }: Submission): Promise<void> {
		const submitted: Submitted = await deps.submit(values, kept?.request ?? null).catch((error: unknown) => ({
			outcome: { type: "failed", message: error instanceof Error ? error.message : "" },
			kept: null,
		}));
		const { outcome } = submitted;
		dispatch({ type: "settled", ...submitted, empty: empty() });
		announce(outcome);
		// A refusal that was not shown stays in the outbox, which lists it.
		if (outcome.type === "accepted" || (outcome.type === "refused" && !left)) deps.forget(outcome.id);
	}

	function meet(id: EntryId, fate: Fate): void {
		const wasKept = state.kept?.request.id === id;
		followed = null;
		dispatch({ type: "followed", id, fate, empty: empty() });
		const delivered = fate.fate === "delivered";
		if (delivered && wasKept) announce({ type: "accepted", id, receipt: null, unsaved: null });
		// A refusal is shown only where its values are still in the form; else the outbox lists it.
		if (delivered || (state.step === "editing" && state.trouble?.type === "refused")) deps.forget(id);
	}

	return {
		state: () => state,
		dispatch,
		subscribe(listener: () => void): () => void {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		/** The form leaves the screen. A submission in progress continues. */
		leave(): void {
			left = true;
			sync();
		},
	};
}
