import { type ComponentType, lazy, memo, Suspense } from "react";
import { afterLoad } from "#src/sw-bridge/after-load.ts";

const loaded = (): Promise<void> =>
	typeof window === "undefined" ? Promise.resolve() : new Promise((resolve) => afterLoad(resolve));

/**
 * A part of a page that is read before it is used: its HTML is prerendered with the page, its code comes after the page
 * has loaded. Until then React leaves the HTML as it is.
 */
export function deferred(load: () => Promise<{ default: ComponentType }>): ComponentType {
	const Lazy = lazy(() => loaded().then(load));
	// Memoized: rendered again before its code is there, React would take the prerendered HTML away.
	// biome-ignore lint/correctness/noComponentHookFactories: called once per part while its module loads, so the type is stable.
	return memo(function Deferred() {
		return (
			<Suspense fallback={null}>
				<Lazy />
			</Suspense>
		);
	});
}
