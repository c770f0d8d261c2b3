import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { readPictures } from "#server/assurance/assessments/paper/read-pictures.ts";
import { pngFile } from "#server/platform/files/pictures/png-file.ts";

const pngOf = (width: number, height: number, shade: number): Buffer =>
	pngFile({ width, height, rgba: Buffer.alloc(width * height * 4, shade) });
const fileOf = (bytes: Uint8Array, name = "door.png") => ({
	name,
	file: { type: "image/png", bytes: bytes as Buffer } as const,
});
const shownOf = (files: ReturnType<typeof readPictures>) =>
	[...files.values()].flat().map(({ picture }) => (picture === null ? "named" : "shown"));

test("a picture that is there twice is unpacked once, also as it comes from another thread", () => {
	const bytes = new Uint8Array(pngOf(40, 30, 200));
	const read = readPictures(
		new Map([
			["a", [fileOf(bytes)]],
			["b", [fileOf(bytes)]],
		]),
	);
	expect(shownOf(read)).toEqual(["shown", "shown"]);
	expect(read.get("a")?.[0]?.picture).toBe(read.get("b")?.[0]?.picture);
});

test("a picture of more than two million pixels is named, however small its file is", () => {
	const large = pngOf(2_000, 1_001, 255);
	expect(large.length).toBeLessThan(60_000);
	expect(shownOf(readPictures(new Map([["a", [fileOf(large), fileOf(pngOf(40, 30, 200))]]])))).toEqual([
		"named",
		"shown",
	]);
});

test("beyond thirty million pixels in one paper, pictures are named", () => {
	const png = pngOf(1_400, 1_400, 100);
	// The same picture in separate files counts as a new one each time.
	const files = Array.from({ length: 20 }, () => fileOf(new Uint8Array(png)));
	const shown = shownOf(readPictures(new Map([["a", files]])));
	expect(shown).toEqual([...Array(15).fill("shown"), ...Array(5).fill("named")]);
});

test("what has no picture, or a damaged one, is named", () => {
	const damaged = fileOf(deflateSync(Buffer.alloc(100)));
	expect(shownOf(readPictures(new Map([["a", [damaged, { name: "plan.pdf", file: null }]]])))).toEqual([
		"named",
		"named",
	]);
});
