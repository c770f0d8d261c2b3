import type { Puppeteer } from "lighthouse";
import type { Picture, Seen } from "./artifact.ts";
import type { DeclaredPicture } from "./manifest.ts";

/** The part of a maskable icon's width that every mask leaves: https://www.w3.org/TR/appmanifest/#icon-masks */
const SAFE_RADIUS = 0.4;
/** How far a color channel must be from the corner's to count as drawn. */
const DRAWN = 32;

/** Fetches pictures past the worker and has a tab decode them: real sizes, whatever their names and format claim. */
export async function lookAt(tab: Puppeteer.Page, declared: DeclaredPicture[], base: string): Promise<Picture[]> {
	const pictures: Picture[] = [];
	for (const { src, sizes, purpose, form_factor } of declared) {
		const { href } = new URL(src, base);
		const answer = await fetch(href).catch(() => null);
		pictures.push({
			url: href,
			sizes: words(sizes),
			purposes: words(purpose ?? "any"),
			formFactor: form_factor ?? null,
			status: answer?.status ?? 0,
			seen: answer?.ok ? await decode(tab, answer) : null,
		});
	}
	return pictures;
}

const words = (list = ""): string[] => list.split(/\s+/).filter(Boolean);

async function decode(tab: Puppeteer.Page, answer: Response): Promise<Seen | null> {
	const type = answer.headers.get("content-type") ?? "";
	const base64 = Buffer.from(await answer.arrayBuffer()).toString("base64");
	return tab.evaluate(look, base64, type, SAFE_RADIUS, DRAWN).catch(() => null);
}

/** Runs in the tab. */
async function look(base64: string, type: string, radius: number, drawnFrom: number): Promise<Seen> {
	const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
	const bitmap = await createImageBitmap(new Blob([bytes], { type }));
	const { width, height } = bitmap;
	const canvas = new OffscreenCanvas(width, height).getContext("2d");
	if (!canvas) throw new Error("There is no canvas");
	canvas.drawImage(bitmap, 0, 0);
	const { data } = canvas.getImageData(0, 0, width, height);
	let [transparent, drawn, outside] = [0, 0, 0];
	for (let at = 0; at < data.length; at += 4) {
		if ((data[at + 3] ?? 0) < 250) transparent++;
		const differs = [0, 1, 2, 3].some((part) => Math.abs((data[at + part] ?? 0) - (data[part] ?? 0)) > drawnFrom);
		if (!differs) continue;
		drawn++;
		const [x, y] = [((at / 4) % width) / width - 0.5, Math.floor(at / 4 / width) / height - 0.5];
		if (Math.hypot(x, y) > radius) outside++;
	}
	const pixels = width * height;
	return { width, height, transparent: transparent / pixels, cutByMask: drawn === 0 ? 0 : outside / drawn };
}
