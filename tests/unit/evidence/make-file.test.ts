import { expect, test } from "vitest";
import { type MakeOptions, makeFile } from "#src/features/evidence/capture/make-file.ts";

const COVER = { x: 0, y: 0, width: 0.5, height: 0.5 };
const photo = { name: "a.jpg", type: "image/jpeg", bytes: new ArrayBuffer(9) };

/** Makes a file, and notes how large a picture may be. */
async function make(
	given = photo,
	{ keepOriginal = false, covers = [] }: Partial<MakeOptions> = {},
	redrawn: { bytes: ArrayBuffer; type: string } | null = { bytes: new ArrayBuffer(3), type: "image/jpeg" },
) {
	const sides: number[] = [];
	const made = await makeFile(
		given,
		{ keepOriginal, covers },
		{
			redraw: async (_bytes, { side }) => {
				sides.push(side);
				return redrawn;
			},
			hash: async (bytes) => String(bytes.byteLength).repeat(64),
		},
	);
	return { made, sides };
}

test("a photo is drawn anew and smaller, another file is saved as it is", async () => {
	expect(await make()).toMatchObject({ made: { how: "redrawn", file: { size: 3, name: "a.jpg" } }, sides: [2560] });
	const pdf = { ...photo, name: "a.pdf", type: "application/pdf" };
	expect(await make(pdf)).toMatchObject({ made: { how: "as-given", file: { size: 9 } }, sides: [] });
});

test("the original stays as it is; with covers it is drawn anew at its own size", async () => {
	expect(await make(photo, { keepOriginal: true })).toMatchObject({ made: { how: "as-given" }, sides: [] });
	const covered = await make(photo, { keepOriginal: true, covers: [COVER] });
	expect(covered).toMatchObject({ made: { how: "redrawn" }, sides: [Number.POSITIVE_INFINITY] });
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
