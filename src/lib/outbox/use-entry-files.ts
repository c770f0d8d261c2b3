import { useEffect, useState } from "react";
import type { EntryId } from "#contract/ids.ts";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { browserCopies } from "#src/lib/sealing/browser-copies.ts";
import { shownOutbox } from "#src/lib/sealing/shown-outbox.ts";
import type { FileProgress } from "#src/outbox/files/attachment.ts";
import { coalesced, resting } from "#src/outbox/platform/coalesced.ts";

/** Minimum milliseconds between reads: a fast connection sends many chunks per second. */
const REST_MS = 250;

/** The original of a sealed file, if this device may know it now. Size and progress are those of the sealed file. */
function unsealed(file: FileProgress): FileProgress {
	const { name, type, sha256 } = browserCopies.file(file.sha256) ?? file;
	return { ...file, name, type, sha256 };
}

/** An entry's files and the progress of each; null until they are read, or if they cannot be read. */
export function useEntryFiles(id: EntryId): readonly FileProgress[] | null {
	const [files, setFiles] = useState<readonly FileProgress[] | null>(null);
	useEffect(() => {
		let over = false;
		const read = coalesced(async () => {
			const found = await browserOutbox()
				.files(id)
				.catch(() => null);
			if (!over) setFiles(found?.map(unsealed) ?? null);
		}, resting(REST_MS));
		const unsubscribe = shownOutbox().subscribe(({ ids }) => {
			if (ids === null || ids.includes(id)) read();
		});
		read();
		return () => {
			over = true;
			unsubscribe();
		};
	}, [id]);
	return files;
}
