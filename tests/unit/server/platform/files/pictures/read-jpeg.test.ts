import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readLogo } from "#server/platform/files/pictures/logo.ts";

/** 240 by 60 pixels, as a browser writes it. */
const JPEG = readFileSync(new URL("../../../../../fixtures/reports/logo.jpg", import.meta.url));
const read = (bytes: Buffer) => readLogo({ type: "image/jpeg", bytes });
const because = (bytes: Buffer) => {
	const result = read(bytes);
	return result.ok ? "shown" : result.because;
};

const FRAME = JPEG.indexOf(Buffer.from([0xff, 0xc0]));
/** The file with other bytes in its frame: the marker, then from the color depth on. */
const withFrame = (at: number, ...values: number[]) => {
	const file = Buffer.from(JPEG);
	file.set(values, FRAME + at);
	return file;
};
const segment = (marker: number, content: Buffer) => {
	const head = Buffer.from([0xff, marker, 0, 0]);
	head.writeUInt16BE(content.length + 2, 2);
	return Buffer.concat([head, content]);
};
/** The file with a segment after its first marker. */
const withSegment = (marker: number, content: Buffer) =>
	Buffer.concat([JPEG.subarray(0, 2), segment(marker, content), JPEG.subarray(2)]);

const exif = (orientation: number, order: "II" | "MM") => {
	const tiff = Buffer.alloc(26);
	tiff.write(order, 0, "latin1");
	const short = (value: number, at: number) =>
		order === "II" ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at);
	if (order === "II") tiff.writeUInt32LE(8, 4);
	else tiff.writeUInt32BE(8, 4);
	short(1, 8);
	short(0x0112, 10);
	short(orientation, 18);
	return Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
};

describe("a JPEG", () => {
	test("is shown with its own proportions, within its box", () => {
		expect(read(JPEG)).toMatchObject({ ok: true, logo: { width: 168, height: 42, ground: "light" } });
	});

	test("is shown if it is progressive, too", () => {
		expect(because(withFrame(1, 0xc2))).toBe("shown");
	});

	test("loses what cameras and programs write into it, and keeps how its colors are meant", () => {
		const secret = Buffer.from("GPS 9.0579 N 7.4951 E");
		const adobe = Buffer.from("Adobe\0\x64\0\0\0\0\0\x01", "latin1");
		for (const marker of [0xe1, 0xe2, 0xed, 0xfe]) {
			const result = read(withSegment(marker, secret));
			expect(result.ok && result.logo.bytes.includes(secret)).toBe(false);
			expect(result.ok).toBe(true);
		}
		const result = read(withSegment(0xee, adobe));
		expect(result.ok && result.logo.bytes.includes(adobe)).toBe(true);
		const trailing = read(Buffer.concat([JPEG, secret]));
		expect(trailing.ok && trailing.logo.bytes.includes(secret)).toBe(false);
	});

	test.each(["II", "MM"] as const)("that is turned is left out, by %s", (order) => {
		expect(because(withSegment(0xe1, exif(6, order)))).toBe("it is stored turned; save it upright");
		expect(because(withSegment(0xe1, exif(1, order)))).toBe("shown");
	});

	test.each<[string, Buffer]>([
		["its colors are CMYK; save it as RGB", withFrame(9, 4)],
		["its colors are neither gray nor RGB", withFrame(9, 2)],
		["it has more than 8 bits a color", withFrame(4, 12)],
		["it is a kind of JPEG that few readers show", withFrame(1, 0xc9)],
		["it is smaller than 16 pixels", withFrame(5, 0, 1, 0, 1)],
		["it has more than 4 million pixels", withFrame(5, 0xff, 0xff, 0xff, 0xff)],
		["the file is damaged", JPEG.subarray(0, JPEG.length - 2)],
		["the file is damaged", JPEG.subarray(0, 300)],
		["the file is damaged", Buffer.concat([JPEG.subarray(0, 2), JPEG.subarray(-2)])],
		["the file is damaged", Buffer.from("GIF89a")],
		["the file is damaged", Buffer.alloc(0)],
	])("is left out: %s", (reason, bytes) => {
		expect(because(bytes)).toBe(reason);
	});

	test("no damage anywhere in its head does more than that", () => {
		fc.assert(
			fc.property(fc.nat(700), fc.nat(255), fc.nat(JPEG.length), (at, value, length) => {
				const broken = Buffer.from(JPEG);
				broken[at] = value;
				expect(because(broken)).toMatch(/^(shown|the file |its? )/);
				expect(because(broken.subarray(0, length))).toMatch(/^(shown|the file |its? )/);
			}),
		);
	});
});
