import { type AnswerStanding, speakerText } from "#contract/assessments/answers.ts";
import { progressOf, standingIn } from "#contract/assessments/progress.ts";
import { shownAnswer } from "#contract/assessments/shown-answer.ts";
import type { Question } from "#contract/assessments/template.ts";
import { timeText } from "#contract/format/time.ts";
import type { ShownAssessment } from "#src/lib/assessments/assessment-shown.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import type { Entry } from "#src/requests/entry.ts";
import { Section } from "#src/ui/page/section.tsx";
import { AnswerEvidence } from "../answer-evidence.tsx";
import { visitPath } from "../assessment-address.ts";
import { DiffersBox } from "../visit/differs-box.tsx";
import { QuestionMark } from "../visit/mark.tsx";

type RowProps = { assessmentId: string; question: Question; standing: AnswerStanding; entries: readonly Entry[] };

function AnswerRow({ assessmentId, question, standing, entries }: RowProps) {
	const answered = standing.status === "answered" ? standing.word : null;
	return (
		<li className="wrap-anywhere border-line border-t py-2 text-15">
			<p className="flex gap-2">
				<span className="pt-1">
					<QuestionMark question={question} standing={standing} />
				</span>
				<Link to={visitPath(assessmentId, question.id)} className="min-w-0 text-ink no-underline hover:underline">
					{question.text}
				</Link>
			</p>
			<div className="ps-5.5">
				{standing.status === "open" && <p className="text-quiet">Not answered</p>}
				{standing.status === "differs" && (
					<DiffersBox
						assessmentId={assessmentId}
						question={question}
						words={standing.words}
						entries={entries}
						onPick={null}
					/>
				)}
				{answered && (
					<>
						<p className="whitespace-pre-line font-semibold">{shownAnswer(question, answered.answer)}</p>
						{answered.answer.note !== "" && <p className="whitespace-pre-line">{answered.answer.note}</p>}
						<AnswerEvidence assessmentId={assessmentId} ids={answered.answer.evidence} entries={entries} />
						<p className="text-13 text-quiet tabular-nums">
							<bdi>{speakerText(answered.by)}</bdi>, {timeText(answered.saidAt)}
							{answered.receivedAt === null && ", on this device"}
						</p>
					</>
				)}
			</div>
		</li>
	);
}

/** All questions that are asked, with their answers, section by section. */
export function AnswersSection({ shown, entries }: { shown: ShownAssessment; entries: readonly Entry[] }) {
	const asked = new Set(shown.questions.map(({ id }) => id));
	return (
		<Section id="answers" heading="Answers">
			<div className="border-line border-t">
				{shown.template.sections.map(({ id, title, questions: all }) => {
					const questions = all.filter((one) => asked.has(one.id));
					if (questions.length === 0) return null;
					const { answered, missing } = progressOf(questions, shown.standings);
					return (
						<details key={id} className="border-line border-b">
							<summary className="flex min-h-12 cursor-pointer items-center justify-between gap-3 py-1 text-15">
								<span className="wrap-anywhere min-w-0 font-medium">{title}</span>
								<span className="flex-none text-13 text-quiet tabular-nums">
									{answered} of {questions.length}
									{missing.length > 0 && `, ${missing.length} missing`}
								</span>
							</summary>
							<ul className="pb-2">
								{questions.map((question) => (
									<AnswerRow
										key={question.id}
										assessmentId={shown.id}
										question={question}
										standing={standingIn(shown.standings, question.id)}
										entries={entries}
									/>
								))}
							</ul>
						</details>
					);
				})}
			</div>
		</Section>
	);
}
