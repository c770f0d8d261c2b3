import { useEffect, useState } from "react";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { browserCopies } from "#src/lib/sealing/browser-copies.ts";
import { useObjectUrl } from "./use-object-url.ts";

/** The address of a thumbnail waiting on this device; null if there is none, it is still loading, or it cannot be read. */
export function useWaitingThumbnail(sha256: string | undefined): string | null {
	const [bytes, setBytes] = useState<ArrayBuffer | null>(null);
	useEffect(() => {
		if (sha256 === undefined) return;
		let over = false;
		const read = async () => (await browserCopies.picture(sha256)) ?? (await browserOutbox().file(sha256));
		read().then(
			(found) => over || setBytes(found ?? null),
			// Without its picture the row still says what it is.
			() => undefined,
		);
		return () => {
			over = true;
			setBytes(null);
		};
	}, [sha256]);
	// Browsers detect the picture type themselves.
	return useObjectUrl(bytes, "image/webp");
}
