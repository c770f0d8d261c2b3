import { useEffect, useState } from "react";
import type { EntryId } from "#contract/ids.ts";
import { coalesced, resting } from "#src/outbox/coalesced.ts";
import type { FileProgress } from "#src/outbox/files/attachment.ts";
import { browserOutbox } from "#src/requests/browser.ts";

/** Minimum milliseconds between reads: a fast line moves many pieces in a second. */
const REST_MS = 250;

/** An entry's files and how far each has come; null until they are read, and if they cannot be. */
export function useEntryFiles(id: EntryId): readonly FileProgress[] | null {
	const [files, setFiles] = useState<readonly FileProgress[] | null>(null);
	useEffect(() => {
		let over = false;
		const outbox = browserOutbox();
		const read = coalesced(async () => {
			const found = await outbox.files(id).catch(() => null);
			if (!over) setFiles(found);
		}, resting(REST_MS));
		const unsubscribe = outbox.subscribe(({ ids }) => {
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
