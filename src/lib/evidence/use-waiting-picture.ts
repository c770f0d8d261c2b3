import { useEffect, useState } from "react";
import type { AttachedFile } from "#contract/evidence/files.ts";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { copiesHere } from "#src/lib/sealing/copies-here.ts";
import { useObjectUrl } from "./use-object-url.ts";

/** The address of a picture that waits on this device; null while it is read, and if it cannot be. */
export function useWaitingPicture(file: Pick<AttachedFile, "sha256" | "type"> | null): string | null {
	const [bytes, setBytes] = useState<ArrayBuffer | null>(null);
	const { sha256, type } = file ?? { sha256: null, type: "" };
	useEffect(() => {
		if (sha256 === null) return;
		let over = false;
		const read = async () => (await copiesHere.picture(sha256)) ?? (await browserOutbox().file(sha256));
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
	return useObjectUrl(bytes, type);
}
