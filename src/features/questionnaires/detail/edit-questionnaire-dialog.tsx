import { useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import type { QuestionnaireDetail } from "#contract/questionnaires/questionnaires.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { refreshQuestionnaires } from "#src/lib/questionnaires/questionnaire-keys.ts";
import { changeQuestionnaire } from "#src/lib/questionnaires/questionnaires-api.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { AboutFields } from "../list/about-fields.tsx";

type Props = { questionnaire: QuestionnaireDetail; onClose(): void };

/** Changes what is known about a questionnaire. */
export function EditQuestionnaireDialog({ questionnaire: { id, ...before }, onClose }: Props) {
	const queries = useQueryClient();
	const { scope } = useScope();
	const { state, form, submit } = useSubmission();
	const [about, setAbout] = useState({ title: before.title, customer: before.customer, due: before.due ?? "" });
	const busy = state.status === "submitting";
	useBusyForm(about.title !== before.title || about.customer !== before.customer);
	const save = async (event: SubmitEvent) => {
		event.preventDefault();
		const { title, customer, due } = about;
		const saved = await submit(async () => {
			await changeQuestionnaire(id, { title, customer, due: due === "" ? null : due }, scope);
			await refreshQuestionnaires(queries);
		});
		if (saved) onClose();
	};
	return (
		<Modal title="Edit the questionnaire" subtitle={before.fileName} busy={busy} onClose={onClose}>
			<form ref={form} onSubmit={save} className="grid gap-4">
				<AboutFields about={about} onAbout={setAbout} />
				<SubmissionFailure title="Not saved" state={state} />
				<Button type="submit" variant="primary" disabled={busy}>
					{busy ? "Saving…" : "Save"}
				</Button>
			</form>
		</Modal>
	);
}
