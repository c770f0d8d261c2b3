import { type ComponentType, useEffect, useState } from "react";
import { afterLoad } from "#src/sw-bridge/after-load.ts";
import { whenReachable } from "./missing-parts.ts";

/**
 * A part of a page without prerendered HTML, such as a prompt: nothing is there until its code has loaded, which is after the page. It is
 * not lazy, because React holds a navigation until the lazy parts of a prerendered page are here, and this one may never come.
 */
export function latePart(load: () => Promise<{ default: ComponentType }>): ComponentType {
	let loaded: ComponentType | null = null;
	// biome-ignore lint/correctness/noComponentHookFactories: called once per part while its module loads, so the type is stable.
	return function LatePart() {
		const [Part, setPart] = useState(() => loaded);
		useEffect(() => {
			if (Part) return;
			let isMounted = true;
			afterLoad(async () => {
				loaded ??= (await whenReachable(load)).default;
				if (isMounted) setPart(() => loaded);
			});
			return () => {
				isMounted = false;
			};
		}, [Part]);
		return Part && <Part />;
	};
}
