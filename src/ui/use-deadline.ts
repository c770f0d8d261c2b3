import { useEffect } from "react";

/** Says once when a moment (milliseconds of the device's clock) has passed; null: there is none. `onPassed` has to stay the same. */
export function useDeadline(until: number | null, onPassed: (event: { type: "passed"; at: number }) => void): void {
	useEffect(() => {
		if (until === null) return;
		// Timers may come a little early; what waits for the moment asks for it exactly.
		const passed = () => onPassed({ type: "passed", at: Math.max(until, Date.now()) });
		const left = until - Date.now();
		if (left <= 0) return passed();
		const timer = setTimeout(passed, left);
		return () => clearTimeout(timer);
	}, [until, onPassed]);
}
