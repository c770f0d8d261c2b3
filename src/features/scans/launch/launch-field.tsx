import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { SuggestionList } from "#src/ui/fields/suggestion-list.tsx";
import type { Field } from "./launch-forms.ts";

type Props = {
	id: string;
	field: Field;
	value: string;
	disabled: boolean;
	error?: string | undefined;
	/** The suggestions of a target field. */
	targets: readonly string[];
	onChange(value: string): void;
};

/** One field of a scan's form. */
export function LaunchField({ id, field, value, disabled, error, targets, onChange }: Props) {
	const { name, label, hint, input, required, options = [], maxLength, placeholder } = field;
	if (input === "choice") {
		return (
			<ChoiceField
				id={id}
				name={name}
				label={label}
				value={value}
				disabled={disabled}
				options={options}
				error={error}
				none="Not set"
				onChange={({ target }) => onChange(target.value)}
			/>
		);
	}
	const isTarget = input === "url";
	return (
		<FormField
			id={id}
			name={name}
			label={label}
			hint={hint}
			value={value}
			required={required}
			maxLength={maxLength}
			placeholder={placeholder}
			error={error}
			type={input === "email" ? "email" : "text"}
			inputMode={input}
			readOnly={disabled}
			// Blank text does not count as filled in, but the browser's own check would accept it.
			pattern={required && input !== "email" ? ".*\\S.*" : undefined}
			title={required && input !== "email" ? "Please fill in this field" : undefined}
			autoCapitalize="none"
			autoCorrect="off"
			autoComplete={input === "email" ? "email" : "off"}
			spellCheck={false}
			enterKeyHint="send"
			list={isTarget ? `${id}-recent` : undefined}
			onChange={({ target }) => onChange(target.value)}
		>
			{isTarget && <SuggestionList id={`${id}-recent`} values={targets} />}
		</FormField>
	);
}
