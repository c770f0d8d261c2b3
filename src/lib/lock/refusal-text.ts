import type { LockRefusal } from "./create-lock.ts";
import type { LockState } from "./lock-state.ts";
import { FREE_TRIES } from "./tries.ts";

/** `30 seconds`, `8 minutes`, `1 hour`. */
export function waitText(ms: number): string {
	const seconds = Math.max(1, Math.ceil(ms / 1_000));
	if (seconds < 60) return seconds === 1 ? "1 second" : `${seconds} seconds`;
	const minutes = Math.ceil(seconds / 60);
	if (minutes < 60) return minutes === 1 ? "1 minute" : `${minutes} minutes`;
	return "1 hour";
}

/** Why the lock did not change, and what to do. `state`: the state after the attempt. */
export function refusalText(refusal: LockRefusal, state: LockState): string {
	switch (refusal) {
		case "wrong":
			if (state.status === "locked" && state.waitUntil !== null) return "Wrong PIN. Nothing was deleted.";
			return state.status === "locked" && state.wrong === FREE_TRIES
				? "Wrong PIN. After the next wrong one you have to wait."
				: "Wrong PIN. Try again.";
		case "wait":
			return "This PIN was not tried: there were too many wrong ones. Nothing was deleted.";
		case "off":
			return "There is no such PIN on this device now. Reload the page.";
		case "canceled":
			return "The passkey was not used. Try again.";
		case "unable":
			return "This passkey cannot open a lock on this device. Use another way.";
	}
}
