import { FRAMEWORK_IDS } from "#contract/frameworks/framework-ids.ts";
import type { ShippedPack } from "#contract/frameworks/pack.ts";
import { PACKS } from "#contract/frameworks/packs.ts";
import { type Ids, readingOf } from "./annex.ts";
import { KNOWN } from "./editions.ts";

/** Words that files write before a number, and how packs write them. */
const WORDS: Readonly<Record<string, string>> = { article: "art", section: "s", sec: "s", chap: "chapter" };

/**
 * An id reduced to its letters and numbers in order, without case, spaces and punctuation: `A5.1` and `a.5.1` are the same. Leading
 * zeros stay, because PR.DS-1 and PR.DS-01 are ids of two editions.
 */
const keyOf = (id: string): string =>
	(
		id
			.normalize("NFKC")
			.toLowerCase()
			.match(/[a-z]+|\d+/g) ?? []
	)
		.map((part) => WORDS[part] ?? part)
		.filter((part) => part !== "annex")
		.join(" ");

const withoutZeros = (key: string): string => key.replace(/\b0+(?=\d)/g, "");

/** Ids of a pack that a spelling may mean. `isLoose`: leading zeros may be missing. */
type FindPlaces = (spelling: string, isLoose: boolean) => readonly string[];

function placesOf({ requirements }: ShippedPack): FindPlaces {
	const ids = requirements.map(({ id }) => id);
	const exact = new Set(ids);
	const byKey = Map.groupBy(ids, keyOf);
	const byLooseKey = Map.groupBy(ids, (id) => withoutZeros(keyOf(id)));
	return (spelling, isLoose) => {
		if (exact.has(spelling)) return [spelling];
		const key = keyOf(spelling);
		return byKey.get(key) ?? (isLoose ? byLooseKey.get(withoutZeros(key)) : undefined) ?? [];
	};
}

/** The most characters that count of a field in a column without a head that we know. */
const LONGEST = 100;

/** Tells whether a pack has an id, for columns without a head that we know. */
export function hasId(pack: ShippedPack): (spelling: string) => boolean {
	const find = placesOf(pack);
	return (spelling) => find(spelling.slice(0, LONGEST), false).length > 0;
}

type File = {
	ids: Ids;
	/** Whether it says that it is of the pack's edition. */
	isSaid: boolean;
	/** What it says of itself. */
	words: string;
};

/** Another edition or framework that a file's ids fit better than the pack. `isNamed`: it says that it is of the pack's framework. */
export function rivalOf(pack: ShippedPack, { ids, isNamed }: { ids: Ids; isNamed: boolean }): string | undefined {
	const find = placesOf(pack);
	const { places } = readingOf(pack, { ids, words: "" }, (spelling) => find(spelling, true));
	const entries = ids.map((spellings) => ({
		keys: spellings.map(keyOf),
		fits: spellings.some((each) => places(each).length > 0),
		fitsExactly: spellings.some((each) => find(each, false).length > 0),
	}));
	const editions = (KNOWN[pack.id].others ?? []).map(({ name, ids = [] }) => ({ name, ids, atLeast: 0 }));
	const frameworks = isNamed ? [] : FRAMEWORK_IDS.filter((id) => id !== pack.id).map((id) => PACKS[id]);
	// Short ids such as D1 are in many lists, so a few of them do not make it another framework.
	const atLeast = entries.length / 2;
	const rivals = [
		...editions,
		...frameworks.map(({ name, requirements }) => ({ name, ids: requirements.map(({ id }) => id), atLeast })),
	];
	return rivals
		.map(({ name, ids, atLeast }) => {
			const known = new Set(ids.map(keyOf));
			const isTheirs = ({ keys }: { keys: string[] }) => keys.some((key) => known.has(key));
			const theirs = entries.filter((each) => !each.fitsExactly && isTheirs(each)).length;
			return { name, theirs, atLeast, ours: entries.filter((each) => each.fits && !isTheirs(each)).length };
		})
		.filter(({ theirs, ours, atLeast }) => theirs > ours && theirs >= atLeast)
		.sort((a, b) => b.theirs - a.theirs)[0]?.name;
}

/** How many entries have an id, and how many of these ids the pack does not have. */
export function countUnfit(pack: ShippedPack, ids: Ids): { all: number; unfit: number } {
	const find = placesOf(pack);
	const named = ids.filter((spellings) => spellings.length > 0);
	const unfit = named.filter((spellings) => spellings.every((each) => find(each, false).length === 0));
	return { all: named.length, unfit: unfit.length };
}

export type FindId = (spellings: readonly string[]) => { ok: true; id: string } | { ok: false; why: string };

/** Finds the pack's id that an entry of a file means. */
export function idFinder(pack: ShippedPack, file: File): FindId {
	const find = placesOf(pack);
	const others = KNOWN[pack.id].others ?? [];
	const editionOf = new Map(
		others.toReversed().flatMap(({ name, ids = [] }) => ids.map((id): [string, string] => [keyOf(id), name])),
	);
	const { places, prefer } = readingOf(pack, file, (spelling) =>
		find(spelling, file.isSaid || !editionOf.has(keyOf(spelling))),
	);
	return (spellings) => {
		for (const spelling of prefer(spellings)) {
			const [id, another] = places(spelling);
			if (id !== undefined && another === undefined) return { ok: true, id };
			if (id !== undefined)
				return { ok: false, why: `It could be ${id} or ${another}, and the file does not say which.` };
		}
		const edition = spellings.map((each) => editionOf.get(keyOf(each))).find((each) => each !== undefined);
		const why =
			edition === undefined
				? `${pack.name} has no such ID in this pack.`
				: `This ID is of ${edition}. The pack is of ${pack.version}.`;
		return { ok: false, why };
	};
}
