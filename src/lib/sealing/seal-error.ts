import { StorageError } from "#src/outbox/storage/storage-error.ts";

/** A request that has to be sealed could not be, so it was not saved either. `message` is for the screen. */
export class SealError extends StorageError {
	constructor(message: string, cause?: unknown) {
		super("unavailable", cause);
		this.message = message;
	}
}

/** The workspace's key comes with the list of workspaces, so one look at the server brings it. */
export const NO_KEY =
	"Not saved: what waits on this device is sealed, and this workspace’s key is not here yet. Connect once, then save again.";
export const NOT_SEALED = "Not saved: what waits on this device is sealed, and that failed. Try again.";
