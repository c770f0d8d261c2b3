import type { AnswerValue } from "#contract/assessments/answers.ts";
import { type Choice, choicesOf, type Question } from "#contract/assessments/template.ts";
import { ShapeMark } from "#src/ui/shape-mark.tsx";

/** The chosen IDs after a tap. They follow the order of the choices, so the order of taps does not change the answer. */
export const afterTap = (choices: readonly Choice[], chosen: readonly string[], id: string, isOn: boolean): string[] =>
	choices.map((one) => one.id).filter((one) => (one === id ? isOn : chosen.includes(one)));

const CHECK = "m1.5 6.5 3 3 6-7";

const BUTTON =
	"wrap-anywhere flex cursor-pointer items-center gap-2 rounded-control border px-3 py-2 text-start text-17 disabled:cursor-default";
const look = (chosen: boolean) =>
	chosen
		? "border-ink bg-ink font-semibold text-paper"
		: "border-line-strong bg-raised text-ink enabled:hover:border-ink disabled:text-quiet";

type ButtonProps = { label: string; chosen: boolean; disabled: boolean; wide?: boolean; onTap(): void };

/** A single choice, answered with one tap. */
export function AnswerButton({ label, chosen, disabled, wide = false, onTap }: ButtonProps) {
	return (
		<button
			type="button"
			aria-pressed={chosen}
			disabled={disabled}
			onClick={onTap}
			className={`${BUTTON} ${look(chosen)} ${wide ? "w-full min-h-12" : "min-h-14"}`}
		>
			{chosen && <ShapeMark path={CHECK} />}
			{label}
		</button>
	);
}

type Props = {
	question: Extract<Question, { type: "choice" }>;
	value: AnswerValue | null;
	disabled: boolean;
	onAnswer(value: AnswerValue): void;
};

/** The choices of a question. A tap answers it. */
export function ChoiceButtons({ question, value, disabled, onAnswer }: Props) {
	const chosen = value?.type === "choice" ? value.choice : null;
	return (
		<div className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-2">
			{choicesOf(question).map(({ id, label }) => (
				<AnswerButton
					key={id}
					label={label}
					chosen={id === chosen}
					disabled={disabled}
					onTap={() => onAnswer({ type: "choice", choice: id })}
				/>
			))}
		</div>
	);
}

type SeveralProps = {
	choices: readonly Choice[];
	/** Ids. */
	chosen: readonly string[];
	disabled: boolean;
	/** In the order of the choices. */
	onChosen(ids: string[]): void;
};

/** Several choices of a question, each on or off. */
export function SeveralButtons({ choices, chosen, disabled, onChosen }: SeveralProps) {
	return (
		<div className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-2">
			{choices.map(({ id, label }) => (
				<label
					key={id}
					className={`${BUTTON} ${look(false)} min-h-14 hover:border-ink has-checked:border-ink has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-3`}
				>
					<input
						type="checkbox"
						checked={chosen.includes(id)}
						disabled={disabled}
						onChange={({ target }) => onChosen(afterTap(choices, chosen, id, target.checked))}
						className="size-5 flex-none accent-accent focus-visible:outline-none"
					/>
					{label}
				</label>
			))}
		</div>
	);
}
