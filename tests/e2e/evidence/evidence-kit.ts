import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import type { Subject } from "#contract/evidence/evidence.ts";
import { makePng } from "../../support/reports/make-png.ts";
import type { TestAccount } from "../../support/server/accounts.ts";
import { apiClient, asAccount } from "../../support/server/api-client.ts";
import { uploadsOf } from "../../support/server/evidence.ts";
import type { TestMember } from "../../support/server/people.ts";
import { hashOf } from "../../support/server/tus.ts";
import type { Product } from "../kit.ts";

/** The account in its own workspace. */
export const memberOf = ({ url }: Pick<Product, "url">, account: TestAccount): TestMember => ({
	...account,
	workspaceId: account.accountId,
	call: apiClient(url, { ...asAccount(account), "Plumbline-Workspace": account.accountId }),
});

/** A picture in four colors, so that it is clear which part is where. `hue` makes a different one. */
export const pictureOf = (width: number, height: number, hue = 0): Buffer =>
	makePng({
		width,
		height,
		color: "rgb",
		pixel: (x, y) => [x < width / 2 ? 240 : 40, y < height / 2 ? 200 : 60, (hue * 37) % 256],
	});

type TestFile = { bytes: Buffer; name: string; type: string };

type Piece = {
	title: string;
	note?: string;
	files?: readonly TestFile[];
	about?: readonly Subject[];
	takenAt?: string;
	/** The SHA-256 of its first file. */
	thumbnail?: Buffer;
};

/** Adds a piece of evidence through the API, with its files. Resolves to its id. */
export async function addPiece(
	{ url }: Pick<Product, "url">,
	member: TestMember,
	{ title, note = "", files = [], about = [], takenAt = "2026-11-20T09:00:00.000Z", thumbnail }: Piece,
	headers: Record<string, string> = {},
): Promise<string> {
	const small = thumbnail ? [{ bytes: thumbnail, type: "image/png" }] : [];
	for (const { bytes, type } of [...files, ...small]) {
		const sent = await uploadsOf({ url }, member).upload(bytes, { type });
		if (!sent.ok) throw new Error(`upload: ${sent.status} ${await sent.text()}`);
	}
	const id = randomUUID();
	const added = await member.call("addEvidence", {
		body: {
			id,
			title,
			note,
			takenAt,
			device: "Chrome on Android",
			files: files.map(({ bytes, name, type }, n) => ({
				sha256: hashOf(bytes),
				size: bytes.length,
				type,
				name,
				...(thumbnail && n === 0 && { thumbnail: hashOf(thumbnail) }),
			})),
			about,
		},
		headers,
	});
	if (!added.ok) throw new Error(`addEvidence: ${added.status} ${await added.text()}`);
	return id;
}

/** A file as an input takes it from a test. */
export const asFile = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });

/** What a picture shows at some points, given in parts of its size: `black`, or the color. */
export const colorsOf = (picture: Locator, places: readonly (readonly [x: number, y: number])[]): Promise<string[]> =>
	picture.evaluate(async (image: HTMLImageElement, at) => {
		await image.decode();
		const canvas = document.createElement("canvas");
		Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight });
		const context = canvas.getContext("2d");
		if (!context) return [];
		context.drawImage(image, 0, 0);
		return at.map(([x, y]) => {
			const [red = 0, green = 0, blue = 0] = context.getImageData(x * canvas.width, y * canvas.height, 1, 1).data;
			return red + green + blue < 12 ? "black" : `${red} ${green} ${blue}`;
		});
	}, places);

/** A JPEG of 5,120 × 2,560 pixels, or another size. */
export const widePhoto = async (page: Page, size: readonly [number, number] = [5_120, 2_560]): Promise<Buffer> =>
	Buffer.from(
		await page.evaluate(async ([width, height]) => {
			const canvas = new OffscreenCanvas(width, height);
			const context = canvas.getContext("2d");
			if (context) {
				context.fillStyle = "#c08040";
				context.fillRect(0, 0, width, height);
			}
			const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.5 });
			return [...new Uint8Array(await blob.arrayBuffer())];
		}, size),
	);

/** Sets a JPEG's EXIF block so that it has to be rotated by a quarter. Real ones also record here where they were taken. */
const TURNED = Buffer.from(
	"ffe10022457869660000" + "4d4d002a00000008" + "0001" + "011200030000000100060000" + "00000000",
	"hex",
);

/** The same as from a camera held upright: with an EXIF block. */
export async function photoWithPlace(page: Page): Promise<Buffer> {
	const plain = await widePhoto(page);
	return Buffer.concat([plain.subarray(0, 2), TURNED, plain.subarray(2)]);
}

/** From now on the device accepts texts but no files, until the page's window says that it is `roomy`. */
export async function takeNoFiles(page: Page): Promise<void> {
	await page.evaluate(() => {
		const put = IDBObjectStore.prototype.put;
		const isLarge = (value: unknown): boolean =>
			value instanceof ArrayBuffer ||
			value instanceof Blob ||
			(typeof value === "object" && value !== null && Object.values(value).some(isLarge));
		IDBObjectStore.prototype.put = function (value, key) {
			if (isLarge(value) && !("roomy" in window)) throw new DOMException("full", "QuotaExceededError");
			return put.call(this, value, key);
		};
	});
}
