/** The types that a product fills in. */
export type Types = {
	/** An entry's id: a UUID v7 made on the device. */
	id: string;
	/** Who requests may belong to. */
	account: string;
	/** A union: each kind with the body that belongs to it. */
	request: { kind: string; body: unknown };
	/** Reasons to hold an entry, besides the library's own. */
	reason: string;
	/** What we keep from the server's answer, besides the key. */
	receipt: object;
	/** Optional UUIDs that say where an entry belongs. Set when the entry is made and never changed. */
	scope: object;
	/** Optional texts a person adds to an entry. They may change without making it a different request. */
	labels: object;
};
