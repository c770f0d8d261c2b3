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
const DEVELOPMENT = fixture<Record<"answered" | "exact" | "everyday", Asked[]> & { unanswered: string[] }>(
	"development",
);

const matcher = createMatcher(LIBRARY);
const rankOf = ({ question, answer }: Asked) =>
	matcher.match(question, LIBRARY.length).findIndex(({ id }) => id === answer);
const within = (asked: readonly Asked[], most: number) =>
	asked.filter((each) => rankOf(each) !== -1 && rankOf(each) < most).length;
/** How many of the three offers for each question are not its answer, on average. */
const wrongOffers = (asked: readonly Asked[]) =>
	asked.flatMap(({ question, answer }) => matcher.match(question, 3).filter(({ id }) => id !== answer)).length /
	asked.length;
const without = (questions: readonly string[]) => questions.map((question) => ({ question, answer: "" }));
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
	const all = [...HELD_OUT, ...DEVELOPMENT.answered, ...DEVELOPMENT.exact, ...DEVELOPMENT.everyday];
	const wrong = all.filter((each) => matcher.match(each.question, 1)[0]?.sure && rankOf(each) !== 0);
	expect(wrong).toEqual([]);
});

test("a question that asks the same in nearly the same words is sure, and so is each of the library's own", () => {
	expect(sure(DEVELOPMENT.exact.map(({ question }) => question)).length).toBeGreaterThanOrEqual(9);
	expect(sure(LIBRARY.map(({ question }) => question))).toEqual(LIBRARY.map(({ question }) => question));
});

test("questions to develop with are found, too", () => {
	expect(within([...DEVELOPMENT.answered, ...DEVELOPMENT.exact], 3)).toBe(44);
	expect(DEVELOPMENT.everyday.length).toBe(33);
	expect(within(DEVELOPMENT.everyday, 3)).toBeGreaterThanOrEqual(28);
});

test("few offers are wrong", () => {
	expect(wrongOffers([...DEVELOPMENT.answered, ...DEVELOPMENT.exact])).toBeLessThan(0.5);
	expect(wrongOffers(DEVELOPMENT.everyday)).toBeLessThan(1.6);
	expect(wrongOffers(HELD_OUT)).toBeLessThan(1.25);
	expect(wrongOffers(without([...WITHOUT_ANSWER, ...DEVELOPMENT.unanswered]))).toBeLessThan(1.65);
});

const HEADERS = {
	id: "headers",
	question: "Do you send HTTP security headers?",
	answer: "Yes.",
	words: "content-security-policy",
};

test.each([
	"Do employees receive security awareness training?",
	"Who is responsible for information security in your company?",
	"Is security part of your policy for new employees?",
	"Do you have cyber insurance, and does it cover security incidents?",
	"Do you have a security policy?",
])("a question that shares only words of this field with an answer is not offered it: %s", (question) => {
	expect(createMatcher([HEADERS]).match(question, 3)).toEqual([]);
});

test("a question that has only words of this field is offered what shares most of them", () => {
	const general = { id: "data", question: "How do you protect customer data?", answer: "We encrypt it.", words: "" };
	const found = createMatcher([general, HEADERS]).match("How is the data of customers protected?", 3);
	expect(found).toMatchObject([{ id: "data", sure: true }]);
	expect(createMatcher([general]).match("Do your employees manage data?", 3)).toEqual([]);
});

test.each([
	["Will you inform us of a change?", "information"],
	["Is your product available in French?", "production"],
	["How is your application tested?", "applicants"],
	["Is there a fire alarm?", "employees who were fired"],
])("a word is not taken for another with the same stem: %s, and %s", (question, words) => {
	const other = { id: "other", question: `How do you treat ${words}?`, answer: "", words: "" };
	expect(createMatcher([other]).match(question, 3)).toEqual([]);
});

test("what is far behind the best answer is not offered beside it", () => {
	const found = matcher.match("Is customer data encrypted at rest?", 3).map(({ id }) => id);
	expect(found).toEqual(["encryption-rest", "encryption-transit"]);
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
