import { counted } from "#contract/format/count.ts";
import type { Mapping, UnderstoodTable } from "#contract/questionnaires/mapping.ts";
import { TableFields } from "./table-fields.tsx";

type Props = {
	tables: readonly UnderstoodTable[];
	/** What a person said, here or before. */
	mapping: Mapping;
	onChange(change: (before: Mapping) => Mapping): void;
};

/** The tables of a file to correct: those with questions first, and those without anything that asks folded away unless there is nothing else. */
export function TableList({ tables, mapping, onChange }: Props) {
	const asking = tables.filter(({ use }) => use.use === "questions");
	const left = tables.filter(({ use, counts }) => use.use === "nothing" && counts.questions > 0);
	const others = tables.filter(({ use, counts }) => use.use === "nothing" && counts.questions === 0);
	const isFolded = asking.length + left.length > 0;
	const fields = (table: UnderstoodTable) => (
		<TableFields
			key={table.shape}
			table={table}
			chosen={mapping[table.shape]}
			onChoose={(use) => onChange(({ [table.shape]: _, ...rest }) => (use ? { ...rest, [table.shape]: use } : rest))}
		/>
	);
	return (
		<div>
			{[...asking, ...left, ...(isFolded ? [] : others)].map(fields)}
			{isFolded && others.length > 0 && (
				<details>
					<summary className="inline-flex min-h-11 cursor-pointer items-center text-15 text-accent underline underline-offset-4">
						{counted(others.length, "table")} without questions
					</summary>
					{others.map(fields)}
				</details>
			)}
		</div>
	);
}
