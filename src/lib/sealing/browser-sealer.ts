import { THUMBNAIL_BYTES } from "#contract/evidence/files.ts";
import { mediumOf } from "#src/lib/evidence/media.tsx";
import { sha256Of } from "#src/lib/evidence/sha256.ts";
import { encryptTo } from "./age.ts";
import { browserCopies } from "./browser-copies.ts";
import { sealRequest } from "./seal-request.ts";
import type { Sealer } from "./sealing-outbox.ts";

/** Seals in a page. The sealing code is large, so it loads only when something is sealed. */
export const browserSealer: Sealer = {
	seal: (request, recipient) =>
		sealRequest(request, recipient, { encrypt: encryptTo, hash: sha256Of, now: () => Date.now() }),

	async keep(id, { opened }, { files }) {
		const small = new Map<string, ArrayBuffer>();
		// Thumbnails travel as files, too.
		for (const { sha256, type, size } of opened.files) {
			const bytes = files?.get(sha256);
			if (bytes && size <= THUMBNAIL_BYTES && mediumOf(type) === "picture") small.set(sha256, bytes);
		}
		await browserCopies.keep(id, opened, small);
	},
};
