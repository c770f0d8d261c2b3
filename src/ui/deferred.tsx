import { type ComponentType, lazy, memo, Suspense } from "react";
import { afterLoad } from "#src/sw-bridge/after-load.ts";

const loaded = (): Promise<void> =>
	typeof window === "undefined" ? Promise.resolve() : new Promise((resolve) => afterLoad(resolve));

/**
 * A part of a page that users read before they use it: its HTML is prerendered with the page, and its code loads after the page. Until
 * then, React leaves the HTML alone.
 */
export function deferred(load: () => Promise<{ default: ComponentType }>): ComponentType {
	// A connection that ends now must not take the page along, as a failed import would: the part comes with the next one.
	const whenReachable = async (): Promise<{ default: ComponentType }> => {
		try {
			return await load();
		} catch {
			await new Promise((resolve) => addEventListener("online", resolve, { once: true }));
			return whenReachable();
		}
	};
	const Lazy = lazy(() => loaded().then(whenReachable));
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
