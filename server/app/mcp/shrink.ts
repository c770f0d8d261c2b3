/** The most bytes of an answer as JSON. It is sent twice, as text and as structured content. */
export const ANSWER_BYTES = 40_000;

/** How much of each list and each text is kept, from much to little. */
const STEPS = [
	{ entries: 100, characters: 4_000 },
	{ entries: 50, characters: 2_000 },
	{ entries: 20, characters: 1_000 },
	{ entries: 8, characters: 500 },
	{ entries: 3, characters: 200 },
] as const;
/** For the items of a page. */
const OF_ITEM = { entries: 20, characters: 500 };

type Kept = { entries: number; characters: number };
export type Shrunk = { value: unknown; leftOut: string[] };

export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** As much of an answer about one thing as fits, and what was left out; undefined if even a little of it is too much. */
export function shrinkToFit(value: unknown): Shrunk | undefined {
	for (const step of STEPS) {
		const shrunk = shrink(value, step);
		if (bytesOf(shrunk.value) <= ANSWER_BYTES) return shrunk;
	}
	return undefined;
}

export const shrinkItems = (items: readonly unknown[]): { items: unknown[]; leftOut: string[] } => {
	const shrunk = items.map((item) => shrink(item, OF_ITEM));
	const leftOut = [...new Set(shrunk.flatMap((one) => one.leftOut))];
	return { items: shrunk.map((one) => one.value), leftOut };
};

function shrink(whole: unknown, { entries, characters }: Kept): Shrunk {
	const leftOut = new Set<string>();
	const keep = (value: unknown, path: string): unknown => {
		if (typeof value === "string") {
			if (value.length <= characters) return value;
			leftOut.add(`${path}: texts were cut to ${characters} characters.`);
			return `${value.slice(0, characters).toWellFormed()}…`;
		}
		if (Array.isArray(value)) {
			if (value.length > entries) leftOut.add(`${path}: the first ${entries} of ${value.length} are here.`);
			return value.slice(0, entries).map((entry) => keep(entry, path));
		}
		if (typeof value !== "object" || value === null) return value;
		return Object.fromEntries(
			Object.entries(value).map(([name, part]) => [name, keep(part, path === "" ? name : `${path}.${name}`)]),
		);
	};
	const value = keep(whole, "");
	return { value, leftOut: [...leftOut].slice(0, 20) };
}
