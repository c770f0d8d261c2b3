import type { PolicyDeps } from "../delivery/policy.ts";
import type { SendDeps } from "../delivery/post.ts";
import type { Attachment, UploadTarget } from "./attachment.ts";
import type { FileStore } from "./file-store.ts";
import { type FileVerdict, judgeFile, lostFile } from "./judge-file.ts";
import type { PieceSize } from "./piece-size.ts";
import { createUpload, findUpload, sendPiece, type TusAnswer } from "./tus.ts";

/** How many requests in a row may make no progress, and how often a server may lose an upload, before we wait. */
const PATIENCE = 3;
const NO_PROGRESS = "The file did not get any further.";

export type SendFileDeps = SendDeps &
	PolicyDeps & {
		files: FileStore;
		pieces: PieceSize;
		/** Where uploads are created. */
		base: string;
		/** Whether the entry may still be sent. Asked before each request. */
		mayGoOn(): Promise<boolean>;
		/** The server has more of the file than before. */
		progressed(): void;
	};

type Attempt = Parameters<typeof judgeFile>[1];

/**
 * Sends a file from where it broke off to its end. Records each piece that arrived before sending the next. After a failed piece, asks how
 * much the server has and continues from there with smaller pieces, as long as bytes get through. Resolves to `sent`, to `stopped` if the
 * entry may no longer be sent, or to what the server's answer means for the entry.
 */
export async function sendFile(
	file: Attachment,
	{ place, headers }: UploadTarget,
	attempt: Attempt,
	deps: SendFileDeps,
): Promise<"sent" | "stopped" | FileVerdict> {
	const { files, pieces, now } = deps;
	const { sha256, size } = file;
	const verdictOf = (given: TusAnswer & { type: "other" }) => judgeFile(given.answer, attempt, deps);

	const known = (await files.uploads(place, [sha256])).get(sha256);
	if (known?.done) return "sent";
	if (!(await deps.mayGoOn())) return "stopped";
	const stuck = () => judgeFile({ type: "none", message: NO_PROGRESS }, attempt, deps);
	let at: TusAnswer = known ? await findUpload(known.url, headers, deps) : { type: "gone" };
	let bytes: ArrayBuffer | undefined;
	let begun = 0;
	let failures = 0;
	let reached = -1;
	for (;;) {
		if (!(await deps.mayGoOn())) return "stopped";
		if (at.type === "gone") {
			await files.forgetUploads(place, [sha256]);
			if (begun++ === PATIENCE) return stuck();
			at = await createUpload(deps.base, file, headers, deps);
			continue;
		}
		if (at.type === "other") return verdictOf(at);

		const { url, offset } = at;
		const done = offset >= size;
		await files.keepUpload({ sha256, place, url, offset, done });
		if (offset > reached) {
			reached = offset;
			failures = 0;
			deps.progressed();
		} else if (++failures === PATIENCE) return stuck();
		if (done) return "sent";
		bytes ??= await files.bytes(sha256);
		if (bytes?.byteLength !== size) return lostFile(now());

		const piece = new Uint8Array(bytes, offset, Math.min(pieces.bytes(), size - offset));
		const begunAt = now();
		const next = await sendPiece(at, piece, headers, deps);
		if (next.type === "at" || next.type === "gone") {
			pieces.passed(now() - begunAt);
			at = next;
			continue;
		}
		if (next.type === "other") {
			const verdict = verdictOf(next);
			// The server didn't keep what it refused, so a person who sends it again starts over.
			if (verdict.outcome === "hold") await files.forgetUploads(place, [sha256]);
			const isLine = verdict.outcome === "retry" && (verdict.error.status === null || verdict.error.status >= 500);
			if (!isLine || verdict.pauseUntil !== undefined) return verdict;
		}
		// This also covers a server at a different offset: the browser had resent the piece on its own after a break.
		pieces.failed();
		at = await findUpload(url, headers, deps);
	}
}
