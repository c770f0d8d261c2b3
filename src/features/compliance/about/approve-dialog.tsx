import { useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { counted } from "#contract/format/count.ts";
import type { FrameworkDetail } from "#contract/frameworks/frameworks.ts";
import { isInStatement, isUnjustified } from "#contract/frameworks/statement.ts";
import { approveStatement, frameworkQuery } from "#src/lib/compliance/frameworks-api.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";

type Props = { framework: FrameworkDetail; version: number; onClose(): void };

/** Approves the statement as it is on screen. Refused if it has changed meanwhile. */
export function ApproveDialog({ framework: { id, name, all, statement }, version, onClose }: Props) {
	const queries = useQueryClient();
	const { scope } = useScope();
	const [note, setNote] = useState("");
	const { state, form, submit } = useSubmission();
	const busy = state.status === "submitting";
	const query = frameworkQuery(id, scope);
	const unjustified = all.filter((one) => isInStatement(one) && isUnjustified(one)).length;
	const onSubmit = async (event: SubmitEvent) => {
		event.preventDefault();
		const approved = await submit(async () => {
			const detail = await approveStatement(id, { version, basis: statement.basis, note: note.trim() }, scope);
			queries.setQueryData(query.queryKey, detail);
		});
		if (approved) onClose();
		// What is on screen is no longer what there is.
		else if (approved === false) void queries.invalidateQueries({ queryKey: query.queryKey });
	};
	return (
		<Modal title={`Approve version ${version}`} subtitle={name} busy={busy} onClose={onClose}>
			<form ref={form} onSubmit={onSubmit} className="grid gap-4">
				<p className="text-15">
					You approve what applies, why, and with which controls. The statement names you and today’s date, and says
					what changes after that. An approval cannot be taken back.
				</p>
				{unjustified > 0 && (
					<p className="border-line-strong border-s-4 ps-3 text-15">
						{counted(unjustified, "requirement")} {unjustified === 1 ? "applies" : "apply"} without a reason, and the
						statement says so.
					</p>
				)}
				<FormField
					id="approval-note"
					name="note"
					label="Note (optional)"
					maxLength={500}
					autoComplete="off"
					value={note}
					onChange={({ target }) => setNote(target.value)}
				/>
				<SubmissionFailure title="Not approved" state={state} />
				<Button type="submit" variant="primary" disabled={busy}>
					{busy ? "Approving…" : `Approve version ${version}`}
				</Button>
			</form>
		</Modal>
	);
}
