import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { readLogo } from "#server/identity/workspaces/people/logo.ts";
import { jpegFile, pngFile } from "#tests/support/fuzz/pictures.ts";

const typeOf = async (content: Buffer) => {
	const read = await readLogo(content);
	return read.ok ? read.logo.type : read.message;
};
const NONE = expect.stringContaining("not a PNG or JPEG");
const TOO_LARGE = expect.stringContaining("at most 2000 × 2000");
const png = pngFile(3, 2);

test("a picture is what its content says", async () => {
	expect(await typeOf(png)).toBe("image/png");
	expect(await typeOf(jpegFile(3, 2))).toBe("image/jpeg");
	expect(await typeOf(pngFile(2_000, 2_000))).toBe("image/png");
	expect(await typeOf(jpegFile(2_000, 2_000))).toBe("image/jpeg");
});

test("with one pixel too many it is too large, before it is unpacked", async () => {
	expect(await typeOf(pngFile(2_001, 1))).toEqual(TOO_LARGE);
	expect(await typeOf(pngFile(1, 2_001))).toEqual(TOO_LARGE);
	expect(await typeOf(pngFile(0x7fffffff, 0x7fffffff, Buffer.alloc(1)))).toEqual(TOO_LARGE);
	expect(await typeOf(jpegFile(1, 2_001))).toEqual(TOO_LARGE);
});

test.each([
	["nothing", Buffer.alloc(0)],
	["a text", Buffer.from("<svg onload='alert(1)'/>")],
	["a page behind a PNG's signature", Buffer.concat([png.subarray(0, 8), Buffer.from("<script>alert(1)</script>")])],
	["a page behind a whole PNG", Buffer.concat([png, Buffer.from("<script>alert(1)</script>")])],
	["a PNG that ends too early", png.subarray(0, -5)],
	["a PNG with a wrong sum", Buffer.concat([png.subarray(0, 20), Buffer.from([9]), png.subarray(21)])],
	["a PNG with too few pixels", pngFile(3, 2, Buffer.alloc(3))],
	["a PNG that unpacks to more than it says", pngFile(3, 2, Buffer.alloc(5_000_000))],
	["a PNG without pixels", pngFile(3, 0)],
	["packed zeros", deflateSync(Buffer.alloc(1_000))],
	["a JPEG that ends too early", jpegFile(3, 2).subarray(0, -1)],
	["a JPEG without a frame", Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 2, 0xff, 0xd9])],
	["a JPEG whose segment is longer than it", Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0xff, 0xff, 8, 0xff, 0xd9])],
	["a GIF", Buffer.from("GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;", "latin1")],
])("%s is no logo", async (_name, content) => {
	expect(await typeOf(content)).toEqual(NONE);
});
