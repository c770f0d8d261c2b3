import type { Picture, PwaArtifact, Visit } from "#tests/lighthouse/gather/artifact.ts";
import { readManifest } from "#tests/lighthouse/gather/manifest.ts";

const ORIGIN = "https://app.example";

export const picture = (of: Partial<Picture> = {}): Picture => ({
	url: `${ORIGIN}/icon-1a2b3c4d.png`,
	sizes: ["192x192"],
	purposes: ["any"],
	formFactor: null,
	status: 200,
	seen: { width: 192, height: 192, transparent: 0, cutByMask: 0 },
	...of,
});

export const square = (width: number, of: Partial<Picture> = {}) =>
	picture({ sizes: [`${width}x${width}`], seen: { width, height: width, transparent: 0, cutByMask: 0 }, ...of });

const screenshot = (width: number, height: number, formFactor: string) =>
	picture({ sizes: [`${width}x${height}`], formFactor, seen: { width, height, transparent: 0, cutByMask: 0 } });

export const visit = (path: string, of: Partial<Visit> = {}): Visit => ({
	url: ORIGIN + path,
	status: 200,
	fromWorker: true,
	title: `Page ${path}`,
	heading: "Page",
	...of,
});

export const manifestOf = (of: Record<string, unknown> = {}) =>
	readManifest(
		JSON.stringify({
			id: "/",
			name: "Plumbline",
			short_name: "Plumbline",
			description: "It scans.",
			lang: "en",
			categories: ["security"],
			start_url: "/",
			scope: "/",
			display: "standalone",
			theme_color: "#faf8f4",
			background_color: "#faf8f4",
			...of,
		}),
	);

/** What is gathered from an app that has everything, with some of it changed. */
export const factsWith = (of: Partial<PwaArtifact> = {}): PwaArtifact => ({
	url: `${ORIGIN}/`,
	manifest: manifestOf(),
	manifestErrors: [],
	installErrors: [],
	icons: [
		square(192),
		square(512),
		square(512, { purposes: ["maskable"] }),
		square(512, { purposes: ["monochrome"], seen: { width: 512, height: 512, transparent: 0.7, cutByMask: 0 } }),
	],
	screenshots: [screenshot(1280, 800, "wide"), screenshot(720, 1480, "narrow")],
	shortcuts: [{ name: "Outbox", url: `${ORIGIN}/outbox`, inScope: true, status: 200, icons: [square(96)] }],
	touchIcons: [square(180, { sizes: [] })],
	themeColors: ["#FAF8F4", "#101418"],
	worker: { script: `${ORIGIN}/sw.js`, scope: `${ORIGIN}/`, controlsPage: true, coversStart: true },
	cached: [{ url: `${ORIGIN}/index.html`, status: 200 }],
	offline: { tried: true, start: visit("/"), routes: [visit("/outbox")], unknown: visit("/unknown") },
	update: { tried: true, found: "waits" },
	queue: { tried: true, before: 1, after: 1 },
	viewport: "width=device-width, initial-scale=1",
	widths: [{ screen: 360, content: 360 }],
	leaveListeners: [],
	notKept: [],
	...of,
});
