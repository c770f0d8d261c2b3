import { describe, expect, test } from "vitest";
import { readLogo } from "#server/platform/files/pictures/logo.ts";
import { groundOf, shrunk } from "#server/platform/files/pictures/picture.ts";
import { makePng } from "#tests/support/reports/make-png.ts";

const logoOf = (width: number, height: number, pixel: (x: number, y: number) => number[] = () => [20, 40, 60, 255]) => {
	const read = readLogo({ type: "image/png", bytes: makePng({ width, height, pixel }) });
	return read.ok ? read.logo : expect.fail(read.because);
};

describe("a logo", () => {
	test.each([
		[480, 120, 168, 42],
		[1_000, 50, 180, 9],
		[20, 1_000, 1, 42],
		[32, 32, 32, 32],
	])("of %i by %i pixels takes %d by %d", (width, height, ...size) => {
		const logo = logoOf(width, height);
		expect([logo.width, logo.height].map(Math.round)).toEqual(size);
	});

	test("keeps nothing of its file but the pixels", () => {
		const file = makePng({ width: 40, height: 20, pixel: () => [1, 2, 3, 255] });
		const logo = logoOf(40, 20, () => [1, 2, 3, 255]);
		expect(logo.bytes.equals(file)).toBe(false);
		expect(logo.bytes.toString("latin1").match(/IHDR|IDAT|IEND|tEXt|eXIf/g)).toEqual(["IHDR", "IDAT", "IEND"]);
	});

	test("that is light and has no background of its own gets a dark one", () => {
		const onClear = (color: number[]) => (x: number) => (x % 3 === 0 ? [...color, 255] : [0, 0, 0, 0]);
		expect(logoOf(60, 20, onClear([255, 255, 255])).ground).toBe("dark");
		expect(logoOf(60, 20, onClear([255, 240, 180])).ground).toBe("dark");
		expect(logoOf(60, 20, onClear([200, 30, 30])).ground).toBe("light");
		expect(logoOf(60, 20, () => [255, 255, 255, 255]).ground).toBe("light");
	});
});

test("what cannot be seen gives a pixel no color", () => {
	const rgba = Buffer.from([255, 0, 0, 255, 0, 255, 0, 0, 255, 0, 0, 255, 0, 255, 0, 0]);
	const { rgba: small } = shrunk({ width: 4, height: 1, rgba }, { width: 2, height: 1 });
	expect([...small]).toEqual([255, 0, 0, 128, 255, 0, 0, 128]);
	expect(groundOf({ width: 2, height: 1, rgba: small })).toBe("light");
});
