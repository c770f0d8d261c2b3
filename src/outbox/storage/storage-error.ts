const MESSAGES = {
	full: "Not saved: this device’s storage is full.",
	unavailable: "Not saved: this browser allows no storage here. The window may be private.",
};

/** The device couldn't store or read an entry. `message` is for the screen. */
export class StorageError extends Error {
	override readonly name = "StorageError";
	/** `full`: no space left. `unavailable`: no storage here, or it is broken. */
	readonly reason: keyof typeof MESSAGES;

	constructor(reason: keyof typeof MESSAGES, cause: unknown) {
		super(MESSAGES[reason], { cause });
		this.reason = reason;
	}
}

function toStorageError(error: unknown): unknown {
	if (error instanceof StorageError || !(error instanceof DOMException)) return error;
	return new StorageError(error.name === "QuotaExceededError" ? "full" : "unavailable", error);
}

/** Wraps IndexedDB errors in a StorageError and passes all others through. */
export async function guarded<T>(work: Promise<T>): Promise<T> {
	try {
		return await work;
	} catch (error) {
		throw toStorageError(error);
	}
}
