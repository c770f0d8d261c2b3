import { useQueryClient } from "@tanstack/react-query";
import type { QuestionnaireDetail } from "#contract/questionnaires/questionnaires.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { questionnaireKeys, refreshQuestionnaires } from "#src/lib/questionnaires/questionnaire-keys.ts";
import { deleteQuestionnaire } from "#src/lib/questionnaires/questionnaires-api.ts";
import { useGo } from "#src/lib/workspace/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";

type Props = { questionnaire: Pick<QuestionnaireDetail, "id" | "title">; onClose(): void };

/** Deletes a questionnaire after a confirmation. */
export function DeleteDialog({ questionnaire: { id, title }, onClose }: Props) {
	const queries = useQueryClient();
	const { scope } = useScope();
	const go = useGo();
	const { state, submit } = useSubmission();
	const busy = state.status === "submitting";
	const remove = () =>
		submit(async () => {
			await deleteQuestionnaire(id, scope);
			go("/dashboard/questionnaires");
			queries.removeQueries({ queryKey: questionnaireKeys.detail(id) });
			await refreshQuestionnaires(queries);
		});
	return (
		<Modal title="Delete this questionnaire?" subtitle={title} busy={busy} onClose={onClose}>
			<p className="text-15">
				Its file and its answers go with it. Answers in the library stay. The audit log says who deleted it. This cannot
				be undone.
			</p>
			<div className="mt-4 empty:hidden">
				<SubmissionFailure title="Not deleted" state={state} />
			</div>
			<div className="mt-5 flex justify-end gap-5">
				<Button variant="plain" disabled={busy} onClick={onClose}>
					Keep it
				</Button>
				<Button variant="primary" disabled={busy} onClick={() => void remove()}>
					{busy ? "Deleting…" : "Delete"}
				</Button>
			</div>
		</Modal>
	);
}
