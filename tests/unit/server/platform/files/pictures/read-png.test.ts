import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type LogoFile, readLogo } from "#server/platform/files/pictures/logo.ts";
import { pngFile } from "#server/platform/files/pictures/png-file.ts";
import { readPng } from "#server/platform/files/pictures/read-png.ts";
import { makePng, pngOf } from "#tests/support/reports/make-png.ts";

const anySize = () => undefined;
const pixelsOf = (file: Buffer) => {
	const read = readPng(file, anySize);
	if (!read.ok) expect.fail(read.because);
	const { rgba, width } = read.picture;
	return (x: number, y: number) => [...rgba.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];
};
const SIZE = { width: 19, height: 13 };
const png = (bytes: Buffer): LogoFile => ({ type: "image/png", bytes });
const because = (bytes: Buffer) => {
	const read = readLogo(png(bytes));
	return read.ok ? "shown" : read.because;
};

describe.each([false, true])("a PNG that is interlaced: %s", (interlaced) => {
	test.each([8, 16] as const)("with alpha and %i bits a channel", (depth) => {
		const value = (byte: number) => (depth === 8 ? byte : byte * 257);
		const pixel = (x: number, y: number) => [x * 13, y * 19, 255 - x, (x * y) % 256].map(value);
		const at = pixelsOf(makePng({ ...SIZE, depth, interlaced, pixel }));
		for (const [x, y] of [[0, 0] as const, [18, 12] as const, [7, 5] as const, [1, 11] as const]) {
			expect(at(x, y)).toEqual([x * 13, y * 19, 255 - x, (x * y) % 256]);
		}
	});

	test.each([1, 2, 4, 8, 16] as const)("in grays of %i bits, one of them transparent", (depth) => {
		const most = 2 ** depth - 1;
		const pixel = (x: number, y: number) => [(x * 3 + y) % 2 === 0 ? 0 : most];
		const at = pixelsOf(makePng({ ...SIZE, color: "gray", depth, interlaced, transparency: [0, 0], pixel }));
		expect([at(0, 0), at(1, 0), at(18, 12), at(17, 12)]).toEqual([
			[0, 0, 0, 0],
			[255, 255, 255, 255],
			[0, 0, 0, 0],
			[255, 255, 255, 255],
		]);
	});

	test.each([1, 2, 4, 8] as const)("with a palette of %i bits, whose first color is half transparent", (depth) => {
		const palette = [200, 0, 0, 0, 0, 200];
		const pixel = (x: number, y: number) => [(x + y) % 2];
		const at = pixelsOf(makePng({ ...SIZE, color: "palette", depth, interlaced, palette, transparency: [128], pixel }));
		expect([at(0, 0), at(1, 0), at(18, 12)]).toEqual([
			[200, 0, 0, 128],
			[0, 0, 200, 255],
			[200, 0, 0, 128],
		]);
	});

	test("of every small size", () => {
		for (let side = 1; side < 10; side += 1) {
			const at = pixelsOf(makePng({ width: side, height: 10 - side, interlaced, pixel: (x, y) => [x, y, 0, 255] }));
			expect(at(side - 1, 9 - side)).toEqual([side - 1, 9 - side, 0, 255]);
		}
	});

	test("in gray with alpha, and in colors without", () => {
		const gray = makePng({ ...SIZE, color: "gray-alpha", interlaced, pixel: (x, y) => [x * 5, y * 7] });
		expect(pixelsOf(gray)(18, 12)).toEqual([90, 90, 90, 84]);
		const rgb = makePng({ ...SIZE, color: "rgb", interlaced, pixel: (x, y) => [x, y, 9] });
		expect(pixelsOf(rgb)(18, 12)).toEqual([18, 12, 9, 255]);
	});
});

test("what is written is read back, whatever it is", () => {
	fc.assert(
		fc.property(fc.uint8Array({ minLength: 16 * 16 * 4, maxLength: 16 * 16 * 4 }), (bytes) => {
			const picture = { width: 16, height: 16, rgba: Buffer.from(bytes) };
			expect(readPng(pngFile(picture), anySize)).toEqual({ ok: true, picture });
		}),
		{ numRuns: 30 },
	);
});

describe("a PNG that cannot be shown is left out with a reason", () => {
	const good = makePng({ width: 40, height: 20, pixel: () => [9, 9, 9, 255] });
	const head = good.subarray(16, 29);
	const rows = Buffer.alloc(20 * (1 + 40 * 4), 1);
	const withData = (...data: Buffer[]) =>
		pngOf([["IHDR", head], ...data.map((each) => ["IDAT", each] as const), ["IEND", Buffer.alloc(0)]]);

	test("unless nothing is wrong with it", () => {
		expect(because(good)).toBe("shown");
		const packed = deflateSync(Buffer.alloc(rows.length, Buffer.from([0, ...Array(160).fill(255)])));
		expect(because(withData(packed.subarray(0, 10), packed.subarray(10)))).toBe("shown");
	});

	test.each<[string, Buffer]>([
		["empty", Buffer.alloc(0)],
		["a text", Buffer.from("<svg onload=alert(1)>")],
		["its signature alone", good.subarray(0, 8)],
		["cut off", good.subarray(0, good.length - 20)],
		["without an end", good.subarray(0, good.length - 12)],
		["with a changed byte", Buffer.from(good).fill(7, 60, 61)],
		[
			"without a head",
			pngOf([
				["IDAT", deflateSync(rows)],
				["IEND", Buffer.alloc(0)],
			]),
		],
		["with data that is not packed", withData(rows)],
		["with too little data", withData(deflateSync(rows.subarray(1)))],
		["with too much data", withData(deflateSync(Buffer.concat([rows, rows])))],
		["with 50 MB of data in a few bytes", withData(deflateSync(Buffer.alloc(50_000_000)))],
		["with a filter that does not exist", withData(deflateSync(rows.fill(9)))],
		["with a length that is negative in 32 bits", Buffer.from(good).fill(0xff, 33, 37)],
		["with a color type that does not exist", pngOf([["IHDR", Buffer.from(head).fill(5, 9, 10)]])],
		[
			"with a palette that lacks a color",
			makePng({ width: 40, height: 20, color: "palette", palette: [1, 2, 3], pixel: () => [7] }),
		],
	])("%s", (_, bytes) => {
		expect(because(bytes)).toBe("the file is damaged");
	});

	test.each<[string, Buffer]>([
		["it is smaller than 16 pixels", makePng({ width: 1, height: 1, pixel: () => [0, 0, 0, 255] })],
		[
			"it is smaller than 16 pixels",
			pngOf([
				["IHDR", Buffer.from(head).fill(0, 0, 8)],
				["IEND", Buffer.alloc(0)],
			]),
		],
		[
			"it has more than 4 million pixels",
			pngOf([
				["IHDR", Buffer.from(head).fill(0x7f, 0, 8)],
				["IEND", Buffer.alloc(0)],
			]),
		],
		["it is fully transparent", makePng({ width: 40, height: 20, pixel: () => [255, 0, 0, 0] })],
		["it is larger than 2 MB", Buffer.alloc(2_000_001)],
	])("%s", (reason, bytes) => {
		expect(because(bytes)).toBe(reason);
	});

	test("no damage anywhere in a file does more than that", () => {
		fc.assert(
			fc.property(fc.nat(good.length - 1), fc.nat(255), fc.nat(good.length), (at, value, length) => {
				const broken = Buffer.from(good);
				broken[at] = value;
				expect(because(broken)).toMatch(/^(shown|the file is damaged|it )/);
				expect(because(broken.subarray(0, length))).toMatch(/^(shown|the file is damaged|it )/);
			}),
		);
	});
});
