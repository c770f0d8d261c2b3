type KeptFiles = {
	/** The file for a key, created once for everyone who asks at the same time or soon after. */
	get(key: string, make: () => Promise<Buffer>): Promise<Buffer>;
	drop(key: string): void;
};

/** How long a file stays in memory, so that one that was deleted elsewhere does not stay forever. Milliseconds. */
export const KEPT_MS = 10 * 60_000;

/** The most recently requested files, a limited number and for ten minutes. Creating one costs far more than sending it. */
export function createKeptFiles(most: number): KeptFiles {
	const files = new Map<string, Promise<Buffer>>();
	const drop = (key: string) => void files.delete(key);
	// One at a time: each takes a good part of a second of this process.
	let last: Promise<unknown> = Promise.resolve();
	const inTurn = (make: () => Promise<Buffer>): Promise<Buffer> => {
		const made = last.then(make);
		last = made.catch(() => undefined);
		return made;
	};
	return {
		get(key, make) {
			const known = files.get(key);
			const file = known ?? inTurn(make);
			drop(key);
			files.set(key, file);
			if (!known) setTimeout(() => files.get(key) === file && drop(key), KEPT_MS).unref();
			file.catch(() => drop(key));
			for (const oldest of files.keys()) {
				if (files.size <= most) break;
				drop(oldest);
			}
			return file;
		},
		drop,
	};
}
