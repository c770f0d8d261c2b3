export type Clock = {
	/** Milliseconds since 1970. */
	now: () => number;
	/** Resolves after so long, or at once on abort. */
	wait: (ms: number, signal?: AbortSignal) => Promise<void>;
};
