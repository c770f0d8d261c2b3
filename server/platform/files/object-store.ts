/** A store of bytes beside the database, such as S3. Every call throws an ObjectStoreError if it cannot be done. */
export type ObjectStore = {
	/** Where it is, for the operator. */
	readonly place: string;
	/** Resolves once all of it is stored. The same key again: stored anew. */
	put(key: string, bytes: Uint8Array): Promise<void>;
	/** All bytes of an object. */
	get(key: string): Promise<Buffer>;
	/** An object that is not there counts as deleted. */
	delete(key: string): Promise<void>;
};

/**
 * Why an object could not be stored, read or deleted: the store is `away` and may be back soon, it has `refused` us, or the object
 * is `lost`: it is not there, or not what was stored.
 */
export class ObjectStoreError extends Error {
	override name = "ObjectStoreError";
	readonly because: "away" | "refused" | "lost";
	/** What the store says by itself, such as `AccessDenied`. */
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
