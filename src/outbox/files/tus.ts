import { type Exchanged, exchange, type HttpAnswer, type SendDeps } from "../delivery/post.ts";
import type { Attachment, UploadTarget } from "./attachment.ts";
import { codeOf, STORAGE_FULL } from "./judge-file.ts";

/** How long one piece of a file may take, in milliseconds: the smallest one gets through at 1 kB/s. */
const PIECE_TIMEOUT_MS = 64_000;

/** What a tus server says about an upload. */
export type TusAnswer =
	/** `offset`: how many bytes it has. */
	| { type: "at"; url: string; offset: number }
	/** It doesn't have this upload, or no longer has it. */
	| { type: "gone" }
	/** Anything else, with the answer. */
	| { type: "other"; answer: HttpAnswer };

/** The server has a different number of bytes than we said. */
type Elsewhere = { type: "elsewhere" };

type Headers = UploadTarget["headers"];

const TUS = { "Tus-Resumable": "1.0.0" };

const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** A path on our own origin, whatever origin a server behind a proxy thinks it has. */
function pathOf(location: string, base: string): string {
	const { pathname, search } = new URL(location, new URL(base, "http://localhost"));
	return pathname + search;
}

const isSuccess = (answer: HttpAnswer) => answer.type === "answer" && answer.status >= 200 && answer.status < 300;
const isOneOf = (answer: HttpAnswer, ...statuses: number[]) =>
	answer.type === "answer" && statuses.includes(answer.status);

function offsetIn({ headers }: Exchanged): number | null {
	const said = headers?.get("Upload-Offset") ?? "";
	return /^\d+$/.test(said) ? Number(said) : null;
}

/** Starts an upload. If the server already has some or all of the file, its offset says so. Never rejects. */
export async function createUpload(
	base: string,
	{ sha256, size, type }: Attachment,
	headers: Headers,
	deps: SendDeps,
): Promise<TusAnswer> {
	const metadata = `sha256 ${base64(sha256)},type ${base64(type)}`;
	const made = await exchange(
		base,
		{
			method: "POST",
			headers: { ...TUS, ...headers, "Upload-Length": String(size), "Upload-Metadata": metadata },
		},
		deps,
	);
	const location = made.headers?.get("Location");
	if (!isSuccess(made.answer) || !location) return { type: "other", answer: made.answer };
	return { type: "at", url: pathOf(location, base), offset: offsetIn(made) ?? 0 };
}

/** Asks how far an upload has gotten. Never rejects. */
export async function findUpload(url: string, headers: Headers, deps: SendDeps): Promise<TusAnswer> {
	const made = await exchange(url, { method: "HEAD", headers: { ...TUS, ...headers } }, deps);
	const offset = offsetIn(made);
	if (isSuccess(made.answer) && offset !== null) return { type: "at", url, offset };
	return isOneOf(made.answer, 400, 403, 404, 409, 410) ? { type: "gone" } : { type: "other", answer: made.answer };
}

/** Sends a file's bytes starting at `offset`. Never rejects. */
export async function sendPiece(
	{ url, offset }: { url: string; offset: number },
	bytes: Uint8Array<ArrayBuffer>,
	headers: Headers,
	deps: SendDeps,
): Promise<TusAnswer | Elsewhere> {
	const made = await exchange(
		url,
		{
			method: "PATCH",
			headers: {
				...TUS,
				...headers,
				"Content-Type": "application/offset+octet-stream",
				"Upload-Offset": String(offset),
			},
			body: bytes,
		},
		deps,
		PIECE_TIMEOUT_MS,
	);
	const next = offsetIn(made);
	if (isSuccess(made.answer) && next !== null) return { type: "at", url, offset: next };
	if (isOneOf(made.answer, 404, 410)) return { type: "gone" };
	const isFull = codeOf(made.answer) === STORAGE_FULL;
	return isOneOf(made.answer, 409) && !isFull ? { type: "elsewhere" } : { type: "other", answer: made.answer };
}
