import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { EvidenceDetail } from "#contract/evidence/evidence.ts";
import { deleteEvidence, evidenceKeys, refreshEvidence } from "#src/lib/evidence/evidence-api.ts";
import { DeleteDialog } from "#src/lib/forms/delete-dialog.tsx";
import { useGo } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { TextButton } from "#src/ui/text-button.tsx";

/** Kinds that a test run left behind. */
const RESTS = new Set<EvidenceDetail["kind"]>(["scan", "test-run"]);

/** Deletes a piece of evidence after a confirmation. */
export function DeleteEvidence({
	evidence: { id, title, kind },
	disabled,
}: {
	evidence: EvidenceDetail;
	disabled: boolean;
}) {
	const client = useQueryClient();
	const { scope } = useScope();
	const go = useGo();
	const [asking, setAsking] = useState(false);
	const remove = async () => {
		await deleteEvidence(id, scope);
		go("/dashboard/evidence");
		client.removeQueries({ queryKey: evidenceKeys.detail(id) });
		await refreshEvidence(client);
	};
	return (
		<>
			<TextButton disabled={disabled} aria-haspopup="dialog" onClick={() => setAsking(true)}>
				Delete
			</TextButton>
			{asking && (
				<DeleteDialog title="Delete this evidence?" subtitle={title} onDelete={remove} onClose={() => setAsking(false)}>
					Its files and its custody list go with it, and it is taken off everything it is on. The audit log says who
					deleted it. This cannot be undone.
					{RESTS.has(kind) && " Test runs that rest on it no longer count: their controls have to be tested again."}
				</DeleteDialog>
			)}
		</>
	);
}
