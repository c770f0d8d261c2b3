import { mediumOf } from "#src/lib/evidence/media.tsx";
import { sha256Of } from "#src/lib/evidence/sha256.ts";
import { encryptTo } from "./age.ts";
import { copiesHere } from "./copies-here.ts";
import { sealRequest } from "./seal-request.ts";
import type { Sealer } from "./sealing-outbox.ts";
import { smallPicture } from "./small-picture.ts";

/** Seals in a page. It is large, so it is loaded when something is sealed. */
export const sealHere: Sealer = {
	seal: (request, recipient) =>
		sealRequest(request, recipient, { encrypt: encryptTo, hash: sha256Of, now: () => Date.now() }),

	async keep(id, { opened }, { files }) {
		const small = new Map<string, ArrayBuffer>();
		for (const { sha256, type } of opened.files) {
			const bytes = files?.get(sha256);
			const picture = bytes && mediumOf(type) === "picture" && (await smallPicture(bytes, type));
			if (picture) small.set(sha256, picture);
		}
		await copiesHere.keep(id, opened, small);
	},
};
