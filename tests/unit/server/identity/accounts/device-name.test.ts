import { expect, test } from "vitest";
import { deviceName } from "#server/identity/accounts/sessions/device-name.ts";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
	[`Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/140.0.0.0 Mobile Safari/537.36`, "Chrome on Android"],
	[
		`Mozilla/5.0 (Linux; Android 14) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
		"Samsung Internet on Android",
	],
	[`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`, "Edge on Windows"],
	[
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1",
		"Safari on iOS",
	],
	[
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/140.0 Mobile Safari/604.1",
		"Chrome on iOS",
	],
	["Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on macOS"],
	[`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`, "Chrome on ChromeOS"],
	["curl/8.9.1", "Unknown device"],
	["<script>alert(1)</script>", "Unknown device"],
	[undefined, "Unknown device"],
])("%s is called %s", (userAgent, name) => {
	expect(deviceName(userAgent)).toBe(name);
});
