type Props = { id: string; values: readonly string[] };

/** A text field's suggestions: the field's `list` is this id. */
export function SuggestionList({ id, values }: Props) {
	return (
		<datalist id={id}>
			{values.map((value) => (
				<option key={value} value={value} />
			))}
		</datalist>
	);
}
