import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { counted } from "#contract/format/count.ts";
import { ANSWERS_AT_ONCE } from "#contract/questionnaires/answers.ts";
import type { QuestionnaireDetail, QuestionnaireState } from "#contract/questionnaires/questionnaires.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { DeleteDialog } from "#src/lib/forms/delete-dialog.tsx";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { questionnaireKeys, refreshQuestionnaires } from "#src/lib/questionnaires/questionnaire-keys.ts";
import { changeQuestionnaire, deleteQuestionnaire, matchAgain } from "#src/lib/questionnaires/questionnaires-api.ts";
import { useSay } from "#src/lib/words/use-say.ts";
import { useGo } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import type { Entry } from "#src/requests/entry.ts";
import { Button } from "#src/ui/button.tsx";
import { ConfirmDialog } from "#src/ui/dialogs/confirm-dialog.tsx";
import { RowMenu } from "#src/ui/list/row-menu.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { TablesDialog } from "../tables/tables-dialog.tsx";
import { DownloadDialog } from "./download-dialog.tsx";
import { EditQuestionnaireDialog } from "./edit-questionnaire-dialog.tsx";
import { ReplaceFileDialog } from "./replace-file-dialog.tsx";

type DeleteProps = { questionnaire: Pick<QuestionnaireDetail, "id" | "title">; onClose(): void };

/** Deletes a questionnaire after a confirmation. */
function DeleteQuestionnaire({ questionnaire: { id, title }, onClose }: DeleteProps) {
	const queries = useQueryClient();
	const { scope } = useScope();
	const go = useGo();
	const remove = async () => {
		await deleteQuestionnaire(id, scope);
		go("/dashboard/questionnaires");
		queries.removeQueries({ queryKey: questionnaireKeys.detail(id) });
		await refreshQuestionnaires(queries);
	};
	return (
		<DeleteDialog title="Delete this questionnaire?" subtitle={title} onDelete={remove} onClose={onClose}>
			Its file and its answers go with it. Answers in the library stay. The audit log says who deleted it. This cannot
			be undone.
		</DeleteDialog>
	);
}

type Props = {
	/** Including answers that wait on this device. */
	questionnaire: QuestionnaireDetail;
	words: readonly Entry[];
	/** The questions that were answered here. */
	onSaid(ids: readonly string[]): void;
};

type Asking = "confirm-all" | "download" | "tables" | "replace" | "edit" | "delete";

const MOVES: Readonly<Record<QuestionnaireState, readonly [label: string, to: QuestionnaireState][]>> = {
	open: [
		["Mark as answered", "answered"],
		["Archive", "archived"],
	],
	answered: [
		["Open again", "open"],
		["Archive", "archived"],
	],
	archived: [["Open again", "open"]],
};

/** What can be done with a questionnaire as a whole. Confirming goes through the outbox; the rest needs a connection. */
export function QuestionnaireActions({ questionnaire, words, onSaid }: Props) {
	const queries = useQueryClient();
	const { scope, can } = useScope();
	const online = useOnline();
	const say = useSay();
	const { state: submission, submit } = useSubmission();
	const [asking, setAsking] = useState<Asking | null>(null);
	const { id, clientId, title, state, questions, proposals } = questionnaire;
	const fromLibrary = questions.flatMap((question) => {
		const proposal = question.state === "proposed" && proposals.find((one) => one.id === question.proposals[0]);
		return proposal && proposal.source.type === "library"
			? [{ questionId: question.id, textMark: question.textMark, mark: proposal.mark }]
			: [];
	});
	const confirmAll = async () => {
		onSaid(fromLibrary.map(({ questionId }) => questionId));
		for (let begin = 0; begin < fromLibrary.length; begin += ANSWERS_AT_ONCE) {
			const answers = fromLibrary
				.slice(begin, begin + ANSWERS_AT_ONCE)
				.map(({ mark, ...question }) => ({ ...question, said: { type: "confirm" as const, mark } }));
			const saved = await say({ kind: "questionnaire-answer", body: { questionnaireId: id, answers } }, clientId);
			if (!saved) return;
		}
	};
	const change = (work: () => Promise<void>) =>
		void submit(async () => {
			await work();
			await refreshQuestionnaires(queries);
		});
	const busy = submission.status === "submitting";
	const items = [
		...(questionnaire.hasFile ? [{ label: "How the file was read", onChoose: () => setAsking("tables") }] : []),
		{ label: "Replace the file", onChoose: () => setAsking("replace") },
		{ label: "Edit", onChoose: () => setAsking("edit") },
		...MOVES[state].map(([label, to]) => ({
			label,
			onChoose: () => change(() => changeQuestionnaire(id, { state: to }, scope)),
		})),
		...(can("arrange") ? [{ label: "Delete", onChoose: () => setAsking("delete") }] : []),
	];
	const close = () => setAsking(null);
	return (
		<div className="print:hidden">
			<div className="flex flex-wrap items-center gap-x-5 gap-y-2">
				<Button variant="secondary" aria-haspopup="dialog" onClick={() => setAsking("download")}>
					Download the file
				</Button>
				{can("work") && fromLibrary.length > 0 && (
					<Button variant="secondary" aria-haspopup="dialog" onClick={() => setAsking("confirm-all")}>
						Confirm {fromLibrary.length.toLocaleString("en")} from the library
					</Button>
				)}
				{can("work") && (
					<>
						<TextButton disabled={!online || busy} onClick={() => change(() => matchAgain(id, scope))}>
							{busy ? "Working…" : "Match again"}
						</TextButton>
						{online && <RowMenu about={title} items={items} />}
					</>
				)}
			</div>
			{!online && can("work") && (
				<p className="mt-1 text-13 text-quiet">
					Answers are saved on this device. Matching again, editing and the file need a connection.
				</p>
			)}
			{questionnaire.hasFile && questionnaire.tables.length === 0 && can("work") && (
				<p className="mt-3 max-w-[62ch] text-15">
					This file was read by an earlier version, which did not know the lists of its cells.{" "}
					<TextButton aria-haspopup="dialog" onClick={() => setAsking("tables")}>
						Read it again
					</TextButton>
				</p>
			)}
			<div className="mt-3 empty:hidden">
				<SubmissionFailure title="Nothing was changed" state={submission} />
			</div>
			{asking === "confirm-all" && (
				<ConfirmDialog
					title={`Confirm ${counted(fromLibrary.length, "answer")}?`}
					subtitle={title}
					labels={{ yes: "Confirm them", no: "Cancel" }}
					onYes={() => void confirmAll()}
					onClose={close}
				>
					Each of them was approved by a reviewer and has not expired. You can still change each one afterwards.
				</ConfirmDialog>
			)}
			{asking === "download" && <DownloadDialog questionnaire={questionnaire} words={words} onClose={close} />}
			{asking === "tables" && <TablesDialog questionnaire={questionnaire} onClose={close} />}
			{asking === "replace" && <ReplaceFileDialog questionnaire={questionnaire} onClose={close} />}
			{asking === "edit" && <EditQuestionnaireDialog questionnaire={questionnaire} onClose={close} />}
			{asking === "delete" && <DeleteQuestionnaire questionnaire={questionnaire} onClose={close} />}
		</div>
	);
}
