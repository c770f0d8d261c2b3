type KeptFiles = {
	/** The file of a key, made once for however many ask at the same time or soon after. */
	get(key: string, make: () => Promise<Buffer>): Promise<Buffer>;
	drop(key: string): void;
};

/** The files that were asked for last, at most so many. Making one costs far more than sending it. */
export function createKeptFiles(most: number): KeptFiles {
	const files = new Map<string, Promise<Buffer>>();
	const drop = (key: string) => void files.delete(key);
	return {
		get(key, make) {
			const file = files.get(key) ?? make();
			drop(key);
			files.set(key, file);
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
