import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createMatcher, type Known } from "#server/assurance/questionnaires/match/matcher.ts";
import { longestTurn } from "#tests/support/longest-turn.ts";
import { sheetData, workbookParts, zipFile } from "#tests/support/questionnaires/office-files.ts";
import { answersFor, startFiles } from "./files.ts";

const { readQuestionnaire, fillQuestionnaire, matchQuestions } = startFiles();

const FIXTURES = new URL("../../../../fixtures/questionnaires/", import.meta.url);
const fixture = <T>(name: string): T => JSON.parse(readFileSync(new URL(`${name}.json`, FIXTURES), "utf8"));
const LIBRARY = fixture<Known[]>("library");
const HELD_OUT = fixture<{ question: string }[]>("held-out");

test("five thousand questions against a thousand answers are matched while the event loop turns", async () => {
	const known = Array.from({ length: 1_000 }, (_, at) => {
		const one = LIBRARY[at % LIBRARY.length];
		if (!one) throw new Error("the library is empty");
		return { ...one, id: String(at), question: `${one.question} In region ${at}?` };
	});
	const questions = Array.from({ length: 5_000 }, (_, at) => HELD_OUT[at % HELD_OUT.length]?.question ?? "");
	expect(await longestTurn(() => matchQuestions(known, questions, 3))).toBeLessThan(200);
	const matches = await matchQuestions(known, questions.slice(0, 1_001), 3);
	const here = createMatcher(known);
	expect(matches).toHaveLength(1_001);
	expect(matches[1_000]).toEqual(here.match(questions[1_000] ?? "", 3));
});

test("five thousand questions are read and filled, and the event loop turns meanwhile", async () => {
	const rows = Array.from({ length: 5_000 }, (_, at) => [
		String(at + 1),
		`Do you have control number ${at + 1} in place?`,
		"",
	]);
	const file = await zipFile(
		workbookParts([{ name: "Sheet", sheet: sheetData([["No.", "Question", "Response"], ...rows]) }]),
	);
	const { questions } = await readQuestionnaire(file, "xlsx");
	expect(questions).toHaveLength(5_000);
	const answers = answersFor(questions);
	expect(await longestTurn(() => readQuestionnaire(file, "xlsx"))).toBeLessThan(200);
	expect(await longestTurn(() => fillQuestionnaire(file, "xlsx", answers))).toBeLessThan(200);
	const filled = await fillQuestionnaire(file, "xlsx", answers);
	const again = await readQuestionnaire(filled, "xlsx");
	expect(again.questions.every(({ id, answer }) => answer === `Yes. This answers ${id}.`)).toBe(true);
});
