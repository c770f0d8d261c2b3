import type { TableUse, UnderstoodTable } from "#contract/questionnaires/mapping.ts";
import { CheckField } from "#src/ui/fields/check-field.tsx";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { TextField } from "#src/ui/fields/text-field.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { columnLabel, countsText, usedFor } from "./table-words.ts";

type Props = {
	table: UnderstoodTable;
	/** What was chosen here; undefined: as it was found. */
	chosen: TableUse | undefined;
	/** Undefined: as it was found. */
	onChoose(use: TableUse | undefined): void;
};

/** Whether a table has questions, and in which columns. */
export function TableFields({ table, chosen, onChoose }: Props) {
	const { shape, place, columns, layout, why } = table;
	const use = chosen ?? table.use;
	const options = columns.map((column) => ({ value: String(column.column), label: columnLabel(column) }));
	const isBeneath = layout === "beneath" && chosen === undefined;
	return (
		<fieldset className="border-line border-t pt-3 pb-4">
			<legend className="wrap-anywhere pe-2 font-semibold text-15">
				<bdi>{place}</bdi>
			</legend>
			<p className="wrap-anywhere text-13 text-quiet tabular-nums">{why || countsText(table)}</p>
			<CheckField
				id={`${shape}-use`}
				checked={use.use === "questions"}
				onChange={({ target }) => onChoose(target.checked ? usedFor(table) : { use: "nothing" })}
			>
				Has questions
			</CheckField>
			{isBeneath && <p className="text-15">Each answer goes into the row below its question.</p>}
			{use.use === "questions" && !isBeneath && (
				<div className="mt-1 grid gap-4 md:grid-cols-2">
					<ChoiceField
						id={`${shape}-question`}
						label="Questions in"
						options={options}
						value={String(use.question)}
						onChange={({ target }) => onChoose({ ...use, question: Number(target.value) })}
					/>
					<ChoiceField
						id={`${shape}-answer`}
						label="Answers in"
						options={options}
						value={String(use.answer)}
						onChange={({ target }) => onChoose({ ...use, answer: Number(target.value) })}
					/>
					<ChoiceField
						id={`${shape}-comments`}
						label="Text beside a list, optional"
						none="No column"
						options={options}
						value={use.comments === null ? "" : String(use.comments)}
						onChange={({ target }) => onChoose({ ...use, comments: target.value === "" ? null : Number(target.value) })}
					/>
					<TextField
						id={`${shape}-first`}
						label="Begin in row, optional"
						inputMode="numeric"
						pattern="[0-9]{1,7}"
						autoComplete="off"
						value={use.firstRow ?? ""}
						onChange={({ target }) => {
							const no = Number(target.value.replace(/\D/g, "").slice(0, 7));
							onChoose({ ...use, firstRow: no > 0 ? no : null });
						}}
					/>
				</div>
			)}
			{chosen !== undefined && <TextButton onClick={() => onChoose(undefined)}>As it was found</TextButton>}
		</fieldset>
	);
}
