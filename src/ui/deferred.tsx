import { type ComponentType, lazy, memo, Suspense } from "react";
import { afterLoad } from "#src/sw-bridge/after-load.ts";
import { whenReachable } from "./when-reachable.ts";

const loaded = (): Promise<void> =>
	typeof window === "undefined" ? Promise.resolve() : new Promise((resolve) => afterLoad(resolve));

/**
 * A part of a page that users read before they use it: its HTML is prerendered with the page, and its code loads after the page. Until
 * then, React leaves the HTML alone, and holds every navigation: a part without HTML is a `latePart`.
 */
export function deferred(load: () => Promise<{ default: ComponentType }>): ComponentType {
	// A connection that ends now must not take the page along, as a failed import would.
	const Lazy = lazy(() => loaded().then(() => whenReachable(load)));
	// Memoized: if it rendered again before its code has loaded, React would remove the prerendered HTML.
	// biome-ignore lint/correctness/noComponentHookFactories: called once per part while its module loads, so the type is stable.
	return memo(function Deferred() {
		return (
			<Suspense fallback={null}>
				<Lazy />
			</Suspense>
		);
	});
}
