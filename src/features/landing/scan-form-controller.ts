import type { EntryId } from "#contract/ids.ts";
import type { Fate } from "#src/outbox/follow-entry.ts";
import {
	emptyForm,
	type FormEvent,
	type FormState,
	type Kept,
	type Outcome,
	transition,
	type Values,
} from "./scan-form-state.ts";

/** What the form does to the world. The browser's own is in scan-form-world.ts. */
export type FormWorld = {
	submit(values: Values, kept: Kept | null): Promise<Outcome>;
	/** Calls back once, when a saved entry was sent, refused or discarded by somebody else. Returns a function that stops it. */
	follow(id: EntryId, listener: (fate: Fate) => void): () => void;
	/** The outcome of a saved entry was shown: it need not be listed any more. */
	forget(id: EntryId): void;
	/** Shows the success toast. Rejects when it cannot. */
	announce(): Promise<void>;
	/** Holds back reloads of the page until the returned function is called. */
	markBusy(): () => void;
};

const NOT_SAVED = "Nothing was saved on this device.";

const isInUse = (state: FormState) => state.step !== "target" || state.target.trim() !== "";

/** The saved entry whose fate concerns what the form shows. */
function followedEntry(state: FormState): EntryId | null {
	if (state.step === "submitting") return null;
	if (state.kept?.saved) return state.kept.id;
	return state.step === "target" && state.notice?.type === "queued" ? state.notice.id : null;
}

/** The free-scan form without its looks: holds the state and does what its changes ask for. */
export function createScanForm(world: FormWorld) {
	let state: FormState = emptyForm;
	const listeners = new Set<() => void>();
	let followed: { id: EntryId; stop: () => void } | null = null;
	let release: (() => void) | null = null;
	let left = false;

	function dispatch(event: FormEvent): void {
		const before = state;
		state = transition(before, event);
		if (state === before) return;
		hold(!left && isInUse(state));
		follow(left ? null : followedEntry(state));
		if (state.step === "submitting") void submit(state);
		for (const listener of listeners) listener();
	}

	function hold(busy: boolean): void {
		if (busy) release ??= world.markBusy();
		else {
			release?.();
			release = null;
		}
	}

	function announce(): void {
		world.announce().catch(() => dispatch({ type: "toast-failed" }));
	}

	async function submit({ target, email, kept }: FormState): Promise<void> {
		let outcome: Outcome;
		try {
			outcome = await world.submit({ target, email }, kept);
		} catch (error) {
			// Most likely a part of the page that could not be loaded, or storage that broke in a way of its own.
			const message = error instanceof Error ? error.message : "";
			outcome = { type: "unsaved", id: null, message, why: NOT_SAVED };
		}
		if (outcome.type === "accepted") announce();
		dispatch({ type: "settled", outcome });
		// What nobody saw stays in the outbox, which will tell it.
		if (outcome.type === "accepted" || (outcome.type === "refused" && !left)) world.forget(outcome.id);
	}

	function follow(id: EntryId | null): void {
		if (followed?.id === id) return;
		followed?.stop();
		followed = id === null ? null : { id, stop: world.follow(id, (fate) => meet(id, fate)) };
	}

	function meet(id: EntryId, fate: Fate): void {
		const wasKept = state.kept?.id === id;
		followed = null;
		dispatch({ type: "followed", id, fate });
		if (fate.fate === "delivered" && wasKept) announce();
		// A refusal is shown in full only where its values still stand in the form; else the outbox has to tell it.
		const shown = fate.fate === "delivered" || (state.step === "email" && state.trouble?.type === "refused");
		if (shown) world.forget(id);
	}

	return {
		state: () => state,
		dispatch,
		subscribe(listener: () => void): () => void {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		/** The form leaves the screen. What is on its way goes on. */
		leave(): void {
			left = true;
			follow(null);
			hold(false);
		},
	};
}
