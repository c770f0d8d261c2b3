import { type ReactNode, useLayoutEffect, useRef } from "react";

/** Of a section, what has to be in view before it fades in (specification, section 9). */
const REVEAL_AT = 0.1;

/**
 * Fades a section in, once. Only what lies below the screen when its code arrives is hidden before: without scripts, in
 * print and with reduced motion everything is simply there.
 */
export function Reveal({ children }: { children: ReactNode }) {
	const place = useRef<HTMLDivElement>(null);
	useLayoutEffect(() => {
		const { current } = place;
		if (!current || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
		if (current.getBoundingClientRect().top < innerHeight) return;
		current.dataset.reveal = "waiting";
		const observer = new IntersectionObserver(
			([entry]) => {
				if (!entry || entry.intersectionRatio < REVEAL_AT) return;
				current.dataset.reveal = "shown";
				observer.disconnect();
			},
			{ threshold: REVEAL_AT },
		);
		observer.observe(current);
		return () => observer.disconnect();
	}, []);
	return <div ref={place}>{children}</div>;
}
