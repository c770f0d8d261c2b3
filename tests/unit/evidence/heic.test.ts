import { expect, test } from "vitest";
import { readGiven } from "#src/lib/capture/files/given.ts";
import { makeFile } from "#src/lib/capture/files/make-file.ts";
import { withoutPosition } from "#src/lib/capture/files/without-position.ts";

/** A file that begins as iPhones' photos do, with Exif data that says where it was taken, in either byte order. */
function heic({ little = false, gps = true } = {}): Uint8Array<ArrayBuffer> {
	const tiff = new DataView(new ArrayBuffer(96));
	const put16 = (at: number, value: number) => tiff.setUint16(at, value, little);
	const put32 = (at: number, value: number) => tiff.setUint32(at, value, little);
	tiff.setUint16(0, little ? 0x4949 : 0x4d4d);
	put16(2, 42);
	put32(4, 8);
	put16(8, 1);
	// One entry: the pointer to the GPS directory, or the orientation.
	put16(10, gps ? 0x8825 : 0x0112);
	put16(12, 4);
	put32(14, 1);
	put32(18, 26);
	// The GPS directory: the latitude, three fractions beside it.
	put16(26, 1);
	put16(28, 2);
	put16(30, 5);
	put32(32, 3);
	put32(36, 44);
	for (let at = 44; at < 68; at += 4) put32(at, 0x0636_0636);
	const head = "\0\0\0\u0018ftypheic\0\0\0\0mif1heic....\0\0\0\u0006Exif\0\0";
	return new Uint8Array([...Buffer.from(head, "latin1"), ...new Uint8Array(tiff.buffer), ...Buffer.from("pixels")]);
}

const holdsPosition = (bytes: ArrayBuffer) =>
	Buffer.from(bytes).includes(Buffer.from([0x06, 0x36, 0x06, 0x36])) ||
	Buffer.from(bytes).includes(Buffer.from([0x36, 0x06, 0x36, 0x06]));
const unreadable = { redraw: async () => null, hash: async () => "0".repeat(64) };

test.each(["", "application/octet-stream", "image/jpeg"])(
	"a photo is known for HEIC by its bytes, whatever its type: %s",
	async (type) => {
		const { given } = readGiven([new File([heic()], "IMG_0042.HEIC", { type })], 0, "Photo");
		expect(await given[0]).toMatchObject({ name: "IMG_0042.HEIC", type: "image/heic" });
	},
);

test.each([true, false])(
	"where it was taken is removed though the browser cannot open it, little-endian: %s",
	async (little) => {
		const before = heic({ little }).buffer;
		expect(holdsPosition(before)).toBe(true);
		const given = { name: "a.heic", type: "image/heic", bytes: before };
		const made = await makeFile(given, { keepOriginal: false, covers: [] }, unreadable);
		if (made.status !== "made") throw new Error(made.status);
		expect(made.how).toBe("unplaced");
		expect(holdsPosition(made.file.bytes)).toBe(false);
		expect(made.file.size).toBe(before.byteLength);
		expect(Buffer.from(made.file.bytes).subarray(-6).toString()).toBe("pixels");
		expect(holdsPosition(before)).toBe(true);
	},
);

test("where no position is found, or text repeats it, a person is told that it may be there", async () => {
	const asked = { keepOriginal: false, covers: [] };
	for (const bytes of [heic({ gps: false }), new Uint8Array([...heic(), ...Buffer.from('exif:GPSLatitude="6,27N"')])]) {
		const made = await makeFile({ name: "a.heic", type: "image/heic", bytes: bytes.buffer }, asked, unreadable);
		expect(made).toMatchObject({ status: "made", how: "unread" });
	}
	for (let end = 0; end < heic().length; end++)
		expect(() => withoutPosition(heic().slice(0, end).buffer)).not.toThrow();
});
