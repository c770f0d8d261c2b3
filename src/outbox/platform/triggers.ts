import type { ReplayRequest } from "../delivery/replay.ts";
import { HEAD_START_MS } from "../storage/record.ts";
import type { Outbox } from "../surface.ts";

/** Shortest and longest wait for the next pass, in milliseconds: it never spins, and it notices when the clock changes. */
const MIN_WAIT_MS = 1000;
const MAX_WAIT_MS = 60 * 60 * 1000;
/** The wait after a storage failure: iOS drops connections for a while. */
const AFTER_ERROR_MS = 60_000;
/** The shortest time between two attempts because the page came to the front, in milliseconds. Both events mark one coming. */
export const FRONT_REST_MS = 5000;

export type TriggerDeps = {
	/** `visible` is a `visibilitychange` that ended in visible. `line`: the device's type of connection changed. */
	on(event: "online" | "focus" | "visible" | "line", listener: () => void): void;
	now(): number;
	after(ms: number, callback: () => void): () => void;
	/** Asks the browser for a sync event, if it supports them. */
	registerSync(): void;
	/** Called when a pass starts; the returned function is called when the pass ends. */
	markBusy(): () => void;
};

const earliest = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.min(a, b));

/**
 * Starts a page's passes: now, when the browser comes online, when the page gets focus or becomes visible, and when the next entry
 * is due. A page that comes to the front, as when it opens, doesn't wait for a back-off. The browser saying "offline" doesn't stop anything: it is only a hint.
 */
export function startTriggers(outbox: Pick<Outbox, "replay" | "subscribe">, deps: TriggerDeps): void {
	let cancel = () => {};
	/** When to check for changes since the last pass started: that pass may have missed them. */
	let changesAt: number | null = null;

	function schedule(at: number | null): void {
		cancel();
		if (at === null) return;
		const wait = Math.min(Math.max(at - deps.now(), MIN_WAIT_MS), MAX_WAIT_MS);
		cancel = deps.after(wait, () => void pass({ heard: true }));
	}

	async function pass(options: ReplayRequest = {}): Promise<number> {
		const release = deps.markBusy();
		changesAt = null;
		try {
			const { left, nextAt } = await outbox.replay(options);
			schedule(earliest(nextAt, changesAt));
			return left;
		} catch {
			schedule(deps.now() + AFTER_ERROR_MS);
			return 0;
		} finally {
			release();
		}
	}

	let frontAt = Number.NEGATIVE_INFINITY;
	/** A person is looking, so an attempt that got no answer is repeated now. If one gets through, so do the others. */
	function comeToFront(options: ReplayRequest = {}): Promise<number> {
		const now = deps.now();
		// The clock may have been set back.
		const isDue = Math.abs(now - frontAt) >= FRONT_REST_MS;
		if (isDue) frontAt = now;
		return pass({ ...options, ...(isDue && { reconnected: true }) });
	}

	outbox.subscribe(({ what }) => {
		if (what === "progress") return;
		if (what === "added") deps.registerSync();
		// Let the tab that enqueued it go first. A pass that finds nothing due is cheap.
		changesAt = deps.now() + HEAD_START_MS + MIN_WAIT_MS;
		schedule(changesAt);
	});
	deps.on("online", () => void pass({ reconnected: true }));
	deps.on("line", () => void pass());
	deps.on("focus", () => void comeToFront());
	deps.on("visible", () => void comeToFront());
	void comeToFront({ heard: true }).then((left) => {
		// A browser gives up on a sync event after a few failures: ask again while something waits.
		if (left > 0) deps.registerSync();
	});
}
