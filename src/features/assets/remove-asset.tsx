import { useState } from "react";
import type { Asset } from "#contract/assets.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { removeAsset } from "./assets-api.ts";

/** Removes a host after a confirmation. */
export function RemoveAsset({ host, claim }: Pick<Asset, "host" | "claim">) {
	const { scope, can } = useScope();
	const [asking, setAsking] = useState(false);
	const { state, submit } = useSubmission();
	const busy = state.status === "submitting";
	if (!can("arrange")) return null;
	return (
		<>
			<Button variant="plain" aria-haspopup="dialog" aria-label={`Remove ${host}`} onClick={() => setAsking(true)}>
				Remove
			</Button>
			{asking && (
				<Modal title="Remove this host?" subtitle={host} busy={busy} onClose={() => setAsking(false)}>
					<p className="text-15">
						{claim ? "Its proof of ownership, its" : "Its"} client, its vulnerabilities and the decisions about them go
						with it. Its scans stay. This cannot be undone.
					</p>
					<div className="mt-4 empty:hidden">
						<SubmissionFailure title="Not removed" state={state} />
					</div>
					<div className="mt-5 flex justify-end gap-5">
						<Button variant="plain" disabled={busy} onClick={() => setAsking(false)}>
							Keep it
						</Button>
						<Button variant="primary" disabled={busy} onClick={() => void submit(() => removeAsset(host, scope))}>
							{busy ? "Removing…" : "Remove"}
						</Button>
					</div>
				</Modal>
			)}
		</>
	);
}
