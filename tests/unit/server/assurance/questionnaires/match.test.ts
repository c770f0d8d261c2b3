import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createMatcher, type Known } from "#server/assurance/questionnaires/match/matcher.ts";

const FIXTURES = new URL("../../../../fixtures/questionnaires/", import.meta.url);
const fixture = <T>(name: string): T => JSON.parse(readFileSync(new URL(`${name}.json`, FIXTURES), "utf8"));

type Asked = { question: string; answer: string };
/** Approved answers to the most common customer questions. */
const LIBRARY = fixture<Known[]>("library");
/** In everyday words, and written before there was a matcher: they were never changed to improve its results. */
const HELD_OUT = fixture<Asked[]>("held-out");
/** About things that no answer in the library covers, many of them close to one. */
const WITHOUT_ANSWER = fixture<string[]>("without-answer");
const DEVELOPMENT = fixture<{ answered: Asked[]; exact: Asked[]; unanswered: string[] }>("development");

const matcher = createMatcher(LIBRARY);
const rankOf = ({ question, answer }: Asked) =>
	matcher.match(question, LIBRARY.length).findIndex(({ id }) => id === answer);
const within = (asked: readonly Asked[], most: number) =>
	asked.filter((each) => rankOf(each) !== -1 && rankOf(each) < most).length;
const sure = (questions: readonly string[]) => questions.filter((question) => matcher.match(question, 1)[0]?.sure);

test("at least 22 of 25 held-out questions have the right answer among the first three", () => {
	expect([LIBRARY.length, HELD_OUT.length]).toEqual([32, 25]);
	expect(within(HELD_OUT, 3)).toBeGreaterThanOrEqual(22);
});

test("no question without an answer in the library is taken to have one for sure", () => {
	expect([WITHOUT_ANSWER.length, DEVELOPMENT.unanswered.length]).toEqual([20, 59]);
	expect(sure([...WITHOUT_ANSWER, ...DEVELOPMENT.unanswered])).toEqual([]);
});

test("what is sure is right", () => {
	const all = [...HELD_OUT, ...DEVELOPMENT.answered, ...DEVELOPMENT.exact];
	const wrong = all.filter((each) => matcher.match(each.question, 1)[0]?.sure && rankOf(each) !== 0);
	expect(wrong).toEqual([]);
});

test("a question that asks the same in nearly the same words is sure, and so is each of the library's own", () => {
	expect(sure(DEVELOPMENT.exact.map(({ question }) => question)).length).toBeGreaterThanOrEqual(9);
	expect(sure(LIBRARY.map(({ question }) => question))).toEqual(LIBRARY.map(({ question }) => question));
});

test("questions to develop with are found, too", () => {
	expect(within([...DEVELOPMENT.answered, ...DEVELOPMENT.exact], 3)).toBe(44);
});

test("two answers to one question leave it to a person", () => {
	const [first] = LIBRARY;
	if (!first) throw new Error("the library is empty");
	const twice = createMatcher([...LIBRARY, { ...first, id: "again", answer: "No." }]);
	const found = twice.match(first.question, 2);
	expect(found.map(({ id }) => id).sort()).toEqual(["again", first.id]);
	expect(found.some((each) => each.sure)).toBe(false);
});

test.each([
	"",
	"   ",
	"?",
	"the of and",
	"\uD800\u0000",
	"日本語の質問",
	"constructor __proto__ toString",
	"a".repeat(100_000),
])("a question of nothing that the library knows has no match: %#", (question) => {
	expect(matcher.match(question, 3)).toEqual([]);
});

test("without anything known nothing is found", () => {
	expect(createMatcher([]).match("Do you use MFA?", 3)).toEqual([]);
});
