// Draws the installed app's icons from the logo, in Chromium: `node scripts/icons.mjs`, after the logo has changed.
// The files are committed, so that a build does not need a browser.
import { mkdir } from "node:fs/promises";
import { chromium } from "@playwright/test";
import { findChromium } from "./browser.ts";

const OUT = "public/icons";

/** The logo on the background color. `part` is how much of the height the line and its bob take up, from the top edge down. */
const icon = (part) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100%" height="100%">
	<rect width="100" height="100" fill="#faf8f4" />
	<g transform="translate(50 ${100 * part}) scale(${part}) translate(0 -100)">
		<path d="M0 -400V46" stroke="#14181f" stroke-width="2" />
		<path d="M-6 40h12v8H-6z" fill="#a86b1e" />
		<path d="M0 46-18 63 0 100z" fill="#a86b1e" />
		<path d="M0 46 18 63 0 100z" fill="#7a5326" />
	</g>
</svg>`;

/** The logo as a transparent shape with a gap between its sides, for the system to color. */
const monochrome = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100%" height="100%">
	<g transform="translate(50 76) scale(0.76) translate(0 -100)">
		<path d="M-1.5 -400h3V38h-3zM-7 40h14v6H-7zM-7 48-19 63-2 98zM7 48 19 63 2 98z" />
	</g>
</svg>`;

/** An icon for a shortcut, drawn on a 24 × 24 grid over the background color. */
const sign = (path) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 40 40" width="100%" height="100%">
	<rect x="-8" y="-8" width="40" height="40" fill="#faf8f4" />
	<path d="${path}" fill="none" stroke="#14181f" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" />
</svg>`;

const ICONS = [
	{ name: "icon-192", size: 192, part: 0.86 },
	{ name: "icon-512", size: 512, part: 0.86 },
	// Platforms crop it to a circle of 80%, and the bob stays inside that.
	{ name: "maskable-512", size: 512, part: 0.76 },
	{ name: "apple-touch-icon", size: 180, part: 0.84 },
	{ name: "monochrome-512", size: 512, drawing: monochrome },
	{ name: "shortcut-scan", size: 96, drawing: sign("M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 1 1 0-13M15.5 15.5 21 21") },
	{ name: "shortcut-outbox", size: 96, drawing: sign("M3 13v7h18v-7h-5.5l-1.5 3h-4l-1.5-3zM12 10V3M9 6l3-3 3 3") },
	{ name: "shortcut-reports", size: 96, drawing: sign("M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6") },
];

await mkdir(OUT, { recursive: true });
const executablePath = findChromium();
const browser = await chromium.launch({
	...(executablePath && { executablePath }),
	args: ["--no-sandbox", "--disable-gpu"],
});
try {
	const page = await browser.newPage();
	for (const { name, size, part, drawing = icon(part) } of ICONS) {
		await page.setViewportSize({ width: size, height: size });
		await page.setContent(`<style>body{margin:0}svg{display:block}</style>${drawing}`);
		await page.screenshot({ path: `${OUT}/${name}.png`, omitBackground: true });
	}
} finally {
	await browser.close();
}
