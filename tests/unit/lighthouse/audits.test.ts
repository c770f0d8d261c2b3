import { describe, expect, test } from "vitest";
import { audits } from "#tests/lighthouse/audits/audits.ts";
import type { PwaAudit } from "#tests/lighthouse/audits/pwa-audit.ts";
import type { PwaArtifact } from "#tests/lighthouse/gather/artifact.ts";
import { factsWith, manifestOf, picture, square, visit } from "./facts.ts";

const failing = (of: Partial<PwaArtifact> = {}) =>
	audits.filter(({ judge }) => (judge(factsWith(of))?.length ?? 0) > 0).map(({ id }) => id);
const { icons, screenshots, shortcuts, worker } = factsWith();
const seen = { width: 192, height: 192, transparent: 0, cutByMask: 0 };
const offline = { tried: true as const, start: visit("/"), routes: [visit("/outbox")], unknown: visit("/unknown") };
const withIcon = (one: PwaArtifact["icons"][number]) => ({ icons: [...icons, one] });

test("an app that has everything passes", () => {
	expect(failing()).toEqual([]);
});

test("every audit has an id and its own texts", () => {
	for (const part of ["id", "title", "failureTitle", "description"] as const) {
		expect(new Set(audits.map((audit) => audit[part])).size).toBe(audits.length);
	}
});

const cases: [what: string, of: Partial<PwaArtifact>, fails: PwaAudit["id"][]][] = [
	["the browser would not install it", { installErrors: ["no-acceptable-icon"] }, ["pwa-installable"]],
	["the browser complains", { manifestErrors: ["unknown value"] }, ["pwa-manifest-parses"]],
	["no id", { manifest: manifestOf({ id: undefined }) }, ["pwa-app-id"]],
	["an id of the wrong type", { manifest: manifestOf({ id: 7 }) }, ["pwa-app-id"]],
	["a short name of thirteen letters", { manifest: manifestOf({ short_name: "Plumblineline" }) }, ["pwa-names"]],
	["no categories", { manifest: manifestOf({ categories: [] }) }, ["pwa-names"]],
	["no display", { manifest: manifestOf({ display: undefined }) }, ["pwa-display"]],
	[
		"no icon of 512",
		{ icons: icons.filter(({ purposes, sizes }) => !(purposes[0] === "any" && sizes[0] === "512x512")) },
		["pwa-icons"],
	],
	["an icon that is not there", withIcon(picture({ status: 404, seen: null })), ["pwa-icons"]],
	["an icon that is no picture", withIcon(picture({ seen: null })), ["pwa-icons"]],
	["an icon of another size", withIcon(picture({ seen: { ...seen, height: 191 } })), ["pwa-icon-sizes"]],
	["no maskable icon", { icons: icons.filter(({ purposes }) => purposes[0] !== "maskable") }, ["pwa-maskable-icon"]],
	["one icon for all", withIcon(square(512, { purposes: ["any", "maskable"] })), ["pwa-maskable-icon"]],
	[
		"a maskable icon with a hole",
		withIcon(picture({ purposes: ["maskable"], seen: { ...seen, transparent: 0.01 } })),
		["pwa-maskable-safe"],
	],
	[
		"a maskable icon cut by its mask",
		withIcon(picture({ purposes: ["maskable"], seen: { ...seen, cutByMask: 0.2 } })),
		["pwa-maskable-safe"],
	],
	[
		"no monochrome icon",
		{ icons: icons.filter(({ purposes }) => purposes[0] !== "monochrome") },
		["pwa-monochrome-icon"],
	],
	["a solid monochrome icon", withIcon(picture({ purposes: ["monochrome"] })), ["pwa-monochrome-icon"]],
	["an icon without a hash", withIcon(picture({ url: "https://app.example/icon-192.png" })), ["pwa-icon-addresses"]],
	["a size is no hash", withIcon(picture({ url: "https://app.example/icon-1024x1024.png" })), ["pwa-icon-addresses"]],
	["a hash as the query", withIcon(picture({ url: "https://app.example/icon-192.png?v=2ca62f2d9f" })), []],
	["no touch icon", { touchIcons: [] }, ["pwa-touch-icon"]],
	["a small touch icon", { touchIcons: [square(120)] }, ["pwa-touch-icon"]],
	["no background", { manifest: manifestOf({ background_color: undefined }) }, ["pwa-splash"]],
	["two theme colors", { themeColors: ["#000000"] }, ["pwa-theme-color"]],
	["no shortcuts", { shortcuts: [] }, ["pwa-shortcuts"]],
	["a shortcut out of scope", { shortcuts: shortcuts.map((one) => ({ ...one, inScope: false })) }, ["pwa-shortcuts"]],
	["a shortcut without an icon", { shortcuts: shortcuts.map((one) => ({ ...one, icons: [] })) }, ["pwa-shortcuts"]],
	["only wide screenshots", { screenshots: screenshots.slice(0, 1) }, ["pwa-screenshots"]],
	[
		"a screenshot three times as high as wide",
		{
			screenshots: [
				...screenshots,
				picture({ sizes: ["400x1200"], formFactor: "narrow", seen: { ...seen, width: 400, height: 1200 } }),
			],
		},
		["pwa-screenshots"],
	],
	["a worker without control", { worker: worker && { ...worker, controlsPage: false } }, ["pwa-worker-controls"]],
	["a worker for elsewhere", { worker: worker && { ...worker, coversStart: false } }, ["pwa-worker-scope"]],
	[
		"a browser error for the start",
		{ offline: { ...offline, start: visit("/", { status: 0 }) } },
		["pwa-offline-start"],
	],
	[
		"the offline page for the start",
		{ offline: { ...offline, start: { ...offline.unknown, url: "/" } } },
		["pwa-offline-start"],
	],
	[
		"an error status for a route",
		{ offline: { ...offline, routes: [visit("/outbox", { status: 503 })] } },
		["pwa-offline-routes"],
	],
	[
		"a route from the network",
		{ offline: { ...offline, routes: [visit("/outbox", { fromWorker: false })] } },
		["pwa-offline-routes"],
	],
	[
		"a browser error for the unknown",
		{ offline: { ...offline, unknown: visit("/unknown", { status: 0, title: "" }) } },
		["pwa-offline-page"],
	],
	[
		"an offline page without a heading",
		{ offline: { ...offline, unknown: visit("/unknown", { heading: "" }) } },
		["pwa-offline-page"],
	],
	["a kept redirect", { cached: [{ url: "/a", status: 301 }] }, ["pwa-precache-answers"]],
	["an update that is not found", { update: { tried: true, found: "nothing" } }, ["pwa-update-waits"]],
	["an update that takes over", { update: { tried: true, found: "took over" } }, ["pwa-update-waits"]],
	["an update that fails to install", { update: { tried: true, found: "thrown away" } }, ["pwa-update-waits"]],
	["an update that never ends", { update: { tried: true, found: "still installing" } }, ["pwa-update-waits"]],
	["a request that was not kept", { queue: { tried: true, before: 0, after: 0 } }, ["pwa-queue-survives"]],
	["a request lost by a reload", { queue: { tried: true, before: 2, after: 1 } }, ["pwa-queue-survives"]],
	["a form that does not work offline", { queue: { tried: false, reason: "no button" } }, ["pwa-queue-survives"]],
	["no viewport", { viewport: null }, ["pwa-viewport"]],
	["no zooming", { viewport: "width=device-width, maximum-scale=1" }, ["pwa-viewport"]],
	["a little zooming", { viewport: "width=device-width, maximum-scale=10" }, []],
	["sideways scrolling", { widths: [{ screen: 320, content: 321 }] }, ["pwa-content-width"]],
	["a question on leaving", { leaveListeners: ["beforeunload"] }, ["pwa-leave-listeners"]],
	["a page that is not kept", { notKept: ["WebRTC (PageSupportNeeded)"] }, ["pwa-back-forward"]],
];

describe("each audit fails for its own reason, and no other does", () => {
	test.each(cases)("%s", (_what, of, fails) => {
		expect(failing(of)).toEqual(fails);
	});
});

test("what could not be tried for lack of a worker has failed", () => {
	const untried = { tried: false, reason: "no service worker" } as const;
	expect(failing({ worker: null, offline: untried, update: untried, queue: untried })).toEqual([
		"pwa-worker-controls",
		"pwa-worker-scope",
		"pwa-offline-start",
		"pwa-offline-routes",
		"pwa-offline-page",
		"pwa-update-waits",
		"pwa-queue-survives",
	]);
});

test("without a manifest nothing that belongs in it passes", () => {
	const fails = failing({ manifest: null, icons: [], screenshots: [], shortcuts: [] });
	expect(fails).toContain("pwa-icon-sizes");
	expect(fails).toContain("pwa-splash");
	expect(fails).not.toContain("pwa-touch-icon");
});

test("an audit that was given no deploy or form does not apply", () => {
	const silent = audits.filter(({ judge }) => judge(factsWith({ update: null, queue: null })) === null);
	expect(silent.map(({ id }) => id)).toEqual(["pwa-update-waits", "pwa-queue-survives"]);
});
