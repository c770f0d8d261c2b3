const BROWSERS = [
	["Edg", "Edge"],
	["OPR", "Opera"],
	["SamsungBrowser", "Samsung Internet"],
	["FxiOS", "Firefox"],
	["Firefox", "Firefox"],
	["CriOS", "Chrome"],
	["Chrome", "Chrome"],
	["Safari", "Safari"],
] as const;

const SYSTEMS = [
	["Android", "Android"],
	["iPhone", "iPhone"],
	["iPad", "iPad"],
	["CrOS", "ChromeOS"],
	["Windows", "Windows"],
	["Macintosh", "Mac"],
	["Linux", "Linux"],
] as const;

/** `Chrome on Android`; unknown parts are left out. An iPad identifies as a Mac, but has a touch screen. */
export function deviceName({ userAgent, maxTouchPoints }: Pick<Navigator, "userAgent" | "maxTouchPoints">): string {
	const find = (names: readonly (readonly [string, string])[]) => names.find(([mark]) => userAgent.includes(mark))?.[1];
	const system = find(SYSTEMS);
	return [find(BROWSERS), system === "Mac" && maxTouchPoints > 1 ? "iPad" : system].filter(Boolean).join(" on ");
}
