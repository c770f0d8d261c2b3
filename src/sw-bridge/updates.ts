import type { BusyMarks } from "./busy.ts";

/** Where `controllerchange` never comes (an old worker that is still at work), the page reloads after this long. */
const FALLBACK_MS = 2000;

export type UpdatesDeps = {
	container: Pick<ServiceWorkerContainer, "controller" | "addEventListener">;
	busy: Pick<BusyMarks, "has" | "subscribe">;
	hidden(): boolean;
	/** Calls back when the tab goes into the background. */
	onHidden(listener: () => void): void;
	after(ms: number, callback: () => void): () => void;
	reload(): void;
};

/** The registered worker's versions, as workbox-window follows them. */
export type WorkerVersions = {
	/** A new version is installed and waits, behind one that is at work: at the start, found later, or by another tab. */
	onWaiting(listener: () => void): void;
	/** Tells the waiting version to take over. */
	skipWaiting(): void;
};

/**
 * A new worker waits until a person accepts it in some tab. That tab reloads as soon as it is not busy; every other tab
 * reloads when it is neither busy nor looked at, or when it is told to as well.
 */
export function createUpdates({ container, busy, hidden, onHidden, after, reload }: UpdatesDeps) {
	const listeners = new Set<(ready: boolean) => void>();
	let controlled = container.controller !== null;
	let versions: WorkerVersions | undefined;
	let waiting = false;
	let accepted = false;
	/** A newer worker has taken over, or should have: this tab runs old code. */
	let outdated = false;
	let reported = false;

	const isReady = () => (waiting || outdated) && !accepted && !busy.has("form");

	function look(): void {
		if (outdated && !busy.has() && (accepted || hidden())) {
			outdated = false;
			waiting = false;
			reload();
		}
		if (isReady() === reported) return;
		reported = !reported;
		for (const listener of listeners) listener(reported);
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

	return {
		/** Follows the worker's versions from now on. */
		watch(registered: WorkerVersions): void {
			versions = registered;
			registered.onWaiting(() => {
				// Without a controller this is the first installation, and not an update.
				if (!container.controller) return;
				waiting = true;
				look();
			});
		},

		/** Calls back with whether an update may be offered: at once, and whenever that changes. */
		subscribe(listener: (ready: boolean) => void): () => void {
			listeners.add(listener);
			listener(reported);
			return () => listeners.delete(listener);
		},

		/** A person reported yes in this tab. */
		accept(): void {
			accepted = true;
			if (waiting) versions?.skipWaiting();
			if (!outdated) after(FALLBACK_MS, becomeOutdated);
			look();
		},
	};
}

export type Updates = ReturnType<typeof createUpdates>;
