import { expect, test } from "vitest";
import { type MakeOptions, makeFile } from "#src/lib/capture/files/make-file.ts";

const COVER = { x: 0, y: 0, width: 0.5, height: 0.5 };
const photo = { name: "a.jpg", type: "image/jpeg", bytes: new ArrayBuffer(9) };

/** Makes a file, and records how large a picture may be. */
async function make(
	given = photo,
	{ keepOriginal = false, covers = [] }: Partial<MakeOptions> = {},
	redrawn: { bytes: ArrayBuffer; type: string } | null = { bytes: new ArrayBuffer(3), type: "image/jpeg" },
	small: { bytes: ArrayBuffer; type: string } | null = { bytes: new ArrayBuffer(2), type: "image/webp" },
) {
	const sides: number[] = [];
	const shrunk: (readonly [bytes: number, covers: number])[] = [];
	const made = await makeFile(
		given,
		{ keepOriginal, covers },
		{
			redraw: async (bytes, { side, covers }) => {
				if (side === 320) {
					shrunk.push([bytes.byteLength, covers.length]);
					return small;
				}
				sides.push(side);
				return redrawn;
			},
			hash: async (bytes) => String(bytes.byteLength).repeat(64),
		},
	);
	return { made, sides, shrunk };
}

test("a photo is drawn anew and smaller, another file is saved as it is", async () => {
	expect(await make()).toMatchObject({ made: { how: "redrawn", file: { size: 3, name: "a.jpg" } }, sides: [2560] });
	const pdf = { ...photo, name: "a.pdf", type: "application/pdf" };
	expect(await make(pdf)).toMatchObject({ made: { how: "as-given", file: { size: 9 } }, sides: [] });
});

test("the original stays as it is; with covers it is drawn anew at its own size", async () => {
	expect(await make(photo, { keepOriginal: true })).toMatchObject({ made: { how: "as-given" }, sides: [] });
	const covered = await make(photo, { keepOriginal: true, covers: [COVER] });
	expect(covered).toMatchObject({
		made: { how: "redrawn", file: { redacted: true } },
		sides: [Number.POSITIVE_INFINITY],
	});
	expect((await make()).made).not.toMatchObject({ file: { redacted: true } });
});

test("a photo that cannot be opened is kept as it is, but never if something in it was to be covered", async () => {
	const heic = { ...photo, name: "a.heic", type: "image/heic" };
	expect(await make(heic, {}, null)).toMatchObject({ made: { how: "unread", file: { name: "a.heic", size: 9 } } });
	expect(await make(heic, { covers: [COVER] }, null)).toMatchObject({ made: { status: "refused" } });
});

test("what is too large is refused by its name", async () => {
	const large = { ...photo, bytes: new ArrayBuffer(25_000_001) };
	expect((await make(large)).made).toMatchObject({ status: "made" });
	expect((await make(large, { keepOriginal: true })).made).toEqual({
		status: "refused",
		message: "“a.jpg” has 25 MB. A file can have at most 25 MB.",
	});
});

test("a thumbnail is drawn from the picture as it is saved, so with what is covered in it", async () => {
	const { made, shrunk } = await make(photo, { covers: [COVER] });
	// The covers are already in the three bytes.
	expect(shrunk).toEqual([[3, 0]]);
	expect(made).toMatchObject({
		file: { sha256: "3".repeat(64), thumbnail: "2".repeat(64) },
		thumbnail: { sha256: "2".repeat(64), size: 2, type: "image/webp", name: "a.jpg" },
	});
	expect((await make(photo, { keepOriginal: true })).shrunk).toEqual([[9, 0]]);
});

test("what is no picture, cannot be read or is not small has none", async () => {
	expect((await make({ ...photo, type: "application/pdf" })).made).not.toHaveProperty("thumbnail");
	expect((await make(photo, {}, undefined, null)).made).not.toHaveProperty("thumbnail");
	const large = { bytes: new ArrayBuffer(60_001), type: "image/webp" };
	const { made } = await make(photo, {}, undefined, large);
	expect(made).toMatchObject({ status: "made", file: { size: 3 } });
	expect(made).not.toHaveProperty("thumbnail");
});
