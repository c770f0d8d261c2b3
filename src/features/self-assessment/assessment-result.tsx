import selfAssessment from "virtual:self-assessment";
import { Readout } from "#src/ui/readout.tsx";
import { gaps, type SelfAnswers, score } from "./assessment.ts";
import { CHOICE_LABELS } from "./choice-labels.ts";

const percentText = (percent: number | null): string => (percent === null ? "–" : `${percent} %`);

const { sections } = selfAssessment;

/** The result: a number for each part, and what to do. */
export function AssessmentResult({ answers }: { answers: SelfAnswers }) {
	const whole = score(
		sections.flatMap(({ questions }) => questions),
		answers,
	);
	const todo = gaps(sections, answers);
	return (
		<section aria-labelledby="result" className="border-ink border-t-2 pt-8">
			<h2 id="result" className="font-semibold font-serif text-26">
				Where you stand
			</h2>
			{whole.answered === 0 ? (
				<p className="mt-3 text-17 text-quiet">Answer a question to see your result here.</p>
			) : (
				<>
					<div className="mt-6 flex flex-wrap gap-x-12 gap-y-6">
						<Readout
							reading={percentText(whole.percent)}
							unit=""
							label={`in place, of ${whole.applying} questions that apply`}
						/>
						<Readout reading={`${whole.answered}`} unit={`of ${whole.questions}`} label="questions answered" />
					</div>
					<table className="mt-8 w-full text-15">
						<caption className="sr-only">The parts in numbers</caption>
						<thead>
							<tr className="text-start text-13 text-quiet">
								<th scope="col" className="py-2 text-start font-normal">
									Part
								</th>
								<th scope="col" className="py-2 text-end font-normal">
									Answered
								</th>
								<th scope="col" className="py-2 text-end font-normal">
									In place
								</th>
							</tr>
						</thead>
						<tbody>
							{sections.map(({ id, title, questions }) => {
								const part = score(questions, answers);
								return (
									<tr key={id} className="border-line border-t tabular-nums">
										<th scope="row" className="py-2.5 pe-4 text-start font-normal">
											{title}
										</th>
										<td className="py-2.5 text-end whitespace-nowrap">
											{part.answered} of {part.questions}
										</td>
										<td className="py-2.5 ps-4 text-end font-semibold whitespace-nowrap">
											{percentText(part.percent)}
										</td>
									</tr>
								);
							})}
						</tbody>
					</table>
					<h3 className="mt-10 font-semibold text-20">To do</h3>
					{todo.length === 0 ? (
						<p className="mt-2 text-17 text-quiet">Nothing so far in your answers.</p>
					) : (
						<ol className="mt-2">
							{todo.map(({ question, section, answer }) => (
								<li key={question.id} className="border-line border-t py-3 break-inside-avoid">
									<p className="text-17">{question.text}</p>
									<p className="mt-1 text-15 text-quiet wrap-anywhere">
										{answer.choice && CHOICE_LABELS[answer.choice]} · {section} · {question.provision}
										{answer.owner && ` · ${answer.owner}`}
										{answer.due && ` · by ${answer.due}`}
									</p>
								</li>
							))}
						</ol>
					)}
				</>
			)}
		</section>
	);
}
