type Bytes = Uint8Array<ArrayBuffer>;

/** How answers are stored: in clear, or under the data key of a lock. */
export type KeptForm = {
	/** The name of the data key; null: in clear. */
	key: string | null;
	/** False until we know whether a workspace requires a lock. Until then, only previously stored answers may be read. */
	writes: boolean;
	/** The key of an answer's record. */
	name(hash: string): Promise<string>;
	seal(text: string): Promise<string | Bytes>;
	/** Rejects if it was not stored in this form. */
	open(stored: unknown): Promise<string>;
};

/** In clear. */
export const clearForm = (writes: boolean): KeptForm => ({
	key: null,
	writes,
	name: async (hash) => hash,
	seal: async (text) => text,
	async open(stored) {
		if (typeof stored !== "string") throw new Error("This answer is not in clear.");
		return stored;
	},
});
