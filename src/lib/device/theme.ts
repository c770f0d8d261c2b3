/** The theme on this device: same as the system, or always light or dark. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/**
 * Also in public/theme.js, which marks the document before the first paint. The dashboard's pages wait for that file, the public
 * pages do not. Every page loads it, so it has to stay tiny. The rest happens here, after the page has loaded.
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

/** Stored on this device for all accounts. Returns whether that worked. */
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

/** Marks the document for the stylesheet (src/ui/styles/theme.css) and sets the color of the browser's bar. */
function show(theme: Theme): void {
	document.documentElement.dataset.theme = theme;
	// index.html has one for each theme, in this order.
	const [light, dark] = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]');
	const shown = { system: null, light, dark }[theme];
	for (const [bar, meta] of Object.entries({ light, dark })) {
		if (meta) meta.media = shown === null ? `(prefers-color-scheme: ${bar})` : meta === shown ? "all" : "not all";
	}
}

/** Shows the chosen theme and follows choices in other tabs. */
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
