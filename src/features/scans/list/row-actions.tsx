import { useState } from "react";
import { scanName } from "#contract/kinds/kinds.ts";
import type { ScanSummary } from "#contract/scans/scans.ts";
import { ScanActions } from "#src/lib/scans/scan-actions.tsx";
import { isActive } from "#src/lib/scans/scan-filter.ts";
import type { ScanActions as Actions } from "#src/lib/scans/use-scan-actions.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { Icon } from "#src/ui/icon.tsx";

type Props = { scan: ScanSummary; actions: Actions };

/** What can be done with a scan: shown in its row, or on a phone in a sheet that the row's button opens. */
export function RowActions({ scan, actions }: Props) {
	const { can } = useScope();
	const [open, setOpen] = useState(false);
	const name = `${scanName(scan.kind)} of ${scan.target}`;
	const close = () => setOpen(false);
	if (!can(isActive(scan) ? "arrange" : "work")) return null;
	return (
		<>
			<div className="hidden gap-x-4 min-[80rem]:flex pointer-fine:[&_button]:min-h-9">
				<ScanActions scan={scan} actions={actions} />
			</div>
			<button
				type="button"
				aria-haspopup="dialog"
				aria-label={`Actions for ${name}`}
				onClick={() => setOpen(true)}
				className="-me-[12px] grid size-[44px] flex-none cursor-pointer place-items-center rounded-control min-[80rem]:hidden"
			>
				<Icon name="more" />
			</button>
			{open && (
				<Modal title={scanName(scan.kind)} subtitle={scan.target} onClose={close}>
					<div className="grid justify-items-start [&_button]:min-h-12">
						<ScanActions scan={scan} actions={actions} onChosen={close} />
					</div>
				</Modal>
			)}
		</>
	);
}
