import { type AnswerWord, speakerText } from "#contract/assessments/answers.ts";
import { shownAnswer } from "#contract/assessments/shown-answer.ts";
import type { Question } from "#contract/assessments/template.ts";
import { counted } from "#contract/format/count.ts";
import { timeText } from "#contract/format/time.ts";

function sourceText({ answer: { source } }: AnswerWord): string | null {
	if (source === undefined) return null;
	return source.from === "observation" ? "confirmed from a scan" : "confirmed from last time";
}

/** Every answer and note given to a question, newest first. */
export function WordsList({ question, words }: { question: Question; words: readonly AnswerWord[] }) {
	if (words.length === 0) return null;
	return (
		<details className="text-15">
			<summary className="inline-flex min-h-11 cursor-pointer items-center text-accent underline underline-offset-4">
				{counted(words.length, "answer")} so far
			</summary>
			<ol className="grid gap-2 pb-2">
				{words.toReversed().map((word) => (
					<li key={word.id} className="wrap-anywhere border-line-strong border-s-2 ps-3">
						<p className="font-medium">{shownAnswer(question, word.answer) || "Taken back"}</p>
						{word.answer.note !== "" && <p className="whitespace-pre-line">{word.answer.note}</p>}
						<p className="text-13 text-quiet tabular-nums">
							{[
								speakerText(word.by),
								timeText(word.saidAt),
								sourceText(word),
								word.receivedAt === null && "on this device",
							]
								.filter(Boolean)
								.join(" · ")}
						</p>
					</li>
				))}
			</ol>
		</details>
	);
}
