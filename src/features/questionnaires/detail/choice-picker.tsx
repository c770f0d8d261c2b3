import { ChoiceChips } from "#src/ui/fields/choice-chips.tsx";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";

/** More values, or longer ones, are a list to open. */
const MOST_CHIPS = 8;
const LONGEST_CHIP = 40;

type Props = {
	id: string;
	/** The values that the cell in the customer's file accepts. Untrusted texts. */
	choices: readonly string[];
	/** Empty: none yet. */
	choice: string;
	onChoose(choice: string): void;
};

/** Chooses a value for a cell that accepts only those of a list: one tap if they are few. */
export function ChoicePicker({ id, choices, choice, onChoose }: Props) {
	const legend = "In the file’s list";
	return choices.length <= MOST_CHIPS && choices.every(({ length }) => length <= LONGEST_CHIP) ? (
		<ChoiceChips
			legend={legend}
			choices={choices.map((value) => ({ value, label: value }))}
			chosen={choice === "" ? null : choice}
			onChoose={onChoose}
		/>
	) : (
		<ChoiceField
			id={id}
			label={legend}
			none="Nothing chosen"
			options={choices}
			value={choice}
			onChange={({ target }) => onChoose(target.value)}
		/>
	);
}
