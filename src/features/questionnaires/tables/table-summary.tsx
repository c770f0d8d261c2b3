import type { UnderstoodTable } from "#contract/questionnaires/mapping.ts";
import { countsText, tableUseText } from "./table-words.ts";

/** The tables of a file as they were understood: which columns hold what, how many questions, and what was left out. */
export const TableSummary = ({ tables }: { tables: readonly UnderstoodTable[] }) => (
	<ul className="text-15">
		{tables.map((table) => (
			<li key={table.shape} className="wrap-anywhere border-line border-t py-2">
				<p>
					<bdi className="font-semibold">{table.place}</bdi>{" "}
					{table.use.use === "questions" && <span className="tabular-nums">{countsText(table)}</span>}
				</p>
				<p className="text-quiet">
					{tableUseText(table)}
					{table.by === "person" && " As a person said."}
				</p>
			</li>
		))}
	</ul>
);
