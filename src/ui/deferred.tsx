import { type ComponentType, lazy, memo, Suspense } from "react";
import { afterLoad } from "#src/sw-bridge/after-load.ts";
import { whenReachable } from "./missing-parts.ts";

const loaded = (): Promise<void> =>
	typeof window === "undefined" ? Promise.resolve() : new Promise((resolve) => afterLoad(resolve));

const passLinksBy = (event: Event): void => {
	if ((event.target as Element).closest("a")) event.stopPropagation();
};

/** React holds every navigation until the part is here. Without it, links load their document. */
const linksLoadDocuments = (): void => document.addEventListener("click", passLinksBy, true);

/**
 * A part of a page that users read before they use it: its HTML is prerendered with the page, and its code loads after the page. Until
 * then, React leaves the HTML alone. A part without HTML is a `latePart`.
 */
export function deferred(load: () => Promise<{ default: ComponentType }>): ComponentType {
	// A connection that ends now must not take the page along, as a failed import would.
	const Lazy = lazy(() => loaded().then(() => whenReachable(load, linksLoadDocuments)));
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
