/** A store of bytes beside the database, such as S3. Every call throws an ObjectStoreError if it fails. */
export type ObjectStore = {
	/** Where it is, for the operator. */
	readonly place: string;
	/** Resolves once all of it is stored. An existing key is overwritten. */
	put(key: string, bytes: Uint8Array): Promise<void>;
	/** All bytes of an object. */
	get(key: string): Promise<Buffer>;
	/** An object that does not exist counts as deleted. */
	delete(key: string): Promise<void>;
};

/**
 * Why an object could not be stored, read or deleted: the store is `away` and may be back soon, it `refused` us, or the object is `lost`:
 * missing, or not what was stored.
 */
export class ObjectStoreError extends Error {
	override name = "ObjectStoreError";
	readonly because: "away" | "refused" | "lost";
	/** The store's own error code, such as `AccessDenied`. */
	readonly code: string | undefined;

	constructor(
		because: ObjectStoreError["because"],
		message: string,
		{ code, cause }: { code?: string; cause?: unknown } = {},
	) {
		super(message, { cause });
		this.because = because;
		this.code = code;
	}
}
