/** In this order: most browsers also name the ones they descend from. */
const BROWSERS: [pattern: RegExp, name: string][] = [
	[/\bEdg(?:e|A|iOS)?\//, "Edge"],
	[/\bOPR\//, "Opera"],
	[/\bSamsungBrowser\//, "Samsung Internet"],
	[/\b(?:Firefox|FxiOS)\//, "Firefox"],
	[/\b(?:Chrome|CriOS|Chromium)\//, "Chrome"],
	[/\bSafari\//, "Safari"],
];
const SYSTEMS: [pattern: RegExp, name: string][] = [
	[/\bAndroid\b/, "Android"],
	[/\b(?:iPhone|iPad|iPod)\b/, "iOS"],
	[/\bWindows\b/, "Windows"],
	[/\bCrOS\b/, "ChromeOS"],
	[/\bMac OS X\b/, "macOS"],
	[/\bLinux\b/, "Linux"],
];

/** What a browser says it is, in words such as `Chrome on Android`: enough for people to tell their devices apart. */
export function deviceName(userAgent: string | undefined): string {
	const find = (table: typeof BROWSERS) => table.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
	const browser = find(BROWSERS);
	const system = find(SYSTEMS);
	if (browser && system) return `${browser} on ${system}`;
	return browser ?? system ?? "Unknown device";
}
