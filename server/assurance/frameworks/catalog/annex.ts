import type { ShippedPack } from "#contract/frameworks/pack.ts";

/** What entries of a file are called, each by one or more spellings. */
export type Ids = readonly (readonly string[])[];

type Find = (spelling: string) => readonly string[];
type Reading = {
	/** Ids of the pack that a spelling means in this file: two if that cannot be told. */
	places: Find;
	/** Spellings of one entry, those first that leave no doubt. */
	prefer(spellings: readonly string[]): readonly string[];
};

const PREFIX = "A.";
const isOfAnnex = (id: string | undefined): boolean => id?.startsWith(PREFIX) === true;

/**
 * ISO/IEC 27001 has two things with each of some numbers: 5.1 is a clause, and A.5.1 a control of Annex A. Files of Annex A alone, and
 * of ISO/IEC 27002, often leave the letter out. So a bare number is read in light of the whole file: what it says of itself, and
 * which of its numbers exist only once.
 */
export function readingOf(pack: ShippedPack, { ids, words }: { ids: Ids; words: string }, find: Find): Reading {
	if (pack.id !== "iso-27001") return { places: find, prefer: (spellings) => spellings };
	const inAnnex = (spelling: string) => find(PREFIX + spelling);
	const all = ids.flat().map((each) => ({ own: find(each)[0], annex: inAnnex(each)[0] }));
	const hasClauses = all.some(({ own, annex }) => own !== undefined && !isOfAnnex(own) && annex === undefined);
	const hasBareAnnex = all.some(({ own, annex }) => own === undefined && annex !== undefined);
	const hasLetters = all.some(({ own }) => isOfAnnex(own));
	const isAnnex = /27002/.test(words) || (!hasClauses && (hasBareAnnex || /annex a\b/i.test(words)));
	const isClauses = !hasBareAnnex && (hasClauses || hasLetters);
	const places = (spelling: string): readonly string[] => {
		const [own, annex] = [find(spelling), inAnnex(spelling)];
		if (isOfAnnex(own[0])) return own;
		if (isAnnex) return annex;
		if (isClauses || annex.length === 0) return own;
		return [...own, ...annex];
	};
	const prefer = (spellings: readonly string[]) =>
		spellings.toSorted((a, b) => Number(isOfAnnex(find(b)[0])) - Number(isOfAnnex(find(a)[0])));
	return { places, prefer };
}
