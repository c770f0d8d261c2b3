/** How this device shows the product: as it shows everything, or always one way. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/**
 * Also in public/theme.js, which marks the document before the first paint. The dashboard's pages wait for that file, the
 * public ones do not. It goes with every page and has to stay tiny: the rest is done here, once the page has loaded.
 */
const KEY = "plumbline-theme";
const CHANGED = "plumbline:theme";

export function readTheme(): Theme {
	try {
		const stored = localStorage.getItem(KEY);
		return THEMES.find((theme) => theme === stored) ?? "system";
	} catch {
		return "system";
	}
}

/** Kept on this device, whoever is signed in. Gives back whether it could be. */
export function chooseTheme(theme: Theme): boolean {
	try {
		if (theme === "system") localStorage.removeItem(KEY);
		else localStorage.setItem(KEY, theme);
	} catch {
		return false;
	}
	show(theme);
	dispatchEvent(new Event(CHANGED));
	return true;
}

/** Marks the document, which the stylesheet follows (src/ui/theme.css), and the browser's bar above it. */
function show(theme: Theme): void {
	document.documentElement.dataset.theme = theme;
	// index.html has one for each, in this order.
	const [light, dark] = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]');
	const shown = { system: null, light, dark }[theme];
	for (const [bar, meta] of Object.entries({ light, dark })) {
		if (meta) meta.media = shown === null ? `(prefers-color-scheme: ${bar})` : meta === shown ? "all" : "not all";
	}
}

/** Shows what was chosen, from now on also in other tabs. */
export function watchTheme(): void {
	show(readTheme());
	addEventListener("storage", () => show(readTheme()));
}

/** Calls back when it changes, here or in another tab. */
export function subscribeTheme(listener: () => void): () => void {
	addEventListener(CHANGED, listener);
	addEventListener("storage", listener);
	return () => {
		removeEventListener(CHANGED, listener);
		removeEventListener("storage", listener);
	};
}
