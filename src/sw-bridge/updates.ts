import type { BusyMarks } from "./busy.ts";

/** If `controllerchange` never comes (an old worker is still busy), the page reloads after this long, in milliseconds. */
const FALLBACK_MS = 2000;

export type UpdatesDeps = {
	container: Pick<ServiceWorkerContainer, "controller" | "addEventListener">;
	busy: Pick<BusyMarks, "has" | "subscribe">;
	hidden(): boolean;
	/** Calls back when the tab moves into the background. */
	onHidden(listener: () => void): void;
	after(ms: number, callback: () => void): () => void;
	reload(): void;
};

/** The registered worker's versions, as workbox-window reports them. */
export type WorkerVersions = {
	/** A new version is installed and waits behind the active one: present at startup, found later, or found by another tab. */
	onWaiting(listener: () => void): void;
	/** Tells the waiting version to take over. */
	skipWaiting(): void;
};

/**
 * A new worker waits until the user accepts it in some tab. That tab reloads as soon as it is not busy. Every other tab reloads when it
 * is neither busy nor visible, or when the user accepts there as well.
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
		// The very first worker takes over a page that is already current.
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
				// Without a controller this is the first installation, not an update.
				if (!container.controller) return;
				waiting = true;
				look();
			});
		},

		/** Calls back with whether an update may be offered: now, and whenever that changes. */
		subscribe(listener: (ready: boolean) => void): () => void {
			listeners.add(listener);
			listener(reported);
			return () => listeners.delete(listener);
		},

		/** The user accepted the update in this tab. */
		accept(): void {
			accepted = true;
			if (waiting) versions?.skipWaiting();
			if (!outdated) after(FALLBACK_MS, becomeOutdated);
			look();
		},
	};
}

export type Updates = ReturnType<typeof createUpdates>;
