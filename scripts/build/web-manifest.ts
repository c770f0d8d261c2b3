import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { ManifestOptions } from "vite-plugin-pwa";
import { SHARE_FIELDS, SHARE_PATH } from "../../contract/reports/share.ts";
import { site } from "../../src/config/site.ts";

/** The address of a file in public/. It changes with the file's content, because installed apps cache pictures by address. */
function hashed(path: string): string {
	const hash = createHash("sha256")
		.update(readFileSync(`public${path}`))
		.digest("hex");
	return `${path}?v=${hash.slice(0, 10)}`;
}

type Purpose = "any" | "maskable" | "monochrome";

const icon = (name: string, size: number, purpose: Purpose = "any") => ({
	src: hashed(`/icons/${name}.png`),
	sizes: `${size}x${size}`,
	type: "image/png",
	purpose,
});

const screenshot = (name: string, label: string, form_factor: "wide" | "narrow", sizes: string) => ({
	src: hashed(`/screenshots/${name}-${form_factor}.webp`),
	sizes,
	type: "image/webp",
	form_factor,
	label,
});

const shortcut = (name: string, url: string, drawn: string) => ({ name, url, icons: [icon(drawn, 96)] });

/** What the system knows about the installed app. `scripts/icons.mjs` and `scripts/screenshots.ts` create its pictures. */
export const webManifest: Partial<ManifestOptions> = {
	id: "/",
	name: site.name,
	short_name: site.name,
	description: site.description,
	lang: "en",
	categories: ["business", "security", "productivity"],
	start_url: "/",
	scope: "/",
	display: "standalone",
	theme_color: "#faf8f4",
	background_color: "#faf8f4",
	icons: [
		icon("icon-192", 192),
		icon("icon-512", 512),
		icon("maskable-512", 512, "maskable"),
		icon("monochrome-512", 512, "monochrome"),
	],
	shortcuts: [
		shortcut("New scan", "/dashboard/scans", "shortcut-scan"),
		shortcut("Outbox", "/outbox", "shortcut-outbox"),
		shortcut("Reports", "/dashboard/reports", "shortcut-reports"),
	],
	// The worker handles it (sw/share.ts): a shared page prefills a scan, shared files become evidence.
	share_target: {
		action: SHARE_PATH,
		method: "POST",
		enctype: "multipart/form-data",
		params: {
			title: SHARE_FIELDS.title,
			text: SHARE_FIELDS.text,
			url: SHARE_FIELDS.url,
			files: [{ name: SHARE_FIELDS.files, accept: ["image/*", "audio/*", "video/*", "text/*", "application/*"] }],
		},
	},
	// Input in an open window stays there.
	launch_handler: { client_mode: ["navigate-new", "auto"] },
	// Lets a tab ask the browser whether this app is installed.
	related_applications: [{ platform: "webapp", url: "/manifest.webmanifest" }],
	screenshots: [
		screenshot("landing", "A free scan, requested in two steps", "wide", "1280x800"),
		screenshot("overview", "The overview of all scans", "wide", "1280x800"),
		screenshot("landing", "A free scan, requested in two steps", "narrow", "720x1480"),
		screenshot("overview", "The overview of all scans", "narrow", "720x1480"),
	],
};
