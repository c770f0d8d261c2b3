type Props = { id: string; values: readonly string[] };

/** What a text field suggests: its `list` is this id. */
export function SuggestionList({ id, values }: Props) {
	return (
		<datalist id={id}>
			{values.map((value) => (
				<option key={value} value={value} />
			))}
		</datalist>
	);
}
