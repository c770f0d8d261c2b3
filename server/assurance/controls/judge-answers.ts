import { isDeepStrictEqual } from "node:util";
import { askedBy, type RunRequest, type RunResult, type TestSpec } from "#contract/controls/tests.ts";
import { counted } from "#contract/format/count.ts";

type Judged =
	| { ok: true; result: Exclude<RunResult, "incomplete">; reason: string }
	/** The outcome belongs to another kind of test, the questions have changed since, or the note is missing. */
	| { ok: false; because: "not_by_people" | "other_kind" | "changed_meanwhile" | "no_note" };

/** The result of a person's run of a test. A failed one needs a note. Pure. */
export function judgeAnswers(
	spec: TestSpec,
	{ outcome, asked, note }: Pick<RunRequest, "outcome" | "asked" | "note">,
): Judged {
	if (spec.kind === "scan") return { ok: false, because: "not_by_people" };
	if ((spec.kind === "checklist") !== "answers" in outcome) return { ok: false, because: "other_kind" };
	if (spec.kind === "checklist" && "answers" in outcome && outcome.answers.length !== spec.questions.length) {
		return { ok: false, because: "changed_meanwhile" };
	}
	if (asked !== undefined && !isDeepStrictEqual(asked, askedBy(spec)))
		return { ok: false, because: "changed_meanwhile" };
	const { passed, reason } = verdictOf(spec, outcome);
	if (!passed && note === "") return { ok: false, because: "no_note" };
	return { ok: true, result: passed ? "passed" : "failed", reason };
}

function verdictOf(
	spec: Exclude<TestSpec, { kind: "scan" }>,
	outcome: RunRequest["outcome"],
): { passed: boolean; reason: string } {
	if ("answers" in outcome) {
		const all = outcome.answers.length;
		const no = outcome.answers.filter((answer) => answer === "no").length;
		const aside = outcome.answers.filter((answer) => answer === "not-applicable").length;
		const rest = aside === 0 ? "" : ` ${aside} did not apply.`;
		if (no > 0)
			return { passed: false, reason: `${no} of ${counted(all, "answer")} ${no === 1 ? "is" : "are"} no.${rest}` };
		return {
			passed: true,
			reason: `${all - aside} of ${counted(all, "answer")} ${all - aside === 1 ? "is" : "are"} yes.${rest}`,
		};
	}
	const { holds } = outcome;
	if (spec.kind === "document") {
		return {
			passed: holds,
			reason: holds ? "The document is there and up to date." : "The document is missing or out of date.",
		};
	}
	return { passed: holds, reason: holds ? "The statement holds." : "The statement does not hold." };
}
