import { describe, expect, test } from "vitest";
import {
	firstState,
	type InstallEvent,
	type InstallState,
	isInvited,
	NOTHING,
	transition,
} from "#src/lib/device/install-state.ts";
import { type Way, wayOf } from "#src/lib/device/install-way.ts";

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 21);
const tab = (way: Way, memory = NOTHING) => firstState(memory, { inside: false, way });
const moved = (state: InstallState, ...events: InstallEvent[]) => events.reduce(transition, state);
const no = (at: number): InstallEvent => ({ type: "declined", now: at });

test("no one is invited before the first scan, whatever the browser offers", () => {
	expect(isInvited(moved(tab("none"), { type: "offered" }), NOW)).toBe(false);
	expect(isInvited(moved(tab("none"), { type: "offered" }, { type: "earned" }), NOW)).toBe(true);
	expect(isInvited(moved(tab("ios-share"), { type: "earned" }), NOW)).toBe(true);
});

test.each<Way>(["none", "ios-elsewhere", "android-menu", "desktop-menu"])("%s is no way worth an invitation", (way) => {
	expect(isInvited(moved(tab(way), { type: "earned" }), NOW)).toBe(false);
});

test("a no counts for a month, the second for half a year, the third for good; the settings go on offering", () => {
	let state = moved(tab("prompt"), { type: "earned" }, no(NOW));
	expect(isInvited(state, NOW + 30 * DAY - 1)).toBe(false);
	expect(isInvited(state, NOW + 30 * DAY)).toBe(true);
	state = moved(state, no(NOW));
	expect(isInvited(state, NOW + 180 * DAY - 1)).toBe(false);
	expect(isInvited(state, NOW + 180 * DAY)).toBe(true);
	state = moved(state, no(NOW));
	expect(isInvited(state, NOW + 9_999 * DAY)).toBe(false);
	expect(state).toMatchObject({ step: "tab", way: "prompt" });
});

describe("the browser's own dialog", () => {
	const asking = moved(tab("prompt"), { type: "earned" }, { type: "asked" });

	test("answered with yes, the app is installed and not offered again", () => {
		const done = moved(asking, { type: "answered", yes: true, way: "desktop-menu", now: NOW });
		expect(done).toMatchObject({ step: "installed", memory: { installed: true } });
		expect(isInvited(done, NOW)).toBe(false);
		expect(moved(done, { type: "installed" })).toBe(done);
	});

	test("answered with no, that is a no, and the offer is used up", () => {
		const refused = moved(asking, { type: "answered", yes: false, way: "desktop-menu", now: NOW });
		expect(refused).toMatchObject({ step: "tab", way: "desktop-menu", memory: { declined: 1 } });
		expect(isInvited(moved(refused, { type: "offered" }), NOW)).toBe(false);
	});

	test("is not opened where the browser offered none", () => {
		const state = tab("ios-share");
		expect(moved(state, { type: "asked" })).toBe(state);
	});
});

describe("an app that is there", () => {
	test("is known from its own window, from the browser, and from an earlier visit", () => {
		const inside = firstState(NOTHING, { inside: true, way: "ios-share" });
		expect(inside).toMatchObject({ step: "inside", memory: { installed: true } });
		expect(moved(inside, { type: "earned" }, { type: "offered" })).toMatchObject({ step: "inside" });
		expect(moved(tab("desktop-menu"), { type: "installed" }).step).toBe("installed");
		expect(tab("desktop-menu", { ...NOTHING, installed: true }).step).toBe("installed");
	});

	test("is gone again when the browser offers to install it", () => {
		const state = moved(tab("desktop-menu", { ...NOTHING, installed: true }), { type: "offered" });
		expect(state).toMatchObject({ step: "tab", way: "prompt", memory: { installed: false } });
	});

	test("another tab says so, or that the answer was no", () => {
		const memory = { ...NOTHING, earned: true, declined: 1, until: NOW + DAY };
		const told = moved(tab("prompt"), { type: "remembered", memory, way: "desktop-menu" });
		expect(told).toMatchObject({ step: "tab", way: "prompt", memory: { declined: 1 } });
		const there = moved(told, { type: "remembered", memory: { ...memory, installed: true }, way: "desktop-menu" });
		expect(there.step).toBe("installed");
	});
});

test.each<[Way, string, number]>([
	["ios-share", "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1", 5],
	["ios-share", "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) CriOS/140.0 Mobile/15E148 Safari/604.1", 5],
	["ios-elsewhere", "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Mobile/15E148 [FBAN/FBIOS]", 5],
	["ios-share", "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1.15", 5],
	["mac-dock", "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.0 Safari/605.1.15", 0],
	["none", "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/16.6 Safari/605.1.15", 0],
	["firefox-menu", "Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0", 5],
	["none", "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0", 0],
	["android-menu", "Mozilla/5.0 (Linux; Android 10; K) Chrome/140.0.0.0 Mobile Safari/537.36", 5],
	["desktop-menu", "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/140.0.0.0 Safari/537.36", 0],
])("%s: %s", (way, userAgent, maxTouchPoints) => {
	expect(wayOf({ userAgent, maxTouchPoints })).toBe(way);
});
