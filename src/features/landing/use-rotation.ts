import { useEffect, useState } from "react";
import { timings } from "#src/config/timings.ts";

/** After the last comes the first. */
export const after = (at: number, count: number): number => (at + 1) % count;

const noMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Shows one of `count` after the other. Each stands its full time, counted from when it came or was chosen. It rests while
 * `held`, and never moves for people who want less motion.
 */
export function useRotation(count: number, held: boolean) {
	// Choosing what is shown already begins its time anew: hence an object.
	const [shown, setShown] = useState({ at: 0 });
	useEffect(() => {
		if (held || noMotion()) return;
		const timer = setTimeout(() => setShown({ at: after(shown.at, count) }), timings.reason);
		return () => clearTimeout(timer);
	}, [shown, count, held]);
	return { at: shown.at, choose: (at: number) => setShown({ at }) };
}
