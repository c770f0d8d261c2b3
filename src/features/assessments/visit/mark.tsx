import type { AnswerStanding } from "#contract/assessments/answers.ts";
import { isGapIn, type Missing, metOf, missingOf } from "#contract/assessments/progress.ts";
import type { Question } from "#contract/assessments/template.ts";
import { MISSING_LABELS } from "#src/lib/assessments/assessment-labels.ts";
import { ShapeMark } from "#src/ui/shape-mark.tsx";

type MarkName = "done" | "gap" | "optional" | Missing;

const SHAPES: Record<MarkName, string> = {
	done: "m1.5 6.5 3 3 6-7",
	gap: "M6 1.5 11 10.5H1zM6 5v2.5M6 9v.1",
	optional: "M2.5 6h7",
	answer: "M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9z",
	pick: "M1.5 4h9M1.5 8h9M8 1.5 4 10.5",
	more: "M6 1.5v9M1.5 6h9",
};

const LABELS: Record<MarkName, string> = { done: "Answered", gap: "Gap", optional: "Optional", ...MISSING_LABELS };

/** The state of a question, as one mark. */
function markOf(question: Question, standing: AnswerStanding): MarkName {
	const missing = missingOf(question, standing);
	if (missing !== null) return missing;
	if (standing.status === "open") return "optional";
	return isGapIn(metOf(question, standing)) ? "gap" : "done";
}

/** The same as a shape, with a text for screen readers. */
export function QuestionMark({ question, standing }: { question: Question; standing: AnswerStanding }) {
	const mark = markOf(question, standing);
	return (
		<span className={`inline-flex items-center ${mark === "done" || mark === "optional" ? "text-quiet" : "text-ink"}`}>
			<ShapeMark path={SHAPES[mark]} />
			<span className="sr-only">{LABELS[mark]}:</span>
		</span>
	);
}
