import { type AnswerWord, speakerText } from "#contract/assessments/answers.ts";
import { shownAnswer } from "#contract/assessments/shown-answer.ts";
import type { Question } from "#contract/assessments/template.ts";
import { timeText } from "#contract/format/time.ts";
import type { Entry } from "#src/requests/entry.ts";
import { Button } from "#src/ui/button.tsx";
import { AnswerEvidence } from "../answer-evidence.tsx";

type Props = {
	assessmentId: string;
	question: Question;
	words: readonly AnswerWord[];
	entries: readonly Entry[];
	/** Null if the member may not. */
	onPick: ((word: AnswerWord) => void) | null;
};

/** Conflicting answers from people who did not see each other's. Shows all of them until one is picked. */
export function DiffersBox({ assessmentId, question, words, entries, onPick }: Props) {
	return (
		<section aria-label="Two answers" className="border-ink border-s-4 ps-3">
			<p className="font-semibold text-15">There are two answers. Nothing was overwritten: pick one.</p>
			<ul className="mt-2 grid gap-3">
				{words.map((word) => {
					const { id, answer, by, saidAt, receivedAt } = word;
					const text = shownAnswer(question, answer) || "No answer";
					return (
						<li key={id} className="wrap-anywhere rounded-control border border-line-strong bg-raised p-3 text-15">
							<p className="whitespace-pre-line font-semibold">{text}</p>
							{answer.note !== "" && <p className="whitespace-pre-line">{answer.note}</p>}
							<AnswerEvidence assessmentId={assessmentId} ids={answer.evidence} entries={entries} />
							<p className="mt-1 text-13 text-quiet tabular-nums">
								<bdi>{speakerText(by)}</bdi>, {timeText(saidAt)}
								{receivedAt === null && ", on this device"}
							</p>
							{onPick && (
								<div className="mt-2">
									<Button
										variant="secondary"
										aria-label={`Use this answer: ${text}, of ${speakerText(by)}`}
										onClick={() => onPick(word)}
									>
										Use this answer
									</Button>
								</div>
							)}
						</li>
					);
				})}
			</ul>
		</section>
	);
}
