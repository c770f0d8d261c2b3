import { useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import type { QuestionnaireDetail, QuestionnaireReadAgain } from "#contract/questionnaires/questionnaires.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { refreshQuestionnaires } from "#src/lib/questionnaires/questionnaire-keys.ts";
import { sendNewerFile } from "#src/lib/questionnaires/questionnaires-api.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { ChooseQuestionnaireFile, troubleOf } from "../list/choose-questionnaire-file.tsx";
import { questionnaireTypeOf } from "../list/questionnaire-file.ts";
import { LoseAnswers } from "../tables/lose-answers.tsx";
import { ReadAgainReport } from "../tables/tables-dialog.tsx";
import { wouldGo } from "../tables/tables-form.tsx";

type Props = { questionnaire: QuestionnaireDetail; onClose(): void };

/** Takes in a newer file of the same questionnaire: answers stay with their questions. */
export function ReplaceFileDialog({ questionnaire: { id, version, fileName }, onClose }: Props) {
	const queries = useQueryClient();
	const { scope } = useScope();
	const online = useOnline();
	const { state, form, submit, clear } = useSubmission();
	const [file, setFile] = useState<File | null>(null);
	const [trouble, setTrouble] = useState("");
	const [percent, setPercent] = useState(0);
	const [lost, setLost] = useState(0);
	const [mayGo, setMayGo] = useState(false);
	const [read, setRead] = useState<QuestionnaireReadAgain | null>(null);
	const busy = state.status === "submitting";
	useBusyForm(busy || (file !== null && read === null));
	const send = async (event: SubmitEvent) => {
		event.preventDefault();
		const type = file && questionnaireTypeOf(file);
		if (!file || !type || trouble !== "") return setTrouble(file ? troubleOf(file) : "Please choose a file.");
		await submit(async () => {
			try {
				const sending = { id, version, file, type, loseAnswers: mayGo, onProgress: setPercent };
				const done = await sendNewerFile(sending, scope);
				await refreshQuestionnaires(queries);
				setRead(done);
			} catch (error) {
				setLost(wouldGo(error));
				throw error;
			}
		});
	};
	return (
		<Modal title="Replace the file" subtitle={fileName} busy={busy} onClose={onClose}>
			{read ? (
				<ReadAgainReport read={read} />
			) : (
				<form ref={form} onSubmit={send} className="grid gap-4">
					<p className="max-w-[62ch] text-15">
						Choose a newer file of the same questionnaire. Answers stay with every question that has the same text.
					</p>
					<ChooseQuestionnaireFile
						file={file}
						busy={busy}
						trouble={trouble}
						onFile={(chosen) => {
							clear();
							setLost(0);
							setMayGo(false);
							setTrouble(troubleOf(chosen));
							setFile(chosen);
						}}
					/>
					<SubmissionFailure title="Nothing was changed" state={state} />
					{lost > 0 && <LoseAnswers lost={lost} mayGo={mayGo} onMayGo={setMayGo} />}
					{!online && (
						<p role="status" className="text-15">
							Replacing the file needs a connection. What you chose stays here.
						</p>
					)}
					<Button type="submit" variant="primary" disabled={busy || !online}>
						{!busy ? "Replace it" : percent < 100 ? `Sending, ${percent} %` : "Finding the questions…"}
					</Button>
				</form>
			)}
		</Modal>
	);
}
