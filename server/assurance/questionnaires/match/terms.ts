import { stemmer } from "stemmer";
import { RELATED, SYNONYMS } from "./synonyms.ts";

/** Words that say nothing about the topic of a question. */
const STOP_WORDS = new Set(
	"a about after all also an and any are as at be been before being between both but by can carried carry conduct could describe did do does done during each either ensure every explain for from get has have having her here his how i if implement implemented in into is it its kind list made maintain make many may me might more most much must my need no nor not of off on once only or other our out over own per perform performed place please provide same shall she should so some such than that the their them then there these they this those through to too under until up upon us use used using very was we were what when where whether which while who whom why will with within would yes you your yours".split(
		" ",
	),
);
/** Words whose stem is that of another word, such as `product`, `application`, `inform`, `severe` and `fire`. */
const OWN_STEMS: ReadonlyMap<string, string> = new Map([
	["production", "production"],
	["applicant", "applicant"],
	["applicants", "applicant"],
	["information", "information"],
	["several", "several"],
	["fired", "fired"],
]);
const stemOf = (word: string): string => OWN_STEMS.get(word) ?? stemmer(word);
/** A question asks something within this many words; the rest is ignored. */
const MOST_WORDS = 400;

const wordsOf = (text: string): string[] =>
	text
		.slice(0, 40_000)
		.normalize("NFKC")
		.toLowerCase()
		.replace(/['’]/g, "")
		.match(/[\p{L}\p{N}]+/gu)
		?.slice(0, MOST_WORDS) ?? [];

/** Phrases by their first word, the longest first. */
type Phrase = { words: readonly string[]; concept: string };

const PHRASES = phrases();

function phrases(): ReadonlyMap<string, readonly Phrase[]> {
	const all = SYNONYMS.flatMap(([first = "", ...others]) =>
		[first, ...others].map((phrase): Phrase => ({ words: wordsOf(phrase).map(stemOf), concept: conceptOf(first) })),
	);
	const byFirst = Map.groupBy(all, ({ words }) => words[0] ?? "");
	for (const list of byFirst.values()) list.sort((one, other) => other.words.length - one.words.length);
	return byFirst;
}

/** Not a word, so that a concept is never mistaken for one. */
function conceptOf(phrase: string): string {
	return `=${phrase}`;
}

/** What a text is about: concepts for words and phrases that have synonyms, stems for the others, each as often as it occurs. */
export function termsOf(text: string): string[] {
	const words = wordsOf(text);
	const stems = words.map(stemOf);
	const terms: string[] = [];
	for (let at = 0; at < stems.length; ) {
		const phrase = PHRASES.get(stems[at] ?? "")?.find(({ words: each }) =>
			each.every((word, n) => stems[at + n] === word),
		);
		if (phrase) terms.push(phrase.concept);
		else if (!STOP_WORDS.has(words[at] ?? "")) terms.push(stems[at] ?? "");
		at += phrase?.words.length ?? 1;
	}
	return terms;
}

const RELATIONS = Map.groupBy(
	RELATED.flatMap(([one, other]): [string, string][] => [
		[conceptOf(one), conceptOf(other)],
		[conceptOf(other), conceptOf(one)],
	]),
	([one]) => one,
);

/** Terms that may answer what this one asks. */
export const relatedTo = (term: string): string[] => RELATIONS.get(term)?.map(([, other]) => other) ?? [];
