/**
 * How this browser puts an app onto the device. `prompt`: it asks by itself when it is told to; the others are taught.
 * `ios-elsewhere`: an app's own browser, which cannot. `none`: nor can this one.
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

/** Since Safari 17 a Mac puts pages into its Dock. */
const FIRST_SAFARI = 17;

/** The way without the browser's help: nothing but the name it gives itself tells. */
export function wayOf({ userAgent, maxTouchPoints }: Browser): Way {
	const mac = /Macintosh/.test(userAgent);
	const safari = /Safari\//.test(userAgent);
	// An iPad says that it is a Mac; Macs have no touch screen.
	if (/iPhone|iPad|iPod/.test(userAgent) || (mac && maxTouchPoints > 1)) {
		return safari ? "ios-share" : "ios-elsewhere";
	}
	const android = /Android/.test(userAgent);
	if (/Firefox\//.test(userAgent)) return android ? "firefox-menu" : "none";
	if (/Chrome\//.test(userAgent)) return android ? "android-menu" : "desktop-menu";
	const version = Number(/Version\/(\d+)/.exec(userAgent)?.[1]);
	return mac && safari && version >= FIRST_SAFARI ? "mac-dock" : "none";
}
