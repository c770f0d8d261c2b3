import { expect, test } from "vitest";
import { aboutText, toolText } from "#src/features/scans/launch/tool-text.ts";

test.each([
	[0, "longer than usual"],
	[1, "less than a minute"],
	[29, "less than a minute"],
	[45, "about a minute"],
	[120, "about two minutes"],
	[605, "about ten minutes"],
	[1_500, "about 25 minutes"],
])("%i seconds are %s", (seconds, text) => {
	expect(aboutText(seconds)).toBe(text);
});

test("a card says what an operator can do, and everyone else sees only that it is not here", () => {
	const startedAt = "2026-11-22T10:00:00.000Z";
	const download = { done: 34_100_000, total: 210_000_000 };
	expect(toolText({ status: "installing", startedAt, remainingSeconds: 120, download })).toEqual({
		badge: "Being installed, about two minutes",
		why: "34 of 210 MB downloaded.",
		remedy: null,
	});
	expect(toolText({ status: "missing", why: null, remedy: null })).toEqual({
		badge: "Not available here",
		why: null,
		remedy: null,
	});
	expect(toolText({ status: "missing", why: "ZAP is not installed.", remedy: "Set ZAP_ARCHIVE." })).toEqual({
		badge: "Not installed",
		why: "ZAP is not installed.",
		remedy: "Set ZAP_ARCHIVE.",
	});
});
