import { coalesced, resting } from "#src/outbox/platform/coalesced.ts";
import { type Drafts, NO_DRAFTS } from "./drafts.ts";

export type DraftBookDeps = {
	/** Null if there is no readable draft. May reject. */
	read(): Promise<Drafts | null>;
	/** May reject; then the draft exists only on the screen. */
	write(drafts: Drafts): Promise<unknown>;
};

export type DraftBook = ReturnType<typeof createDraftBook>;

/** The drafts of one assessment, kept in memory and saved on the device after every change. */
export function createDraftBook({ read, write }: DraftBookDeps) {
	let now: Drafts | null = null;
	const listeners = new Set<() => void>();
	const keep = coalesced(async () => {
		if (now) await write(now).catch(() => undefined);
	}, resting(0));
	const set = (next: Drafts) => {
		now = next;
		for (const listener of listeners) listener();
	};
	read()
		.catch(() => null)
		.then((kept) => set(kept ?? NO_DRAFTS));
	return {
		/** Null until they are read. */
		now: () => now,
		/** Does nothing before they are read, or if nothing changes. */
		change(by: (now: Drafts) => Drafts): void {
			if (now === null) return;
			const next = by(now);
			if (next === now) return;
			set(next);
			keep();
		},
		subscribe(listener: () => void): () => void {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}
