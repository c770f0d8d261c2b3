import { expect, test } from "vitest";
import { deviceName } from "#src/lib/capture/device-name.ts";
import { draftTitle } from "#src/lib/capture/files/draft-title.ts";
import { plainName, plainType, readGiven } from "#src/lib/capture/files/given.ts";
import { fitWithin, isPhoto, renamed, writtenAs } from "#src/lib/capture/files/picture-size.ts";
import { recordedText } from "#src/lib/capture/input/recording-panel.tsx";

test.each([
	[
		{ width: 4032, height: 3024 },
		{ width: 2560, height: 1920 },
	],
	[
		{ width: 3024, height: 4032 },
		{ width: 1920, height: 2560 },
	],
	[
		{ width: 2560, height: 100 },
		{ width: 2560, height: 100 },
	],
	[
		{ width: 100_000, height: 3 },
		{ width: 2560, height: 1 },
	],
])("a picture of %o becomes %o", (from, to) => {
	expect(fitWithin(from, 2560)).toEqual(to);
});

test.each([
	["IMG_0001.HEIC", "image/jpeg", "IMG_0001.jpg"],
	["photo.JPEG", "image/jpeg", "photo.JPEG"],
	["Screenshot 1.5.png", "image/webp", "Screenshot 1.5.webp"],
	["door", "image/webp", "door.webp"],
	["door.final version", "image/jpeg", "door.final version.jpg"],
])("%s written as %s is called %s", (name, type, renamedTo) => {
	expect(renamed(name, type)).toBe(renamedTo);
});

test("photos stay what every program opens, and screenshots stay sharp", () => {
	expect(writtenAs("image/jpeg")).toEqual(["image/jpeg"]);
	expect(writtenAs("image/png")[0]).toBe("image/webp");
	expect(["image/png", "image/heic", "image/svg+xml", "image/gif", "application/pdf"].map(isPhoto)).toEqual([
		true,
		true,
		false,
		false,
		false,
	]);
});

test("types and names become what the server takes", () => {
	expect(plainType("audio/webm;codecs=opus")).toBe("audio/webm");
	expect(plainType("")).toBe("application/octet-stream");
	expect(plainType("nonsense")).toBe("application/octet-stream");
	expect(plainName("../a\u202eb\u0000.png")).toBe(".. a b .png");
	expect(plainName("\u0000/")).toBe("File");
});

const fileOf = (name: string, type: string, size: number) =>
	({ name, type, size, arrayBuffer: async () => new ArrayBuffer(0) }) as File;

test("a file that cannot be added is named, with the reason, and is not read", async () => {
	const { given, refused } = readGiven(
		[
			fileOf("empty.txt", "text/plain", 0),
			fileOf("film.mp4", "video/mp4", 26_000_000),
			fileOf("photo.jpg", "image/jpeg", 26_000_000),
			fileOf("just.bin", "", 25_000_000),
		],
		48,
		"File",
	);
	expect((await Promise.all(given)).map(({ name }) => name)).toEqual(["photo.jpg", "just.bin"]);
	expect(refused).toEqual([
		"“empty.txt” is empty, so it was not added.",
		"“film.mp4” has 26 MB. A file can have at most 25 MB. It was not added.",
	]);
	const full = readGiven([fileOf("a.txt", "text/plain", 1)], 50, "File");
	expect(full).toEqual({
		given: [],
		refused: ["“a.txt” was not added: one piece of evidence can have at most 50 files."],
	});
});

test("a photo that the camera gave no name is called by its time", async () => {
	const names = ["image.jpg", "image", "blob", "IMG_1.jpg"].map((name) => fileOf(name, "image/jpeg", 1));
	const { given } = readGiven(names, 0, "Photo 14.05.09");
	expect((await Promise.all(given)).map(({ name }) => name)).toEqual([
		"Photo 14.05.09.jpg",
		"Photo 14.05.09",
		"Photo 14.05.09",
		"IMG_1.jpg",
	]);
});

test("the title says what there is, and when", () => {
	const at = new Date(2026, 10, 23, 14, 5).getTime();
	const photo = { type: "image/jpeg" };
	const sound = { type: "audio/webm" };
	expect(draftTitle([photo], at)).toBe("Photo, 23 Nov 2026, 14:05");
	expect(draftTitle([photo, photo, photo], at)).toMatch(/^3 photos, /);
	expect(draftTitle([sound], at)).toMatch(/^Voice note, /);
	expect(draftTitle([photo, sound], at)).toMatch(/^2 files, /);
	expect(draftTitle([], at)).toMatch(/^Note, /);
});

test("a length is minutes and seconds, never less than nothing", () => {
	expect([-5, 0, 7_900, 760_000].map(recordedText)).toEqual(["0:00", "0:00", "0:07", "12:40"]);
});

test.each([
	[
		"Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36",
		5,
		"Chrome on Android",
	],
	[
		"Mozilla/5.0 (iPhone; CPU iPhone OS 26_6 like Mac OS X) AppleWebKit/605.1.15 Version/26.6 Mobile/15E148 Safari/604.1",
		5,
		"Safari on iPhone",
	],
	[
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.6 Safari/605.1.15",
		5,
		"Safari on iPad",
	],
	[
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0",
		0,
		"Edge on Windows",
	],
	["curl/8", 0, ""],
])("the device of %s", (userAgent, maxTouchPoints, name) => {
	expect(deviceName({ userAgent, maxTouchPoints })).toBe(name);
});
