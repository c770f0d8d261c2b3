// Takes the pictures that an install dialog shows, from the built product as a visitor sees it:
// `node scripts/screenshots.ts` after a build. What it writes is committed, so that no build needs a browser.
import { mkdir, writeFile } from "node:fs/promises";
import { chromium, type Page } from "@playwright/test";
import { startProduct, whenInstalled } from "../tests/e2e/kit.ts";
import { ensureChromium } from "./browser.ts";

const OUT = "public/screenshots";
const SCREENS = [
	{ name: "landing", path: "/" },
	{ name: "overview", path: "/dashboard/overview" },
];
const FORMS = [
	{ form: "wide", width: 1280, height: 800, scale: 1 },
	{ form: "narrow", width: 360, height: 740, scale: 2 },
];

/** Playwright takes PNG; WebP is a third of it, and the worker does not keep it. */
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

await mkdir(OUT, { recursive: true });
const product = await startProduct();
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ["--no-sandbox", "--disable-gpu"] });
try {
	for (const { form, width, height, scale } of FORMS) {
		const context = await browser.newContext({
			viewport: { width, height },
			deviceScaleFactor: scale,
			isMobile: form === "narrow",
			colorScheme: "light",
			reducedMotion: "reduce",
		});
		const page = await context.newPage();
		for (const { name, path } of SCREENS) {
			await page.goto(product.url + path, { waitUntil: "networkidle" });
			await whenInstalled(page);
			const png = await page.screenshot({ animations: "disabled" });
			await writeFile(`${OUT}/${name}-${form}.webp`, await toWebp(page, png));
		}
		await context.close();
	}
} finally {
	await browser.close();
	await product.close();
}
