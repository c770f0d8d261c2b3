import type { Outbox } from "./outbox.ts";
import { HEAD_START_MS } from "./record.ts";
import type { ReplayRequest } from "./replay.ts";

/** Shortest and longest wait for the next pass, in milliseconds: no hot loop, and a clock that was set is noticed. */
const MIN_WAIT_MS = 1000;
const MAX_WAIT_MS = 60 * 60 * 1000;
/** When the storage failed: iOS drops connections for a while. */
const AFTER_ERROR_MS = 60_000;

export type TriggerDeps = {
	/** `visible` is a `visibilitychange` that ended in visible. */
	on(event: "online" | "focus" | "visible", listener: () => void): void;
	now(): number;
	after(ms: number, callback: () => void): () => void;
	/** Asks the browser for a sync event, where it has them. */
	registerSync(): void;
	/** Called when a pass begins; what it returns is called when it ends. */
	markBusy(): () => void;
};

/**
 * Lets a page replay: at once, when the browser says it is online, when the page is looked at, and when the next entry is
 * due. That the browser says "offline" stops nothing: it is only a hint.
 */
export function startTriggers(outbox: Pick<Outbox, "replay" | "subscribe">, deps: TriggerDeps): void {
	let cancel = () => {};

	function schedule(at: number | null): void {
		cancel();
		if (at === null) return;
		const wait = Math.min(Math.max(at - deps.now(), MIN_WAIT_MS), MAX_WAIT_MS);
		cancel = deps.after(wait, () => void pass({ heard: true }));
	}

	async function pass(options: ReplayRequest = {}): Promise<number> {
		const release = deps.markBusy();
		try {
			const { left, nextAt } = await outbox.replay(options);
			schedule(nextAt);
			return left;
		} catch {
			schedule(deps.now() + AFTER_ERROR_MS);
			return 0;
		} finally {
			release();
		}
	}

	outbox.subscribe(({ what }) => {
		if (what === "added") deps.registerSync();
		// Whoever is at work on it comes first; a pass that finds nothing due is cheap.
		schedule(deps.now() + HEAD_START_MS + MIN_WAIT_MS);
	});
	deps.on("online", () => void pass({ reconnected: true }));
	deps.on("focus", () => void pass());
	deps.on("visible", () => void pass());
	void pass({ heard: true }).then((left) => {
		// A browser gives up on a sync event after a few failures: ask anew while something waits.
		if (left > 0) deps.registerSync();
	});
}
