import { type TouchEvent, useRef } from "react";

/** How far a finger moves sideways at least, in pixels. */
const SWIPE = 70;

/**
 * Calls back after a swipe towards the end of the line (left to right in English). Ignores swipes from the edge, where browsers go back.
 * The element needs `touch-action: pan-y pinch-zoom`: otherwise the browser starts a pan and never reports the finger's release.
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
