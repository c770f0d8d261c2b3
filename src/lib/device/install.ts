import {
	firstState,
	type InstallEvent,
	type InstallMemory,
	type InstallState,
	NOTHING,
	transition,
} from "./install-state.ts";
import { wayOf } from "./install-way.ts";

/** Not in the DOM types: Chromium only. */
type InstallPrompt = Event & { prompt(): Promise<{ outcome: "accepted" | "dismissed" }> };
type RelatedApps = { getInstalledRelatedApps?(): Promise<unknown[]> };

const KEY = "plumbline-install";
const INSIDE = "(display-mode: standalone), (display-mode: minimal-ui), (display-mode: window-controls-overlay)";

const listeners = new Set<() => void>();
let state: InstallState | undefined;
let offer: InstallPrompt | null = null;

function read(): InstallMemory {
	try {
		return { ...NOTHING, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<InstallMemory>) };
	} catch {
		return NOTHING;
	}
}

function remember(memory: InstallMemory): void {
	try {
		localStorage.setItem(KEY, JSON.stringify(memory));
	} catch {
		// Then it is remembered until the page closes.
	}
}

const browserWay = () => wayOf(navigator);

// `standalone` is Safari's own property, older than the media feature.
const isInside = () => matchMedia(INSIDE).matches || ("standalone" in navigator && navigator.standalone === true);

/** The same object until it changes. */
export function readInstall(): InstallState {
	state ??= firstState(read(), { inside: isInside(), way: browserWay() });
	return state;
}

function move(event: InstallEvent): void {
	const before = readInstall();
	state = transition(before, event);
	if (state === before) return;
	if (state.memory !== before.memory && event.type !== "remembered") remember(state.memory);
	for (const listener of listeners) listener();
}

export function subscribeInstall(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** Keeps the browser's offer for a better moment and notices an installation. Once per page. */
export function watchInstall(): void {
	if (readInstall().step === "inside") remember(readInstall().memory);
	addEventListener("beforeinstallprompt", (event) => {
		// Otherwise some browsers ask every visitor at once.
		event.preventDefault();
		offer = event as InstallPrompt;
		move({ type: "offered" });
	});
	addEventListener("appinstalled", () => move({ type: "installed" }));
	addEventListener("storage", ({ key }) => {
		if (key === KEY) move({ type: "remembered", memory: read(), way: browserWay() });
	});
	(navigator as RelatedApps).getInstalledRelatedApps?.().then(
		(apps) => {
			if (apps.length > 0) move({ type: "installed" });
		},
		// Only a top-level page may ask.
		() => undefined,
	);
}

/** A scan was accepted or queued on this device, so the app may be offered from now on. */
export const earnInstall = (): void => move({ type: "earned" });

export const declineInstall = (): void => move({ type: "declined", now: Date.now() });

/** Opens the browser's own dialog, if it has offered one. */
export async function askToInstall(): Promise<void> {
	const asking = offer;
	offer = null;
	if (!asking) return;
	move({ type: "asked" });
	const answer = await asking.prompt().catch(() => null);
	move({ type: "answered", yes: answer?.outcome === "accepted", way: browserWay(), now: Date.now() });
}
