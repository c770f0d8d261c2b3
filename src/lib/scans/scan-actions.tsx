import { useState } from "react";
import { scanName } from "#contract/kinds/kinds.ts";
import type { ScanSummary } from "#contract/scans/scans.ts";

import { useScope } from "#src/lib/workspace/use-scope.ts";
import { ConfirmDialog } from "#src/ui/dialogs/confirm-dialog.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { isActive } from "./scan-filter.ts";
import type { ScanActions as Actions } from "./use-scan-actions.ts";

type Props = {
	scan: ScanSummary;
	actions: Actions;
	/** Called after one of them is chosen. */
	onChosen?(): void;
};

/** What can be done with a scan. */
export function ScanActions({ scan, actions, onChosen }: Props) {
	const { can } = useScope();
	const [asking, setAsking] = useState(false);
	const name = `${scanName(scan.kind)} of ${scan.target}`;
	const busy = actions.doing(scan) !== null;
	const choose = (act: (scan: ScanSummary) => void) => () => {
		act(scan);
		onChosen?.();
	};
	if (isActive(scan)) {
		return !can("arrange") ? null : (
			<TextButton disabled={busy} aria-label={`Cancel ${name}`} onClick={choose(actions.cancel)}>
				Cancel
			</TextButton>
		);
	}
	return (
		<>
			{can("work") && (
				<TextButton disabled={busy} aria-label={`Run again ${name}`} onClick={choose(actions.repeat)}>
					Run again
				</TextButton>
			)}
			{can("arrange") && (
				<TextButton disabled={busy} aria-label={`Delete ${name}`} onClick={() => setAsking(true)}>
					Delete
				</TextButton>
			)}
			{asking && (
				<ConfirmDialog
					title="Delete this scan?"
					subtitle={name}
					labels={{ yes: "Delete", no: "Keep it" }}
					onYes={choose(actions.remove)}
					onClose={() => setAsking(false)}
				>
					Its findings, its report link and its files go with it. This cannot be undone.
				</ConfirmDialog>
			)}
		</>
	);
}
