import { expect, test } from "vitest";
import type { AssessmentSummary } from "#contract/assessments/assessments.ts";
import { assessmentsToTake } from "#src/features/overview/take/take-assessments.ts";

const listed = (states: readonly AssessmentSummary["state"][]) =>
	states.map((state, index) => ({ id: `${index}`, state }) as unknown as AssessmentSummary);
const taken = (states: readonly AssessmentSummary["state"][]) => assessmentsToTake(listed(states)).map(({ id }) => id);

test("what is under way is taken along, and the last one that was signed", () => {
	expect(taken(["closed", "under-way", "signed", "draft", "signed", "returned"])).toEqual(["1", "3", "5", "2"]);
	expect(taken(["closed", "submitted"])).toEqual(["1"]);
});

test("no more than 50 that are under way", () => {
	expect(taken([...Array.from({ length: 60 }, () => "draft" as const), "signed"])).toHaveLength(51);
});
