import type { ANSWERS, RunRequest, RunResult, TestSpec } from "#contract/controls/tests.ts";

type RunAnswer = (typeof ANSWERS)[number];

/** A run as a person enters it: an answer to each question, or whether it holds. */
export type RunDraft = { answers: readonly (RunAnswer | null)[]; holds: boolean | null };

export const emptyDraft = (spec: TestSpec): RunDraft => ({
	answers: spec.kind === "checklist" ? spec.questions.map(() => null) : [],
	holds: null,
});

/** What is sent; null until everything is answered. */
export function outcomeOf(spec: TestSpec, { answers, holds }: RunDraft): RunRequest["outcome"] | null {
	if (spec.kind !== "checklist") return holds === null ? null : { holds };
	const given = answers.filter((answer) => answer !== null);
	return given.length === spec.questions.length && given.length > 0 ? { answers: given } : null;
}

/** The result of a run: one `no` fails it. */
export function resultOf({ outcome }: Pick<RunRequest, "outcome">): RunResult {
	const holds = "holds" in outcome ? outcome.holds : !outcome.answers.includes("no");
	return holds ? "passed" : "failed";
}
