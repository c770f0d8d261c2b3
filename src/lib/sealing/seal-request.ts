import { SEALED_FILE, type SealedContent } from "#contract/requests/sealing.ts";
import type { Attachment } from "#src/outbox/files/attachment.ts";
import type { NewEntry } from "#src/requests/entry.ts";
import { KINDS, type OutboxRequest } from "#src/requests/kinds.ts";
import { wireBody } from "#src/requests/wire-body.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export type SealDeps = {
	/** Encrypts to an age recipient. */
	encrypt(recipient: string, bytes: Bytes): Promise<Bytes>;
	/** SHA-256 in hex. */
	hash(bytes: ArrayBuffer): Promise<string>;
	now(): number;
};

/** A file before sealing, with the SHA-256 of the sealed file. */
export type SealedFile = Attachment & { sealed: string };

/** A request before sealing. Keep it only in memory, or encrypted under another key. */
export type Opened = { request: OutboxRequest; client?: string; note?: string; files: readonly SealedFile[] };

export type SealedEntry = { entry: NewEntry; opened: Opened };

/** The name of every sealed file: the original name is in the request. */
const NAME = "Sealed file";

/** How many bytes to convert to text at once: as many arguments as every browser accepts. */
const AT_ONCE = 0x8000;

function base64(bytes: Bytes): string {
	let binary = "";
	for (let at = 0; at < bytes.length; at += AT_ONCE) binary += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE));
	return btoa(binary);
}

/** Until when it is sent without asking. The limit for its kind counts from when it was made, or from when it may first be sent. */
function limitOf({ kind, startAt = 0, notAfter }: NewEntry, now: number): number | undefined {
	const { staleAfterMs } = KINDS[kind];
	if (staleAfterMs === null) return notAfter;
	return Math.min(notAfter ?? Number.POSITIVE_INFINITY, Math.max(now, startAt) + staleAfterMs);
}

/**
 * The request in a form that only the server can read. What the outbox needs stays in clear: its owner, its scope, its limits, what it
 * comes after, and its files' sizes. Its labels are sealed.
 */
export async function sealRequest(
	given: NewEntry,
	recipient: string,
	{ encrypt, hash, now }: SealDeps,
): Promise<SealedEntry> {
	const { kind, body, owner, workspace, clientId, client, note, startAt, after, attachments = [] } = given;
	const files: SealedFile[] = [];
	const bytes = new Map<string, ArrayBuffer>();
	const sealedFiles: Attachment[] = [];
	// One at a time: a file can be 25 MB.
	for (const file of attachments) {
		const plain = given.files?.get(file.sha256);
		if (!plain) throw new RangeError(`The bytes of ${file.sha256} are needed to seal them.`);
		const { buffer } = await encrypt(recipient, new Uint8Array(plain));
		const sealed = await hash(buffer);
		files.push({ ...file, sealed });
		bytes.set(sealed, buffer);
		sealedFiles.push({ sha256: sealed, size: buffer.byteLength, type: SEALED_FILE, name: NAME });
	}
	const request = { kind, body } as OutboxRequest;
	const labels = { ...(client !== undefined && { client }), ...(note !== undefined && { note }) };
	const content: SealedContent = {
		kind,
		body: wireBody({ request, owner, ...(clientId && { clientId }), ...labels }),
		...(files.length > 0 && { files: Object.fromEntries(files.map(({ sha256, sealed }) => [sha256, sealed])) }),
	};
	const notAfter = limitOf(given, now());
	const sealed = base64(await encrypt(recipient, new TextEncoder().encode(JSON.stringify(content))));
	return {
		entry: {
			kind: "sealed",
			body: { sealed },
			owner,
			...(workspace && { workspace }),
			...(clientId && { clientId }),
			...(startAt !== undefined && { startAt }),
			...(notAfter !== undefined && { notAfter }),
			...(after && { after }),
			...(files.length > 0 && { attachments: sealedFiles, files: bytes }),
		},
		opened: { request, ...labels, files },
	};
}
