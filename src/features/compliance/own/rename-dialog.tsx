import { useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { refreshCompliance } from "#src/lib/compliance/compliance-keys.ts";
import { changeOwnFramework } from "#src/lib/compliance/own-frameworks-api.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { AboutFields } from "./about-fields.tsx";
import { aboutOf, type OwnDialogProps } from "./own-dialog.ts";

/** Changes what a framework that the workspace added is called. */
export function RenameDialog({ framework, id, onClose }: OwnDialogProps) {
	const queries = useQueryClient();
	const { scope } = useScope();
	const { state, form, submit, clear } = useSubmission();
	const [about, setAbout] = useState(aboutOf(framework));
	const busy = state.status === "submitting";
	const save = async (event: SubmitEvent) => {
		event.preventDefault();
		const done = await submit(async () => {
			await changeOwnFramework(id, about, scope);
			await refreshCompliance(queries);
		});
		if (done) onClose();
	};
	return (
		<Modal title="Rename" subtitle={framework.name} busy={busy} onClose={onClose}>
			<form ref={form} onSubmit={(event) => void save(event)} className="grid gap-4">
				<AboutFields
					about={about}
					errors={state.status === "failed" ? state.fields : {}}
					onChange={(next) => {
						clear();
						setAbout(next);
					}}
				/>
				<SubmissionFailure title="Not changed" state={state} />
				<div className="flex justify-end gap-5">
					<Button variant="plain" disabled={busy} onClick={onClose}>
						Cancel
					</Button>
					<Button type="submit" variant="primary" disabled={busy}>
						{busy ? "Saving…" : "Save"}
					</Button>
				</div>
			</form>
		</Modal>
	);
}
