import { type ReactNode, useEffect, useRef } from "react";

/** How much of a section has to be in view before it fades in (specification, section 9). */
const REVEAL_AT = 0.1;

/**
 * Fades a section in, once. Only what is below the screen when its code arrives is hidden first: without scripts, in
 * print and with reduced motion everything is simply there.
 */
export function Reveal({ children }: { children: ReactNode }) {
	const place = useRef<HTMLDivElement>(null);
	useEffect(() => {
		const { current } = place;
		if (!current || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
		const observer = new IntersectionObserver(
			([entry]) => {
				if (!entry) return;
				const { dataset } = current;
				// The first callback delivers the position; measuring it would force another layout.
				if (!dataset.reveal && entry.boundingClientRect.top >= innerHeight) {
					dataset.reveal = "waiting";
					return;
				}
				if (dataset.reveal && entry.intersectionRatio < REVEAL_AT) return;
				if (dataset.reveal) dataset.reveal = "shown";
				observer.disconnect();
			},
			{ threshold: REVEAL_AT },
		);
		observer.observe(current);
		return () => observer.disconnect();
	}, []);
	return <div ref={place}>{children}</div>;
}
