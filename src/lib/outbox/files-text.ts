import { counted } from "#contract/format/count.ts";
import { sizeText } from "#contract/format/size.ts";
import type { FileProgress, FileState } from "#src/outbox/files/attachment.ts";

type Files = readonly Pick<FileProgress, "size" | "sent" | "state">[];

const sum = (files: Files, what: "size" | "sent") => files.reduce((total, file) => total + file[what], 0);

/** `3 files, 6.2 MB`, `3 files, 1.4 MB of 6.2 MB sent`, `3 files sent`; or why they wait, if the user's own setting holds them. */
export function filesText(files: Files): string {
	const count = counted(files.length, "file");
	const [size, sent] = [sum(files, "size"), sum(files, "sent")];
	if (files.every(({ state }) => state === "sent")) return `${count} sent`;
	const line = files.some(({ state }) => state === "wifi") ? ", waiting for Wi-Fi" : "";
	return `${count}, ${sent > 0 ? `${sizeText(sent)} of ${sizeText(size)} sent` : sizeText(size)}${line}`;
}

const STATES: Readonly<Record<FileState, string>> = {
	sent: "Sent",
	waiting: "Waiting",
	wifi: "Waiting for Wi-Fi",
	gone: "Not on this device any more",
};

/** `Waiting, 2.1 MB`, `1.4 MB of 2.1 MB sent`: one file. */
export function fileText({ size, sent, state }: Files[number]): string {
	if (state === "waiting" && sent > 0) return `${sizeText(sent)} of ${sizeText(size)} sent`;
	return `${STATES[state]}, ${sizeText(size)}`;
}
