import type { Way } from "./install-way.ts";

/** Remembered between visits. Times are device time in milliseconds. */
export type InstallMemory = {
	/** A scan was accepted or queued on this device. */
	earned: boolean;
	/** How often the invitation was declined, and when it may be shown again. */
	declined: number;
	until: number;
	/** The app is on this device. */
	installed: boolean;
};

export type InstallState = { memory: InstallMemory } & (
	| { step: "inside" }
	| { step: "installed" }
	| { step: "tab"; way: Way }
	/** The browser's own dialog is open. */
	| { step: "asking" }
);

export type InstallEvent =
	/** The browser offers to install (`beforeinstallprompt`), so the app is not, or no longer, on this device. */
	| { type: "offered" }
	| { type: "earned" }
	| { type: "asked" }
	/** The browser's dialog was answered; its offer is used up. `way`: how to install without it. */
	| { type: "answered"; yes: boolean; way: Way; now: number }
	| { type: "declined"; now: number }
	| { type: "installed" }
	/** Another tab changed the remembered state. */
	| { type: "remembered"; memory: InstallMemory; way: Way };

export const NOTHING: InstallMemory = { earned: false, declined: 0, until: 0, installed: false };

const DAY_MS = 86_400_000;
/** How long the first and the second "no" count. After the third, only the settings offer it. */
const QUIET_MS = [30 * DAY_MS, 180 * DAY_MS];
/** Ways worth an invitation: the browser offers it, or the steps are short and reliable. */
const INVITED: readonly Way[] = ["prompt", "ios-share", "firefox-menu", "mac-dock"];

/** The state when a page starts. The installed app tells the tabs that it exists. */
export function firstState(memory: InstallMemory, { inside, way }: { inside: boolean; way: Way }): InstallState {
	if (inside) return { step: "inside", memory: { ...memory, installed: true } };
	return memory.installed ? { step: "installed", memory } : { step: "tab", way, memory };
}

const declined = (memory: InstallMemory, now: number): InstallMemory => ({
	...memory,
	declined: memory.declined + 1,
	until: now + (QUIET_MS[memory.declined] ?? 0),
});

const installed = (memory: InstallMemory): InstallState => ({
	step: "installed",
	memory: { ...memory, installed: true },
});

/**
 * Whether the app is on this device, and whether to offer it. An event that does not apply returns the same state.
 *
 * ```
 *   inside                       this page is the installed app: nothing to offer
 *   tab ──asked──► asking ──answered yes──► installed ──offered──► tab
 *    ▲ │             │
 *    │ declined      └─answered no─► tab, declined
 *    └─┘
 * ```
 */
export function transition(state: InstallState, event: InstallEvent): InstallState {
	const { memory } = state;
	switch (event.type) {
		case "offered":
			if (state.step === "inside" || state.step === "asking") return state;
			return { step: "tab", way: "prompt", memory: { ...memory, installed: false } };
		case "earned":
			return memory.earned ? state : { ...state, memory: { ...memory, earned: true } };
		case "asked":
			return state.step === "tab" && state.way === "prompt" ? { step: "asking", memory } : state;
		case "answered":
			if (state.step !== "asking") return state;
			return event.yes ? installed(memory) : { step: "tab", way: event.way, memory: declined(memory, event.now) };
		case "declined":
			return state.step === "tab" ? { ...state, memory: declined(memory, event.now) } : state;
		case "installed":
			return state.step === "inside" || state.step === "installed" ? state : installed(memory);
		case "remembered":
			if (state.step === "inside" || state.step === "asking") return state;
			if (event.memory.installed) return { step: "installed", memory: event.memory };
			return { step: "tab", way: state.step === "tab" ? state.way : event.way, memory: event.memory };
	}
}

/** Whether the invitation may be shown: after the first scan, and not while a "no" still counts. */
export function isInvited(state: InstallState, now: number): boolean {
	if (state.step !== "tab") return false;
	const { earned, declined, until } = state.memory;
	return earned && declined <= QUIET_MS.length && now >= until && INVITED.includes(state.way);
}
