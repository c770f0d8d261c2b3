import { FRAMEWORK_IDS } from "#contract/frameworks/framework-ids.ts";
import type { ShippedId, ShippedPack } from "#contract/frameworks/pack.ts";
import { PACKS } from "#contract/frameworks/packs.ts";
import { KNOWN } from "./editions.ts";

/** What a file says of itself. All of it is untrusted. */
export type Said = {
	title: string;
	version: string;
	/** Empty if there is none: only OSCAL has them. */
	uuid: string;
	/** What else it says of its framework and edition. */
	more: string;
	/** Who published it; empty if it does not say. */
	publisher: string;
	/** What kind of file it is, for one without a title. */
	format: string;
};

/** What a file is by its own words. `unsaid`: they do not say which edition, or not even which framework. */
export type Identity = { is: "this" } | { is: "other"; name: string } | { is: "unsaid"; isNamed: boolean };

/** The most characters of a title that are looked at. */
const WORDS_READ = 2_000;

const otherFramework = (id: ShippedId): Identity => ({ is: "other", name: PACKS[id].name });

/** What a file says that it is: by its uuid, then by its title, then by its version. */
export function identityOf(
	{ id }: ShippedPack,
	{ title, version, uuid, more }: Omit<Said, "format" | "publisher">,
): Identity {
	const issued = FRAMEWORK_IDS.find((each) => KNOWN[each].uuids?.includes(uuid.toLowerCase()));
	if (issued !== undefined) return issued === id ? { is: "this" } : otherFramework(issued);
	const words = `${title} ${more}`.slice(0, WORDS_READ);
	const named = FRAMEWORK_IDS.filter((each) => KNOWN[each].called.test(words));
	const [first] = named;
	if (first === undefined) return { is: "unsaid", isNamed: false };
	if (!named.includes(id)) return otherFramework(first);
	const { called, own, others = [] } = KNOWN[id];
	if (own === undefined) return { is: "this" };
	// Numbers in the framework's name are no edition.
	const editions = editionsIn(words.split(called).join(" "));
	if (own.some((each) => editions.has(plain(each)))) return { is: "this" };
	const byWords = others.find(({ edition }) => editions.has(plain(edition)));
	if (byWords) return { is: "other", name: byWords.name };
	// The version is often the document's and not the framework's, so it counts only if the title names no edition.
	const stated = plain(version.trim().replace(/^v/i, ""));
	const byVersion = others.find(({ edition }) => plain(edition) === stated);
	if (byVersion) return { is: "other", name: byVersion.name };
	return own.some((each) => plain(each) === stated) ? { is: "this" } : { is: "unsaid", isNamed: true };
}

/** An edition without zeros that add nothing: 2.0 and 2.0.0 are 2. */
const plain = (edition: string): string => edition.replace(/(?:\.0){1,3}$/, "");

/** A number, and whether it is called a version. */
const NUMBERS = /(v|ver|version|r|rev|revision|edition)?[ .:_-]?(\d{1,8}(?:\.\d{1,4}){0,4})/gi;

/** Editions that words name. A digit that stands by itself counts only after a word such as “revision”. */
const editionsIn = (words: string): Set<string> =>
	new Set(
		[...words.matchAll(NUMBERS)].flatMap(([, called, number = ""]) =>
			called !== undefined || number.length > 1 ? [plain(number)] : [],
		),
	);
