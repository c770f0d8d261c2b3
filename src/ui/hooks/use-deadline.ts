import { useEffect } from "react";

type Passed = { type: "passed"; at: number };

/** Calls back once when `until` (milliseconds of the device's clock) has passed. Returns a function that stops it. */
export function watchDeadline(until: number, onPassed: (event: Passed) => void): () => void {
	// Timers may fire a little early, and we don't set a second one, so the event's time is never before the deadline.
	const passed = () => onPassed({ type: "passed", at: Math.max(until, Date.now()) });
	const left = until - Date.now();
	if (left <= 0) {
		passed();
		return () => {};
	}
	const timer = setTimeout(passed, left);
	return () => clearTimeout(timer);
}

/** Dispatches `passed` when the deadline is reached; null means there is none. `onPassed` must stay the same function. */
export function useDeadline(until: number | null, onPassed: (event: Passed) => void): void {
	useEffect(() => (until === null ? undefined : watchDeadline(until, onPassed)), [until, onPassed]);
}
