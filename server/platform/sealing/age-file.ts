/** What precedes an age file's own bytes if it has one X25519 recipient and nothing else: then its length is always the same. */
const HEADER = /^age-encryption\.org\/v1\n-> X25519 [A-Za-z0-9+/]{43}\n[A-Za-z0-9+/]{43}\n--- [A-Za-z0-9+/]{43}\n$/;
const HEADER_BYTES = 168;
const NONCE_BYTES = 16;
const CHUNK_BYTES = 65_536;
const TAG_BYTES = 16;

/** How many bytes are in a sealed file of `size` bytes: zero or less if a sealed file cannot have that size. */
export function plainSize(size: number): number {
	const sealed = size - HEADER_BYTES - NONCE_BYTES;
	return sealed - TAG_BYTES * Math.max(1, Math.ceil(sealed / (CHUNK_BYTES + TAG_BYTES)));
}

/**
 * The same bytes, if they start like a file sealed to one recipient. Throws otherwise, before anything reads a header of arbitrary length
 * or does the work for a passphrase.
 */
export async function* sealedToOne(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	let beginning = Buffer.alloc(0);
	let isJudged = false;
	for await (const part of source) {
		if (isJudged) {
			yield part;
			continue;
		}
		beginning = Buffer.concat([beginning, part]);
		if (beginning.length < HEADER_BYTES) continue;
		if (!HEADER.test(beginning.toString("latin1", 0, HEADER_BYTES)))
			throw new Error("It is not sealed to one recipient");
		isJudged = true;
		yield beginning;
	}
	if (!isJudged) throw new Error("It ends before its header does");
}
