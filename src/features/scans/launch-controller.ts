import type { EntryId } from "#contract/ids.ts";
import type { ScanKind, ScanRequest } from "#contract/scans.ts";
import type { Fate } from "#src/outbox/follow-entry.ts";
import type { KeptRequest } from "#src/outbox/submit.ts";
import { emptyValues, requestOf, trimmed, type Values } from "./launch-forms.ts";
import { emptyLaunch, isUntouched, type LaunchEvent, type Outcome, transition } from "./launch-state.ts";

/** What a form does to the world. The browser's own is in launch-world.ts. */
export type LaunchWorld = {
	/** The known account's address, empty where there is none. */
	email(): string;
	submit(request: ScanRequest, kept: KeptRequest | null): Promise<{ outcome: Outcome; kept: KeptRequest | null }>;
	/** Calls back once, when a saved entry has met its fate elsewhere. Returns a function that stops it. */
	follow(id: EntryId, listener: (fate: Fate) => void): () => void;
	/** Its outcome was shown: it need not be listed any more. */
	forget(id: EntryId): void;
	/** Told of every start and end of a submission: toasts, closing the dialog, reading the lists again. */
	submitting(kind: ScanKind): void;
	settled(kind: ScanKind, outcome: Outcome): void;
	/** Holds back reloads of the page until the returned function is called. */
	markBusy(): () => void;
};

export type LaunchForm = ReturnType<typeof createLaunchForm>;

/** One form without its looks. It outlives its dialog: what was typed is there again, and what was sent goes on. */
export function createLaunchForm(kind: ScanKind, world: LaunchWorld) {
	// Also made where pages are prerendered, for a device that knows nobody: `refill` comes once there is one.
	let state = emptyLaunch(emptyValues(kind, ""));
	const listeners = new Set<() => void>();
	let followed: { id: EntryId; stop: () => void } | null = null;
	let release: (() => void) | null = null;
	const empty = () => emptyValues(kind, world.email());

	function dispatch(event: LaunchEvent): void {
		const before = state;
		state = transition(before, event);
		if (state === before) return;
		hold(state.step === "submitting" || isTouched(state.values));
		follow(state.step === "editing" && state.kept?.request.saved ? state.kept.request.id : null);
		if (state.step === "submitting") void submit(state.values, state.kept?.request ?? null);
		for (const listener of listeners) listener();
	}

	const isTouched = (values: Values) => JSON.stringify(trimmed(values)) !== JSON.stringify(empty());

	function hold(busy: boolean): void {
		if (busy) release ??= world.markBusy();
		else {
			release?.();
			release = null;
		}
	}

	async function submit(values: Values, kept: KeptRequest | null): Promise<void> {
		world.submitting(kind);
		const result = await world.submit(requestOf(kind, values), kept).catch((error: unknown) => ({
			outcome: { type: "failed", message: error instanceof Error ? error.message : "" } as const,
			kept,
		}));
		const { outcome } = result;
		dispatch({ type: "settled", ...result, empty: empty() });
		world.settled(kind, outcome);
		if (outcome.type === "accepted" || outcome.type === "refused") world.forget(outcome.id);
	}

	function follow(id: EntryId | null): void {
		if (followed?.id === id) return;
		followed?.stop();
		followed = id === null ? null : { id, stop: world.follow(id, (fate) => meet(id, fate)) };
	}

	function meet(id: EntryId, fate: Fate): void {
		if (followed?.id !== id) return;
		followed = null;
		const untouched = isUntouched(state);
		dispatch({ type: "followed", fate, empty: empty() });
		if (fate.fate === "delivered") world.settled(kind, { type: "accepted", id, receipt: null, unsaved: null });
		// A refusal is said here only where its values still stand; else the outbox has to tell it.
		if (fate.fate === "delivered" || (fate.fate === "refused" && untouched)) world.forget(id);
	}

	return {
		kind,
		state: () => state,
		dispatch,
		subscribe(listener: () => void): () => void {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		/** The device knows an account: its address is filled in where none is typed. */
		refill(): void {
			if (state.step !== "editing" || state.kept || !("email" in state.values)) return;
			const known = world.email();
			if (known !== "" && state.values.email === "") dispatch({ type: "edited", name: "email", value: known });
		},
		/** The screen is left. What is on its way goes on. */
		leave(): void {
			follow(null);
			hold(false);
		},
	};
}
