import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import type { Columns } from "./columns.ts";

type Props = { names: readonly string[]; columns: Columns; onChange(columns: Columns): void };

const shortened = (name: string) => (name.length > 40 ? `${name.slice(0, 39)}…` : name);

/** Asks once what the columns of a table are that is not in our order. */
export function ColumnFields({ names, columns, onChange }: Props) {
	const options = names.map((name, index) => ({ value: String(index), label: `${index + 1}: ${shortened(name)}` }));
	const chosen = (value: string) => (value === "" ? null : Number(value));
	return (
		<fieldset className="mt-2 grid grid-cols-1 gap-4 md:grid-cols-3">
			<legend className="mb-2 text-15 text-quiet">This table has its own columns. Which are these?</legend>
			<ChoiceField
				id="add-column-target"
				label="Target column"
				options={options}
				value={String(columns.target)}
				onChange={({ target }) => onChange({ ...columns, target: Number(target.value) })}
			/>
			<ChoiceField
				id="add-column-client"
				label="Client column"
				none="None"
				options={options}
				value={String(columns.client ?? "")}
				onChange={({ target }) => onChange({ ...columns, client: chosen(target.value) })}
			/>
			<ChoiceField
				id="add-column-note"
				label="Note column"
				none="None"
				options={options}
				value={String(columns.note ?? "")}
				onChange={({ target }) => onChange({ ...columns, note: chosen(target.value) })}
			/>
		</fieldset>
	);
}
