import { useEffect, useState } from "react";
import { timings } from "#src/config/timings.ts";

/** The index after `at`; the first follows the last. */
export const after = (at: number, count: number): number => (at + 1) % count;

const noMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Shows one of `count` items after another, each for its full time after it appears or is chosen. It pauses while
 * `held`, and never moves for people who want less motion.
 */
export function useRotation(count: number, held: boolean) {
	// An object, so that choosing the current one again restarts its time.
	const [shown, setShown] = useState({ at: 0 });
	useEffect(() => {
		if (held || noMotion()) return;
		const timer = setTimeout(() => setShown({ at: after(shown.at, count) }), timings.reason);
		return () => clearTimeout(timer);
	}, [shown, count, held]);
	return { at: shown.at, choose: (at: number) => setShown({ at }) };
}
