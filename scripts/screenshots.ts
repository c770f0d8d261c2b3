// Takes the screenshots for the install dialog and the README's gallery, from the built product as a visitor sees it:
// `node scripts/screenshots.ts` after a build. The files are committed, so that a build does not need a browser.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { startProduct, whenInstalled } from "../tests/e2e/kit.ts";
import { ensureChromium } from "./browser.ts";

type Shot = { file: string; path: string; width: number; height: number; scale?: number; dark?: boolean };

const INSTALL: Shot[] = ["landing /", "overview /dashboard/overview"].flatMap((screen) => {
	const [name = "", path = ""] = screen.split(" ");
	return [
		{ file: `public/screenshots/${name}-wide`, path, width: 1280, height: 800 },
		{ file: `public/screenshots/${name}-narrow`, path, width: 360, height: 740, scale: 2 },
	];
});

/** Eight sizes, from the smallest phone to a large desktop. */
const GALLERY: Shot[] = [
	{ file: "docs/gallery/320x568", path: "/", width: 320, height: 568, scale: 2 },
	{ file: "docs/gallery/360x740", path: "/dashboard/scans", width: 360, height: 740, scale: 2 },
	{ file: "docs/gallery/390x844", path: "/dashboard/overview", width: 390, height: 844, scale: 2, dark: true },
	{ file: "docs/gallery/740x360", path: "/dashboard/reports", width: 740, height: 360, scale: 2 },
	{ file: "docs/gallery/768x1024", path: "/dashboard/vulnerabilities", width: 768, height: 1024 },
	{ file: "docs/gallery/1024x768", path: "/dashboard/reports", width: 1024, height: 768, dark: true },
	{ file: "docs/gallery/1280x800", path: "/", width: 1280, height: 800, dark: true },
	{ file: "docs/gallery/1920x1080", path: "/dashboard/overview", width: 1920, height: 1080 },
];

/** Playwright takes PNG screenshots. WebP is a third of the size, and the worker does not cache it. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
	const base64 = await page.evaluate(async (source) => {
		const bytes = Uint8Array.from(atob(source), (char) => char.charCodeAt(0));
		const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
		const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
		canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
		const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.9 });
		return btoa(Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(""));
	}, png.toString("base64"));
	return Buffer.from(base64, "base64");
}

const product = await startProduct();
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ["--no-sandbox", "--disable-gpu"] });
try {
	for (const { file, path, width, height, scale = 1, dark = false } of [...INSTALL, ...GALLERY]) {
		const context = await browser.newContext({
			viewport: { width, height },
			deviceScaleFactor: scale,
			isMobile: scale > 1,
			colorScheme: dark ? "dark" : "light",
			reducedMotion: "reduce",
		});
		const page = await context.newPage();
		await page.goto(product.url + path, { waitUntil: "networkidle" });
		await whenInstalled(page);
		// On a slow machine the first note about people who joined has appeared by now.
		await page.evaluate(() => document.querySelector("[data-join]")?.remove());
		const png = await page.screenshot({ animations: "disabled" });
		await mkdir(dirname(file), { recursive: true });
		await writeFile(`${file}.webp`, await toWebp(page, png));
		await context.close();
	}
} finally {
	await browser.close();
	await product.close();
}
