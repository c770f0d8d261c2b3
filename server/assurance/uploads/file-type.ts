import { fileTypeFromBuffer } from "file-type";

/** How many bytes at a file's start are enough to tell what it is. */
export const TELLING_BYTES = 4_100;

/** What a browser may show or play by itself. Everything else is only downloaded: `application/octet-stream`. */
const SHOWN = new Set([
	"image/jpeg",
	"image/png",
	"image/webp",
	"image/gif",
	"image/avif",
	"audio/webm",
	"audio/ogg",
	"audio/mpeg",
	"audio/mp4",
	"audio/wav",
	"application/pdf",
]);

/** Other names of the same type, as browsers and file-type report them. */
const SAME: Readonly<Record<string, string>> = {
	"image/jpg": "image/jpeg",
	"audio/x-m4a": "audio/mp4",
	"audio/x-wav": "audio/wav",
	"audio/vnd.wave": "audio/wav",
	"audio/opus": "audio/ogg",
	"video/webm": "audio/webm",
	"video/mp4": "audio/mp4",
	"video/ogg": "audio/ogg",
	"application/ogg": "audio/ogg",
};

const ANYTHING = "application/octet-stream";
const plain = (type: string): string => SAME[type] ?? type;

/** Programs that a click starts: never evidence. */
const PROGRAMS = new Set([
	"application/x-msdownload",
	"application/vnd.microsoft.portable-executable",
	"application/x-elf",
	"application/x-mach-binary",
	"application/x-msi",
	"application/vnd.android.package-archive",
]);

type Judged = { ok: true; type: string } | { ok: false; message: string };

/**
 * A file's type, by its first bytes. A file that claims to be a picture, a sound or a PDF but is not one is refused; one without telltale
 * bytes, such as a text, is stored as something that can only be downloaded.
 */
export async function judgeFileType(beginning: Uint8Array, announced: string): Promise<Judged> {
	const found = plain((await fileTypeFromBuffer(beginning))?.mime ?? ANYTHING);
	const said = plain(announced);
	if (PROGRAMS.has(found)) {
		return {
			ok: false,
			message: "This file is a program. Evidence cannot hold programs; put it into an archive if you need it.",
		};
	}
	if (SHOWN.has(said) && found !== said) {
		return {
			ok: false,
			message: `This file says that it is ${announced}, but its content is something else. It was not stored.`,
		};
	}
	return { ok: true, type: SHOWN.has(found) ? found : ANYTHING };
}
