export type Clock = {
	/** Milliseconds since 1970. */
	now: () => number;
	/** Resolves after this time, or at once on abort. */
	wait: (ms: number, signal?: AbortSignal) => Promise<void>;
};
