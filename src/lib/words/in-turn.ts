import { StorageError } from "#src/outbox/storage/storage-error.ts";
import { notify } from "#src/ui/toast/notify.ts";

let last: Promise<unknown> = Promise.resolve();

/** Saves words one at a time, so the second of two quick taps sees the first one saved. */
export function inTurn<T>(save: () => Promise<T>): Promise<T> {
	const saved = last.then(save);
	last = saved.catch(() => undefined);
	return saved;
}

/** Null if it could not be saved: then a toast says why. */
export async function orSayWhy<T>(saving: Promise<T>): Promise<T | null> {
	try {
		return await saving;
	} catch (error) {
		notify({
			title: "Nothing was changed",
			text: error instanceof StorageError ? error.message : "This device could not save it. Please try again.",
		}).catch(() => undefined);
		return null;
	}
}
