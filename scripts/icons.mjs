// Draws the installed app's icons from the mark, in Chromium: `node scripts/icons.mjs`, after the mark has changed.
// What it writes is committed, so that no build needs a browser.
import { mkdir } from "node:fs/promises";
import { chromium } from "@playwright/test";
import { findChromium } from "./browser.ts";

const OUT = "public/icons";

/** The mark on paper. `part` is how much of the height the line and its bob take, from the top edge down. */
const icon = (part) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100%" height="100%">
	<rect width="100" height="100" fill="#faf8f4" />
	<g transform="translate(50 ${100 * part}) scale(${part}) translate(0 -100)">
		<path d="M0 -400V46" stroke="#14181f" stroke-width="2" />
		<path d="M-6 40h12v8H-6z" fill="#a86b1e" />
		<path d="M0 46-18 63 0 100z" fill="#a86b1e" />
		<path d="M0 46 18 63 0 100z" fill="#7a5326" />
	</g>
</svg>`;

const ICONS = [
	{ name: "icon-192", size: 192, part: 0.86 },
	{ name: "icon-512", size: 512, part: 0.86 },
	// Platforms cut a circle of 80% out of it: the bob stays inside.
	{ name: "maskable-512", size: 512, part: 0.76 },
	{ name: "apple-touch-icon", size: 180, part: 0.84 },
];

await mkdir(OUT, { recursive: true });
const executablePath = findChromium();
const browser = await chromium.launch({
	...(executablePath && { executablePath }),
	args: ["--no-sandbox", "--disable-gpu"],
});
try {
	const page = await browser.newPage();
	for (const { name, size, part } of ICONS) {
		await page.setViewportSize({ width: size, height: size });
		await page.setContent(`<style>body{margin:0}svg{display:block}</style>${icon(part)}`);
		await page.screenshot({ path: `${OUT}/${name}.png` });
	}
} finally {
	await browser.close();
}
