import { SKIP_WAITING } from "#contract/worker.ts";
import type { BusyMarks } from "./busy.ts";

/** Where `controllerchange` never comes (an old worker that is still at work), the page reloads after this long. */
const FALLBACK_MS = 2000;

export type UpdatesWorld = {
	container: Pick<ServiceWorkerContainer, "controller" | "addEventListener">;
	busy: Pick<BusyMarks, "has" | "subscribe">;
	hidden(): boolean;
	/** Calls back when the tab goes into the background. */
	onHidden(listener: () => void): void;
	after(ms: number, callback: () => void): () => void;
	reload(): void;
};

/**
 * A new worker waits until a person accepts it in some tab. That tab reloads as soon as it is not busy; every other tab
 * reloads when it is neither busy nor looked at, or when it is told to as well.
 */
export function createUpdates({ container, busy, hidden, onHidden, after, reload }: UpdatesWorld) {
	const listeners = new Set<(ready: boolean) => void>();
	let controlled = container.controller !== null;
	let waiting: ServiceWorker | null = null;
	let accepted = false;
	/** A newer worker has taken over, or should have: this tab runs old code. */
	let outdated = false;
	let said = false;

	const isReady = () => (waiting !== null || outdated) && !accepted && !busy.has("form");

	function look(): void {
		if (outdated && !busy.has() && (accepted || hidden())) {
			outdated = false;
			waiting = null;
			reload();
		}
		if (isReady() === said) return;
		said = !said;
		for (const listener of listeners) listener(said);
	}

	function becomeOutdated(): void {
		outdated = true;
		look();
	}

	container.addEventListener("controllerchange", () => {
		// The first worker of all takes over a page that already is what it would serve.
		if (controlled) becomeOutdated();
		controlled = true;
	});
	busy.subscribe(look);
	onHidden(look);

	function noticeWaiting(worker: ServiceWorker | null): void {
		// Without a controller this is the first installation, and not an update.
		if (!worker || !container.controller) return;
		waiting = worker;
		look();
	}

	return {
		/** Follows a registration from now on. */
		watch(registration: ServiceWorkerRegistration): void {
			const follow = (worker: ServiceWorker | null) =>
				worker?.addEventListener("statechange", () => {
					if (worker.state === "installed") noticeWaiting(registration.waiting);
				});
			noticeWaiting(registration.waiting);
			follow(registration.installing);
			registration.addEventListener("updatefound", () => follow(registration.installing));
		},

		/** Calls back with whether an update may be offered: at once, and whenever that changes. */
		subscribe(listener: (ready: boolean) => void): () => void {
			listeners.add(listener);
			listener(said);
			return () => listeners.delete(listener);
		},

		/** A person said yes in this tab. */
		accept(): void {
			accepted = true;
			waiting?.postMessage(SKIP_WAITING);
			if (!outdated) after(FALLBACK_MS, becomeOutdated);
			look();
		},
	};
}

export type Updates = ReturnType<typeof createUpdates>;
