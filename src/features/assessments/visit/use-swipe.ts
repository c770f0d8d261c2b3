import { type TouchEvent, useRef } from "react";

/** How far a finger moves sideways at least, in pixels. */
const SWIPE = 70;

/**
 * Calls back after a swipe to the end of the line: from left to right where texts are read so. Not from the edge, where browsers go back.
 * What it is on needs `touch-action: pan-y pinch-zoom`: otherwise a browser takes the finger for a pan, and never says that it was lifted.
 */
export function useSwipe(onSwipe: () => void) {
	const from = useRef<{ x: number; y: number } | null>(null);
	return {
		onTouchStart({ touches }: TouchEvent) {
			const touch = touches[0];
			from.current =
				touch && touches.length === 1 && touch.clientX > 24 ? { x: touch.clientX, y: touch.clientY } : null;
		},
		onTouchEnd({ changedTouches }: TouchEvent) {
			const touch = changedTouches[0];
			if (!from.current || !touch) return;
			const [x, y] = [touch.clientX - from.current.x, touch.clientY - from.current.y];
			from.current = null;
			if (x > SWIPE && Math.abs(y) * 2 < x) onSwipe();
		},
	};
}
