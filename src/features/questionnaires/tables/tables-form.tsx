import { useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import type { Mapping, UnderstoodTable } from "#contract/questionnaires/mapping.ts";
import { answersWouldGo, type QuestionnaireReadAgain } from "#contract/questionnaires/questionnaires.ts";
import { ApiFailure } from "#src/lib/data/api-failure.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { refreshQuestionnaires } from "#src/lib/questionnaires/questionnaire-keys.ts";
import { changeTables } from "#src/lib/questionnaires/questionnaires-api.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { LoseAnswers } from "./lose-answers.tsx";
import { TableList } from "./table-list.tsx";
import { mappingOf } from "./table-words.ts";

type Props = {
	questionnaire: { id: string; version: number; tables: readonly UnderstoodTable[] };
	onRead(read: QuestionnaireReadAgain): void;
};

/** How many confirmed answers would lose their questions, if that is why nothing was changed; 0 otherwise. */
export const wouldGo = (error: unknown): number => {
	if (!(error instanceof ApiFailure) || error.code !== "answers_would_go") return 0;
	const details = answersWouldGo.safeParse(error.details);
	return details.success ? details.data.lost : 0;
};

/** The tables of a file as they were understood, to be corrected: which have questions, and in which columns. */
export function TablesForm({ questionnaire: { id, version, tables }, onRead }: Props) {
	const queries = useQueryClient();
	const { scope } = useScope();
	const online = useOnline();
	const { state, form, submit, clear } = useSubmission();
	const [mapping, setMapping] = useState<Mapping>(() => mappingOf(tables));
	const [lost, setLost] = useState(0);
	const [mayGo, setMayGo] = useState(false);
	const busy = state.status === "submitting";
	const isChanged = JSON.stringify(mapping) !== JSON.stringify(mappingOf(tables));
	useBusyForm(isChanged);
	const read = async (event: SubmitEvent) => {
		event.preventDefault();
		await submit(async () => {
			try {
				const done = await changeTables(id, { version, mapping, ...(mayGo && { loseAnswers: true }) }, scope);
				await refreshQuestionnaires(queries);
				onRead(done);
			} catch (error) {
				setLost(wouldGo(error));
				throw error;
			}
		});
	};
	return (
		<form ref={form} onSubmit={read} className="grid gap-4">
			{tables.length === 0 && (
				<p className="max-w-[62ch] text-15">
					The file is read again as it is. Answers stay with every question that has the same text.
				</p>
			)}
			<TableList
				tables={tables}
				mapping={mapping}
				onChange={(change) => {
					clear();
					setLost(0);
					setMayGo(false);
					setMapping(change);
				}}
			/>
			<SubmissionFailure title="Nothing was changed" state={state} />
			{lost > 0 && <LoseAnswers lost={lost} mayGo={mayGo} onMayGo={setMayGo} />}
			{!online && (
				<p role="status" className="text-15">
					Reading the file again needs a connection. What you chose stays here.
				</p>
			)}
			<Button type="submit" variant="primary" disabled={busy || !online || (!isChanged && tables.length > 0)}>
				{busy ? "Reading the file…" : "Read the file this way"}
			</Button>
		</form>
	);
}
