import MiniSearch from "minisearch";
import { isGeneral } from "./general-terms.ts";
import { relatedTo, termsOf } from "./terms.ts";

/** One thing that can answer: an approved answer, a signed one, or a fact that was observed. */
export type Known = {
	id: string;
	question: string;
	answer: string;
	/** More words to find it by: the title of a control, tags. */
	words: string;
};

/** `sure`: it answers the question as far as words can tell. Otherwise a person decides. Scores are comparable within one question only. */
export type Match = { id: string; score: number; sure: boolean };

export type Matcher = {
	/** At most this many, the best first. Each shares something specific with the question. Only the first may be sure. */
	match(question: string, most: number): Match[];
};

/** How much a word counts, depending on where it is. */
const BOOST = { question: 3, words: 2, answer: 1 };
/** How much less a related term counts than the one in the question. */
const RELATED = 0.3;
/** How much of the answered question has to be asked, with rare words counting more. Everything asked has to be in it. */
const ANSWERED = 0.6;
/** How far ahead of the next one it has to be. */
const AHEAD = 1.3;
/** How much of the best one's score another needs to be offered beside it. */
const NEAR = 1 / 8;
/** How many may answer the same question. */
const LOOKED_AT = 10;

/** Ranks by BM25, the common measure of full-text search, over concepts and stems. */
export function createMatcher(known: readonly Known[]): Matcher {
	const index = new MiniSearch<Known>({
		fields: ["question", "words", "answer"],
		tokenize: termsOf,
		processTerm: (term) => term,
	});
	index.addAll(known);
	const topics = new Map(known.map((each) => [each.id, topicOf(each)]));
	const weigh = weights([...topics.values()]);

	return {
		match(question, most) {
			const asked = new Set(termsOf(question));
			if (asked.size === 0) return [];
			const related = [...asked].flatMap(relatedTo).filter((term) => !asked.has(term));
			const found = index.search([...asked, ...new Set(related)].join("\n"), {
				tokenize: (terms) => terms.split("\n"),
				boost: BOOST,
				boostTerm: (term) => (asked.has(term) ? 1 : RELATED),
			});
			const fits = (id: string): boolean => {
				const topic = topics.get(id);
				if (!topic) return false;
				return [...asked].every((term) => topic.all.has(term)) && shareOf(topic.question, asked, weigh) >= ANSWERED;
			};
			const offered = found.filter(({ id }) => isAbout(topics.get(id), asked)).slice(0, most);
			const [best, ...others] = found.slice(0, LOOKED_AT);
			const isAhead = best !== undefined && best.score >= AHEAD * (others[0]?.score ?? 0);
			// Two answers to one question may contradict each other.
			const isSure = isAhead && fits(best.id) && !others.some(({ id }) => fits(id));
			return offered
				.filter(({ score }) => score >= NEAR * (offered[0]?.score ?? 0))
				.map(({ id, score }) => ({ id, score, sure: isSure && id === best.id }));
		},
	};
}

/** `all`: the text it is found by, without its answer, which has many other words. */
type Topic = { question: ReadonlySet<string>; all: ReadonlySet<string>; answer: ReadonlySet<string> };

function topicOf({ question, words, answer }: Known): Topic {
	const asked = termsOf(question);
	return {
		question: new Set(asked),
		all: new Set([...asked, ...termsOf(words)]),
		answer: new Set(termsOf(answer)),
	};
}

/**
 * Whether it is about what was asked, as far as words can tell: they share a word that not every question in this field has. If the
 * question has only such words, they share most of them, and half of what the answered question asks.
 */
function isAbout(topic: Topic | undefined, asked: ReadonlySet<string>): boolean {
	if (!topic) return false;
	const { question, all, answer } = topic;
	const isShared = (term: string) =>
		all.has(term) || answer.has(term) || relatedTo(term).some((related) => all.has(related));
	const specific = [...asked].filter((term) => !isGeneral(term));
	if (specific.length > 0) return specific.some(isShared);
	const shared = [...asked].filter(isShared).length;
	const answered = [...asked].filter((term) => question.has(term)).length;
	return shared > asked.size / 2 && answered >= question.size / 2;
}

/** The rarer a term is among all topics, the more it counts. One that no topic has counts most. */
function weights(topics: readonly Topic[]): (term: string) => number {
	const counts = new Map<string, number>();
	for (const { all } of topics) {
		for (const term of all) counts.set(term, (counts.get(term) ?? 0) + 1);
	}
	return (term) => Math.log(1 + topics.length / (counts.get(term) ?? 0.5));
}

function shareOf(terms: ReadonlySet<string>, within: ReadonlySet<string>, weigh: (term: string) => number): number {
	let all = 0;
	let there = 0;
	for (const term of terms) {
		all += weigh(term);
		if (within.has(term)) there += weigh(term);
	}
	return all === 0 ? 0 : there / all;
}
