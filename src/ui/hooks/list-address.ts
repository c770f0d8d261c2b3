/** One part of an address. `first` is what the first view shows, so it is never written. */
type Part<T extends string | undefined> = {
	first: T;
	/** Undefined for a text we would never write. */
	read(text: string): T | undefined;
};

type PartValue<P> = P extends Part<infer T> ? T : never;

/** Parts that may be undefined may be omitted. */
type AddressOf<Parts> = {
	[K in keyof Parts as undefined extends PartValue<Parts[K]> ? never : K]: PartValue<Parts[K]>;
} & {
	[K in keyof Parts as undefined extends PartValue<Parts[K]> ? K : never]?: PartValue<Parts[K]>;
};

/** One of a few values. */
export const oneOf = <T extends string, F extends T | "" | undefined>(values: readonly T[], first: F): Part<T | F> => ({
	first,
	read: (text) => values.find((value) => value === text),
});

/** Text as typed, up to a maximum length. Empty in the first view. */
export const typed = (limit?: number): Part<string> => ({ first: "", read: (text) => text.slice(0, limit) });

type Schema<T> = { safeParse(text: string): { success: true; data: T } | { success: false } };

/** Any value a schema accepts. */
export const parsed = <T extends string | undefined, F extends "" | undefined>(
	schema: Schema<T>,
	first: F,
): Part<T | F> => ({
	first,
	read(text) {
		const result = schema.safeParse(text);
		return result.success ? result.data : undefined;
	},
});

/**
 * Reads and writes the state that a screen keeps in its address, for `useAddress`: one parameter per part, in their order.
 * Anyone may have typed the address: an invalid part counts as missing, and then as in the first view, which has no query.
 */
export function listAddress<Parts extends Record<string, Part<string | undefined>>>(parts: Parts) {
	const all = Object.entries(parts);
	return {
		readAddress(query: URLSearchParams): AddressOf<Parts> {
			const values = all.flatMap(([name, { first, read }]) => {
				const text = query.get(name);
				const value = (text ? read(text) : undefined) ?? first;
				return value === undefined ? [] : [[name, value]];
			});
			return Object.fromEntries(values) as AddressOf<Parts>;
		},
		writeAddress(address: AddressOf<Parts>): URLSearchParams {
			const values: Record<string, string | undefined> = address;
			return new URLSearchParams(
				all.flatMap(([name, { first }]) => {
					const value = values[name];
					return value && value !== first ? [[name, value]] : [];
				}),
			);
		},
	};
}
