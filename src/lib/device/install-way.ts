/**
 * How this browser installs an app. `prompt`: it has a dialog of its own; for the others we show the steps. `ios-elsewhere`: the
 * browser inside another app, which cannot. `none`: this one cannot either.
 */
export type Way =
	| "prompt"
	| "ios-share"
	| "ios-elsewhere"
	| "mac-dock"
	| "firefox-menu"
	| "android-menu"
	| "desktop-menu"
	| "none";

export type Browser = { userAgent: string; maxTouchPoints: number };

/** Since Safari 17, a Mac can add pages to its Dock. */
const FIRST_SAFARI = 17;

/** The way to install without the browser's own dialog. Only the user agent reveals it. */
export function wayOf({ userAgent, maxTouchPoints }: Browser): Way {
	const mac = /Macintosh/.test(userAgent);
	const safari = /Safari\//.test(userAgent);
	// An iPad identifies as a Mac, but Macs have no touch screen.
	if (/iPhone|iPad|iPod/.test(userAgent) || (mac && maxTouchPoints > 1)) {
		return safari ? "ios-share" : "ios-elsewhere";
	}
	const android = /Android/.test(userAgent);
	if (/Firefox\//.test(userAgent)) return android ? "firefox-menu" : "none";
	if (/Chrome\//.test(userAgent)) return android ? "android-menu" : "desktop-menu";
	const version = Number(/Version\/(\d+)/.exec(userAgent)?.[1]);
	return mac && safari && version >= FIRST_SAFARI ? "mac-dock" : "none";
}
