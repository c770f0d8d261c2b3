import type { Plugin } from "vite";

/** Vite's name for the module that every lazy import goes through. */
const HELPER = "\0vite/preload-helper.js";

/**
 * As in Vite's helper, a listener can handle a failed import (src/sw-bridge/start.ts). It does so by reloading the page, until which
 * nothing goes on without what it imported.
 */
const LIGHT = `export const __vitePreload = (load) =>
	load().catch((error) => {
		const event = Object.assign(new Event("vite:preloadError", { cancelable: true }), { payload: error });
		dispatchEvent(event);
		if (event.defaultPrevented) return new Promise(() => {});
		throw error;
	});
`;

/**
 * Lazy imports without Vite's code for preloading chunks and styles, which would be in every page's entry: our chunks have none to
 * preload, because everything a page needs at once is in its document's head.
 */
export function lightImports(): Plugin {
	let isUsed = false;
	return {
		name: "light-imports",
		enforce: "pre",
		apply: "build",
		// The build that prerenders the pages has no helper.
		applyToEnvironment: ({ config }) => config.consumer === "client",
		load: {
			filter: { id: new RegExp(`^${HELPER}$`) },
			handler: () => {
				isUsed = true;
				return LIGHT;
			},
		},
		generateBundle() {
			if (!isUsed) this.error("Vite calls its helper for lazy imports something else now: update HELPER.");
		},
	};
}
