/** What to close at the end, newest first. */
export type Closers = {
	add(close: () => unknown): void;
	/** Closes everything, even if some of it fails; the failures go to `onError`. */
	closeAll(onError: (error: unknown) => void): Promise<void>;
};

export function createClosers(): Closers {
	const closers: (() => unknown)[] = [];
	return {
		add: (close) => closers.push(close),
		async closeAll(onError) {
			for (let close = closers.pop(); close; close = closers.pop()) {
				try {
					await close();
				} catch (error) {
					onError(error);
				}
			}
		},
	};
}
