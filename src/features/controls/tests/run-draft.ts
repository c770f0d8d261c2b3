import type { ANSWERS, HeldDocument, RunRequest, RunResult, TestSpec } from "#contract/controls/tests.ts";
import { evidenceId } from "#contract/evidence/evidence-id.ts";

type RunAnswer = (typeof ANSWERS)[number];

/** How a person names a document: a piece of evidence by its ID, or its record. */
export type DocumentDraft = { evidence: string; place: string; version: string; holder: string };

/** A run as a person enters it: an answer to each question, or whether it holds and, for a document, which one it is. */
export type RunDraft = { answers: readonly (RunAnswer | null)[]; holds: boolean | null; document: DocumentDraft };

export const emptyDraft = (spec: TestSpec): RunDraft => ({
	answers: spec.kind === "checklist" ? spec.questions.map(() => null) : [],
	holds: null,
	document: { evidence: "", place: "", version: "", holder: "" },
});

/** The document as it is sent; null until it is named in full. */
function documentOf({ evidence, ...record }: DocumentDraft): HeldDocument | null {
	if (evidence !== "") return { evidenceId: evidenceId.parse(evidence) };
	const [place, version, holder] = [record.place.trim(), record.version.trim(), record.holder.trim()];
	return place === "" || version === "" || holder === "" ? null : { place, version, holder };
}

/** What is sent, or what is missing. */
export function outcomeOf(
	spec: TestSpec,
	{ answers, holds, document }: RunDraft,
): { outcome: RunRequest["outcome"] } | { missing: string } {
	if (spec.kind !== "checklist") {
		if (holds === null) return { missing: "Answer everything first." };
		if (!holds || spec.kind !== "document") return { outcome: { holds } };
		const named = documentOf(document);
		return named
			? { outcome: { holds, document: named } }
			: { missing: "Choose the evidence that has it, or say where it is, which version, and who holds it." };
	}
	const given = answers.filter((answer) => answer !== null);
	return given.length === spec.questions.length && given.length > 0
		? { outcome: { answers: given } }
		: { missing: "Answer everything first." };
}

/** The result of a run: one `no` fails it. */
export function resultOf({ outcome }: Pick<RunRequest, "outcome">): RunResult {
	const holds = "holds" in outcome ? outcome.holds : !outcome.answers.includes("no");
	return holds ? "passed" : "failed";
}
