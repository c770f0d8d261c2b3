import { useEffect } from "react";

/** Calls `onPassed` once when a time (device clock, in milliseconds) has passed. Null: none. `onPassed` has to stay the same function. */
export function useDeadline(until: number | null, onPassed: (event: { type: "passed"; at: number }) => void): void {
	useEffect(() => {
		if (until === null) return;
		// Timers may fire a little early, but the time must have passed.
		const passed = () => onPassed({ type: "passed", at: Math.max(until, Date.now()) });
		const left = until - Date.now();
		if (left <= 0) return passed();
		const timer = setTimeout(passed, left);
		return () => clearTimeout(timer);
	}, [until, onPassed]);
}
