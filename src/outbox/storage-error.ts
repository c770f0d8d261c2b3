const MESSAGES = {
	full: "Not saved: the storage of this device is full.",
	unavailable: "Not saved: this browser gives no storage here, perhaps because the window is private.",
};

/** The device would not keep or read an entry. `message` is for a person. */
export class StorageError extends Error {
	override readonly name = "StorageError";
	/** `full`: no room left. `unavailable`: no storage here, or it is broken. */
	readonly reason: keyof typeof MESSAGES;

	constructor(reason: keyof typeof MESSAGES, cause: unknown) {
		super(MESSAGES[reason], { cause });
		this.reason = reason;
	}
}

/** Passes errors of IndexedDB on as a StorageError and all others as they are. */
export function toStorageError(error: unknown): unknown {
	if (error instanceof StorageError || !(error instanceof DOMException)) return error;
	return new StorageError(error.name === "QuotaExceededError" ? "full" : "unavailable", error);
}
