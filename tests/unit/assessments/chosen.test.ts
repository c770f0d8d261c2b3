import { expect, test } from "vitest";
import { type AnswerWord, standingOf, wordId } from "#contract/assessments/answers.ts";
import { questionId } from "#contract/assessments/template.ts";
import { afterTap } from "#src/lib/assessments/fields/choice-buttons.tsx";

const CHOICES = ["fence", "guard", "camera"].map((id) => ({ id, label: id, met: null }));
const tapped = (...ids: string[]) =>
	ids.reduce<string[]>((chosen, id) => afterTap(CHOICES, chosen, id, !chosen.includes(id)), []);

const word = (name: string, choices: string[]): AnswerWord => ({
	id: wordId.parse(crypto.randomUUID()),
	questionId: questionId.parse("outside"),
	answer: { value: { type: "several", choices }, note: "", evidence: [] },
	after: [],
	by: { accountId: null, name },
	saidAt: "2026-11-24T09:00:00.000Z",
	receivedAt: null,
});

test("two people who tap the same choices in another order say the same", () => {
	expect(tapped("camera", "fence")).toEqual(["fence", "camera"]);
	const words = [word("Ada", tapped("fence", "camera")), word("Grace", tapped("camera", "fence"))];
	expect(standingOf(words).status).toBe("answered");
	expect(standingOf([...words, word("Alan", tapped("guard", "fence"))]).status).toBe("differs");
});

test("a second tap takes a choice off, and leaves the others in their order", () => {
	expect(tapped("camera", "guard", "fence", "guard")).toEqual(["fence", "camera"]);
	expect(tapped("guard", "guard")).toEqual([]);
});
