import { expect, test } from "vitest";
import { readLogo } from "#server/platform/files/pictures/logo.ts";
import { makePng } from "#tests/support/reports/make-png.ts";

test("a logo of 2000 by 2000 pixels becomes a small file with the same colors", () => {
	const pixel = (x: number, y: number) => (x < 1_000 ? [255, 0, 0, 255] : [0, 0, 255, y < 1_000 ? 255 : 0]);
	const read = readLogo({ type: "image/png", bytes: makePng({ width: 2_000, height: 2_000, pixel }) });
	if (!read.ok) return expect.fail(read.because);
	const { logo } = read;
	expect([logo.width, logo.height]).toEqual([42, 42]);
	expect(logo.bytes.length).toBeLessThan(5_000);
	if (logo.picture.kind !== "pixels") return expect.fail("a PNG is pixels");
	const { rgba, width } = logo.picture.pixels;
	const at = (x: number, y: number) => [...rgba.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];
	expect([width, at(0, 0), at(width - 1, 0), at(width - 1, width - 1)]).toEqual([
		126,
		[255, 0, 0, 255],
		[0, 0, 255, 255],
		[0, 0, 0, 0],
	]);
});
