import { isDeepStrictEqual } from "node:util";
import { askedBy, type RunRequest, type RunResult, type TestSpec } from "#contract/controls/tests.ts";
import { counted } from "#contract/format/count.ts";

type Judged =
	| { ok: true; result: RunResult; reason: string }
	/** The outcome belongs to another kind of test, the questions have changed since, or the note is missing. */
	| { ok: false; because: "not_by_people" | "other_kind" | "changed_meanwhile" | "no_note" };

/**
 * The result of a person's run of a test. A failed one needs a note. A document that is said to be there needs `document`, which names
 * it; a word alone leaves the run incomplete. Pure.
 */
export function judgeAnswers(
	spec: TestSpec,
	{ outcome, asked, note }: Pick<RunRequest, "outcome" | "asked" | "note">,
	document: string | null = null,
): Judged {
	if (spec.kind === "scan") return { ok: false, because: "not_by_people" };
	if ((spec.kind === "checklist") !== "answers" in outcome) return { ok: false, because: "other_kind" };
	if (spec.kind === "checklist" && "answers" in outcome && outcome.answers.length !== spec.questions.length) {
		return { ok: false, because: "changed_meanwhile" };
	}
	if (asked !== undefined && !isDeepStrictEqual(asked, askedBy(spec)))
		return { ok: false, because: "changed_meanwhile" };
	const { result, reason } = verdictOf(spec, outcome, document);
	if (result === "failed" && note === "") return { ok: false, because: "no_note" };
	return { ok: true, result, reason };
}

const NOT_NAMED =
	"The document is said to be there and up to date, but it was not named: add it as evidence, or say where it is, which version, and who holds it.";

function verdictOf(
	spec: Exclude<TestSpec, { kind: "scan" }>,
	outcome: RunRequest["outcome"],
	document: string | null,
): { result: RunResult; reason: string } {
	if ("answers" in outcome) {
		const all = outcome.answers.length;
		const no = outcome.answers.filter((answer) => answer === "no").length;
		const aside = outcome.answers.filter((answer) => answer === "not-applicable").length;
		const rest = aside === 0 ? "" : ` ${aside} did not apply.`;
		if (no > 0)
			return { result: "failed", reason: `${no} of ${counted(all, "answer")} ${no === 1 ? "is" : "are"} no.${rest}` };
		return {
			result: "passed",
			reason: `${all - aside} of ${counted(all, "answer")} ${all - aside === 1 ? "is" : "are"} yes.${rest}`,
		};
	}
	const { holds } = outcome;
	if (spec.kind === "document") {
		if (!holds) return { result: "failed", reason: "The document is missing or out of date." };
		return document === null
			? { result: "incomplete", reason: NOT_NAMED }
			: { result: "passed", reason: `The document is there and up to date: ${document}.` };
	}
	return holds
		? { result: "passed", reason: "The statement holds." }
		: { result: "failed", reason: "The statement does not hold." };
}
