import { useState } from "react";
import { counted } from "#contract/format/count.ts";
import type { QuestionnaireDetail, QuestionnaireReadAgain } from "#contract/questionnaires/questionnaires.ts";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { NotTakenList } from "../list/not-taken-list.tsx";
import { TableSummary } from "./table-summary.tsx";
import { TablesForm } from "./tables-form.tsx";

/** What another reading found, and what became different by it. */
export const ReadAgainReport = ({ read: { counts, tables, notTaken, lost } }: { read: QuestionnaireReadAgain }) => (
	<div className="grid gap-4 text-15">
		<p role="status">
			{counted(counts.questions, "question")} found. {counted(counts.confirmed, "confirmed answer")} kept
			{lost > 0 && `, ${lost.toLocaleString("en")} gone`}.
		</p>
		<TableSummary tables={tables.filter(({ use }) => use.use === "questions")} />
		{notTaken.length > 0 && (
			<div>
				<p className="font-semibold">{counted(notTaken.length, "row")} not taken</p>
				<NotTakenList notTaken={notTaken} />
			</div>
		)}
	</div>
);

type Props = { questionnaire: Pick<QuestionnaireDetail, "id" | "version" | "tables" | "fileName">; onClose(): void };

/** Shows how a file was understood, and corrects it. */
export function TablesDialog({ questionnaire, onClose }: Props) {
	const [read, setRead] = useState<QuestionnaireReadAgain | null>(null);
	return (
		<Modal title="How the file was read" subtitle={questionnaire.fileName} onClose={onClose}>
			{read ? <ReadAgainReport read={read} /> : <TablesForm questionnaire={questionnaire} onRead={setRead} />}
		</Modal>
	);
}
