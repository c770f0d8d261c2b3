// Draws, in Chromium, the picture for link previews and `favicon.ico`. Run `node scripts/preview-picture.mjs` after the logo or
// the tagline has changed. The files are committed, so that a build does not need a browser.
import { readFile, writeFile } from "node:fs/promises";
import { chromium } from "@playwright/test";
import { site } from "../src/config/site.ts";
import { findChromium } from "./browser.ts";

const serif = await readFile(
	"node_modules/@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2",
	"base64",
);
const sans = await readFile(
	"node_modules/@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2",
	"base64",
);
const picture = `<!doctype html><style>
@font-face{font-family:Head;src:url(data:font/woff2;base64,${serif})}
@font-face{font-family:Body;font-weight:100 900;src:url(data:font/woff2;base64,${sans})}
body{margin:0;width:1200px;height:630px;background:#faf8f4;color:#14181f;position:relative}
svg{position:absolute;left:96px;top:0}
h1{position:absolute;left:190px;top:200px;margin:0;font:600 104px/1 Head;letter-spacing:-.02em}
p{position:absolute;left:194px;top:334px;margin:0;width:820px;font:400 36px/1.4 Body;color:#545c68}
</style><svg width="40" height="530" viewBox="-20 -430 40 530">
<path d="M0 -430V46" stroke="#8d8778" stroke-width="2"/><path d="M-6 40h12v8H-6z" fill="#a86b1e"/>
<path d="M0 46-18 63 0 100z" fill="#a86b1e"/><path d="M0 46 18 63 0 100z" fill="#7a5326"/></svg>
<h1>${site.name}</h1><p>${site.tagline}</p>`;

/** For clients that request `/favicon.ico` regardless of what the page says. */
const ICON = 32;

/** An icon file with one picture: its two headers, then the PNG. */
function ico(png) {
	const head = Buffer.alloc(22);
	head.writeUInt16LE(1, 2);
	head.writeUInt16LE(1, 4);
	head.writeUInt8(ICON, 6);
	head.writeUInt8(ICON, 7);
	head.writeUInt16LE(1, 10);
	head.writeUInt16LE(32, 12);
	head.writeUInt32LE(png.length, 14);
	head.writeUInt32LE(head.length, 18);
	return Buffer.concat([head, png]);
}

const executablePath = findChromium();
const browser = await chromium.launch({
	...(executablePath && { executablePath }),
	args: ["--no-sandbox", "--disable-gpu"],
});
try {
	const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
	await page.setContent(picture);
	await page.evaluate(() => document.fonts.ready);
	await page.screenshot({ path: "public/preview.png" });
	await page.setViewportSize({ width: ICON, height: ICON });
	await page.setContent(
		`<style>body{margin:0}svg{display:block}</style>${await readFile("public/favicon.svg", "utf8")}`,
	);
	await page.addStyleTag({ content: `svg{width:${ICON}px;height:${ICON}px}` });
	await writeFile("public/favicon.ico", ico(await page.screenshot({ omitBackground: true })));
} finally {
	await browser.close();
}
