import { useState } from "react";
import type { ScanSummary } from "#contract/scans.ts";
import { KIND_NAMES } from "#src/content/scan-kinds.ts";
import { isActive } from "#src/lib/scan-filter.ts";
import { Button } from "./button.tsx";
import { Modal } from "./modal.tsx";
import type { ScanActions as Actions } from "./use-scan-actions.ts";

const SMALL =
	"min-h-11 cursor-pointer text-15 text-accent underline underline-offset-4 disabled:cursor-default disabled:text-quiet disabled:no-underline";

type Props = { scan: ScanSummary; actions: Actions };

/** What can be done with a scan. */
export function ScanActions({ scan, actions }: Props) {
	const [asking, setAsking] = useState(false);
	const name = `${KIND_NAMES[scan.kind]} of ${scan.target}`;
	const busy = actions.doing(scan);
	if (isActive(scan)) {
		return (
			<button
				type="button"
				className={SMALL}
				disabled={busy !== null}
				aria-label={`Cancel ${name}`}
				onClick={() => actions.cancel(scan)}
			>
				Cancel
			</button>
		);
	}
	return (
		<>
			<button
				type="button"
				className={SMALL}
				disabled={busy !== null}
				aria-label={`Run again ${name}`}
				onClick={() => actions.repeat(scan)}
			>
				Run again
			</button>
			<button
				type="button"
				className={SMALL}
				disabled={busy !== null}
				aria-label={`Delete ${name}`}
				onClick={() => setAsking(true)}
			>
				Delete
			</button>
			{asking && (
				<Modal title="Delete this scan?" subtitle={name} onClose={() => setAsking(false)}>
					<p className="text-15">Its findings, its report link and its files go with it. This cannot be taken back.</p>
					<div className="mt-5 flex justify-end gap-5">
						<Button variant="plain" onClick={() => setAsking(false)}>
							Keep it
						</Button>
						<Button
							variant="primary"
							onClick={() => {
								setAsking(false);
								actions.remove(scan);
							}}
						>
							Delete
						</Button>
					</div>
				</Modal>
			)}
		</>
	);
}
