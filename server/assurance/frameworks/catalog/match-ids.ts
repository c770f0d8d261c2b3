import type { FrameworkId, Pack } from "#contract/frameworks/pack.ts";

/** Words that files write before a number, and how packs write them. */
const WORDS: Readonly<Record<string, string>> = { article: "art", section: "s", sec: "s", chap: "chapter" };

/**
 * An id reduced to what counts when spelling does not: its letters and numbers in order, without case, spaces, punctuation and leading
 * zeros. `A5.1`, `a.5.1` and `A.5.01` are the same.
 */
const keyOf = (id: string): string =>
	(
		id
			.normalize("NFKC")
			.toLowerCase()
			.match(/[a-z]+|\d+/g) ?? []
	)
		.map((part) => WORDS[part] ?? part.replace(/^0+(?=\d)/, ""))
		.join(" ");

/** Ids from editions other than the pack's, as far as their form shows it. */
const OTHER_EDITIONS: Partial<Record<FrameworkId, readonly [form: RegExp, edition: string][]>> = {
	"nist-csf": [[/^(?:ID\.(?:BE|GV|RM|SC)|PR\.(?:AC|IP|MA|PT)|DE\.DP|RS\.(?:RP|IM)|RC\.IM)(?:-?\d+)?$/i, "version 1.1"]],
	"iso-27001": [[/^A\.?(?:[5-9]|1[0-8])\.\d+\.\d+$/i, "the edition of 2013"]],
};

export type FindId = (spellings: readonly string[]) => { ok: true; id: string } | { ok: false; why: string };

/** Finds the pack's id that a file means. If two ids of a pack differ only in spelling, they have to be written exactly. */
export function idFinder({ id: framework, name, version, requirements }: Pack): FindId {
	const exact = new Set(requirements.map(({ id }) => id));
	const byKey = Map.groupBy(exact, keyOf);
	return (spellings) => {
		for (const spelling of spellings) {
			if (exact.has(spelling)) return { ok: true, id: spelling };
			const meant = byKey.get(keyOf(spelling)) ?? [];
			const [only] = meant;
			if (only !== undefined && meant.length === 1) return { ok: true, id: only };
		}
		const editions = OTHER_EDITIONS[framework] ?? [];
		const edition = editions.find(([form]) => spellings.some((each) => form.test(each.trim())))?.[1];
		const why =
			edition === undefined
				? `${name} has no such ID in this pack.`
				: `This ID is of ${edition}. The pack is of ${version}.`;
		return { ok: false, why };
	};
}
