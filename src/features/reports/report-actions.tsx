import { useState } from "react";
import type { ReportSummary } from "#contract/reports/reports.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { ConfirmDialog } from "#src/ui/dialogs/confirm-dialog.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { DownloadDialog } from "./download-dialog.tsx";
import { SharesPanel } from "./shares-panel.tsx";
import type { ReportActions as Actions } from "./use-report-actions.ts";

type Props = {
	report: ReportSummary;
	actions: Actions;
	/** The report is already on the screen, so no link leads to it. */
	here?: boolean;
};

type Dialog = "download" | "share" | "delete";

/** What can be done with a report. */
export function ReportActions({ report, actions, here = false }: Props) {
	const { can } = useScope();
	const [dialog, setDialog] = useState<Dialog | null>(null);
	const close = () => setDialog(null);
	const { name, status } = report;
	const open = (which: Dialog, word: string) => (
		<TextButton aria-label={`${word} ${name}`} aria-haspopup="dialog" onClick={() => setDialog(which)}>
			{word}
		</TextButton>
	);
	return (
		<>
			{!here && (
				<Link
					to={`/dashboard/reports/${report.id}`}
					aria-label={`View ${name}`}
					className="inline-flex min-h-11 items-center text-15"
				>
					View
				</Link>
			)}
			{status === "completed" && open("download", "Download")}
			{status === "completed" && can("arrange") && open("share", "Share")}
			{status === "failed" && can("work") && (
				<TextButton
					disabled={actions.isBusy(report)}
					aria-label={`Try again ${name}`}
					onClick={() => void actions.retry(report)}
				>
					Try again
				</TextButton>
			)}
			{can("arrange") && (
				<TextButton
					disabled={actions.isBusy(report)}
					aria-label={`Delete ${name}`}
					aria-haspopup="dialog"
					onClick={() => setDialog("delete")}
				>
					Delete
				</TextButton>
			)}
			{dialog === "download" && <DownloadDialog report={report} onClose={close} />}
			{dialog === "share" && (
				<Modal title="Share report" subtitle={name} onClose={close}>
					<SharesPanel reportId={report.id} />
				</Modal>
			)}
			{dialog === "delete" && (
				<ConfirmDialog
					title="Delete this report?"
					subtitle={name}
					labels={{ yes: "Delete", no: "Keep it" }}
					onYes={() => void actions.remove(report)}
					onClose={close}
				>
					This also deletes its files and its shared links. The scans and findings it was made from stay. This cannot be
					undone.
				</ConfirmDialog>
			)}
		</>
	);
}
