import { useEffect, useEffectEvent } from "react";
import { LOST } from "#contract/reports/share.ts";
import { sharedFiles } from "#src/requests/shared-files.ts";

type Taking = {
	add(files: readonly File[]): Promise<void>;
	/** The words that came with them. */
	note(text: string): void;
	refuse(message: string): void;
};

/** What a draft of this page has taken already: the draft outlives its screen. */
const taken = new Set<string>();

/**
 * Takes what another app shared (sw/share.ts). It stays stored until the draft is saved, so that a reload loses nothing. `id`: from the
 * address; null if nothing was shared.
 */
export function useShared(id: string | null, isSaved: boolean, taking: Taking): void {
	const take = useEffectEvent(async (shared: string) => {
		if (shared === LOST) {
			return taking.refuse(
				"What you shared was not kept: this device’s storage is full, or the app was not ready. Share it again, or choose the files here.",
			);
		}
		const found = await sharedFiles()
			.read(shared)
			.catch(() => undefined);
		if (!found) return taking.refuse("What you shared is not on this device any more. Share it again.");
		if (found.text !== "") taking.note(found.text);
		await taking.add(found.files.map(({ name, type, bytes }) => new File([bytes], name, { type })));
	});
	useEffect(() => {
		if (id === null || taken.has(id)) return;
		taken.add(id);
		void take(id);
	}, [id]);
	useEffect(() => {
		if (id === null || id === LOST || !isSaved) return;
		// Leftovers are deleted after a week.
		sharedFiles()
			.drop(id)
			.catch(() => undefined);
	}, [id, isSaved]);
}
