import { progressOf, standingIn } from "#contract/assessments/progress.ts";
import type { QuestionId } from "#contract/assessments/template.ts";
import type { ShownAssessment } from "#src/lib/assessments/assessment-shown.ts";
import { QuestionMark } from "./mark.tsx";

type Props = {
	shown: ShownAssessment;
	/** The question that is on the screen. */
	at: QuestionId;
	onQuestion(id: QuestionId): void;
};

/** All sections with what is missing in each; the questions of the current one are open. */
export function SectionsList({ shown, at, onQuestion }: Props) {
	const asked = new Set(shown.questions.map(({ id }) => id));
	return (
		<div className="border-line border-t">
			{shown.template.sections.map(({ id, title, questions: all }) => {
				const questions = all.filter((one) => asked.has(one.id));
				if (questions.length === 0) return null;
				const { answered, missing } = progressOf(questions, shown.standings);
				const isHere = questions.some((one) => one.id === at);
				return (
					<details key={`${id} ${isHere}`} open={isHere} className="border-line border-b">
						<summary className="flex min-h-12 cursor-pointer items-center justify-between gap-3 py-1 text-15">
							<span className={`wrap-anywhere min-w-0 ${isHere ? "font-semibold" : ""}`}>{title}</span>
							<span className="flex-none text-13 text-quiet tabular-nums">
								{missing.length === 0 ? "Done" : `${answered} of ${questions.length}`}
							</span>
						</summary>
						<ul className="pb-2">
							{questions.map((question) => (
								<li key={question.id}>
									<button
										type="button"
										aria-current={question.id === at ? "step" : undefined}
										onClick={() => onQuestion(question.id)}
										className="wrap-anywhere flex min-h-11 w-full cursor-pointer items-center gap-2.5 rounded-control py-1.5 ps-1 pe-2 text-start text-15 hover:underline aria-[current]:font-semibold"
									>
										<QuestionMark question={question} standing={standingIn(shown.standings, question.id)} />
										{question.text}
									</button>
								</li>
							))}
						</ul>
					</details>
				);
			})}
		</div>
	);
}
