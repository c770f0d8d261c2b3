/** The types that a product fills in. */
export type Types = {
	/** Of an entry: a UUID v7 that the device makes. */
	id: string;
	/** Who requests may belong to. */
	account: string;
	/** A union: each kind with the body that belongs to it. */
	request: { kind: string; body: unknown };
	/** Reasons to hold an entry, beside the library's own. */
	reason: string;
	/** What is kept of the server's answer, beside the key. */
	receipt: object;
	/** Optional UUIDs that say where an entry belongs. Written when it is made; nothing changes them. */
	scope: object;
	/** Optional texts of a person about an entry. They may change, and never make another request. */
	labels: object;
};
