import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { EvidenceDetail } from "#contract/evidence/evidence.ts";
import { deleteEvidence, evidenceKeys, refreshEvidence } from "#src/lib/evidence/evidence-api.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { useGo } from "#src/lib/workspace/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { TextButton } from "#src/ui/text-button.tsx";

/** Deletes a piece of evidence after a confirmation. */
export function DeleteEvidence({ evidence: { id, title }, disabled }: { evidence: EvidenceDetail; disabled: boolean }) {
	const client = useQueryClient();
	const { scope } = useScope();
	const go = useGo();
	const [asking, setAsking] = useState(false);
	const { state, submit } = useSubmission();
	const busy = state.status === "submitting";
	const remove = () =>
		submit(async () => {
			await deleteEvidence(id, scope);
			go("/dashboard/evidence");
			client.removeQueries({ queryKey: evidenceKeys.detail(id) });
			await refreshEvidence(client);
		});
	return (
		<>
			<TextButton disabled={disabled} aria-haspopup="dialog" onClick={() => setAsking(true)}>
				Delete
			</TextButton>
			{asking && (
				<Modal title="Delete this evidence?" subtitle={title} busy={busy} onClose={() => setAsking(false)}>
					<p className="text-15">
						Its files and its custody list go with it, and it is taken off everything it is on. The audit log says who
						deleted it. This cannot be undone.
					</p>
					<div className="mt-4 empty:hidden">
						<SubmissionFailure title="Not deleted" state={state} />
					</div>
					<div className="mt-5 flex justify-end gap-5">
						<Button variant="plain" disabled={busy} onClick={() => setAsking(false)}>
							Keep it
						</Button>
						<Button variant="primary" disabled={busy} onClick={() => void remove()}>
							{busy ? "Deleting…" : "Delete"}
						</Button>
					</div>
				</Modal>
			)}
		</>
	);
}
