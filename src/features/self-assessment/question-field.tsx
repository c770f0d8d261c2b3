import type { Question } from "virtual:self-assessment";
import { dayText } from "#contract/format/time.ts";
import { CHOICES, type SelfAnswer } from "./assessment.ts";
import { CHOICE_LABELS } from "./choice-labels.ts";

type Props = {
	question: Question;
	/** Its place in the whole form, from 1. */
	number: number;
	answer: SelfAnswer;
	onAnswer: (change: SelfAnswer) => void;
};

const TEXT =
	"mt-1 block w-full min-w-0 rounded-control border border-line-strong bg-raised px-3 py-2 text-17 text-ink hover:border-ink";

/** The answer as printed: on paper nothing is collapsed, and no field cuts off a long text. */
function Printed({ answer }: { answer: SelfAnswer }) {
	const facts = [
		["Evidence", answer.evidence],
		["Owner", answer.owner],
		["Due", answer.due && dayText(answer.due)],
	].filter(([, text]) => text);
	if (facts.length === 0) return null;
	return (
		<dl className="mt-3 hidden gap-1 text-15 print:grid">
			{facts.map(([name, text]) => (
				<div key={name} className="grid grid-cols-[6rem_minmax(0,1fr)]">
					<dt className="text-quiet">{name}</dt>
					<dd className="whitespace-pre-wrap wrap-anywhere">{text}</dd>
				</div>
			))}
		</dl>
	);
}

/** One question with its four choices, and the details of the answer. */
export function QuestionField({ question, number, answer, onAnswer }: Props) {
	const { id, text, hint, provision } = question;
	return (
		<fieldset className="border-line border-t pt-6 pb-6 break-inside-avoid" aria-describedby={`${id}-hint`}>
			<legend className="float-start w-full font-semibold text-17">
				<span className="text-quiet tabular-nums">{number}. </span>
				{text}
			</legend>
			<p id={`${id}-hint`} className="clear-both pt-1 text-15 text-quiet">
				{hint} <span className="inline-block text-13">{provision}</span>
			</p>
			<div className="mt-3 grid grid-cols-2 gap-2 md:grid-cols-4">
				{CHOICES.map((choice) => (
					<label
						key={choice}
						className="flex min-h-11 cursor-pointer items-center gap-2 rounded-control border border-line-strong bg-raised px-3 text-15 hover:border-ink has-checked:border-ink has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-3"
					>
						<input
							type="radio"
							name={id}
							value={choice}
							checked={answer.choice === choice}
							onChange={() => onAnswer({ choice })}
							className="size-4 flex-none accent-accent focus-visible:outline-none"
						/>
						{CHOICE_LABELS[choice]}
					</label>
				))}
			</div>
			<details
				className="mt-3 text-15 print:hidden"
				open={answer.evidence || answer.owner || answer.due ? true : undefined}
			>
				<summary className="inline-flex min-h-11 cursor-pointer items-center text-accent underline underline-offset-4">
					Evidence, owner and due date
				</summary>
				<div className="mt-1 grid gap-3 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto]">
					<label>
						Evidence
						<textarea
							rows={2}
							maxLength={2_000}
							value={answer.evidence ?? ""}
							onChange={({ target }) => onAnswer({ evidence: target.value })}
							className={TEXT}
						/>
					</label>
					<label>
						Owner
						<input
							maxLength={200}
							value={answer.owner ?? ""}
							onChange={({ target }) => onAnswer({ owner: target.value })}
							className={TEXT}
						/>
					</label>
					<label>
						Due
						<input
							type="date"
							value={answer.due ?? ""}
							onChange={({ target }) => onAnswer({ due: target.value })}
							className={TEXT}
						/>
					</label>
				</div>
			</details>
			<Printed answer={answer} />
		</fieldset>
	);
}
