import { useQueryClient } from "@tanstack/react-query";
import { formatsOf, type ReportSummary } from "#contract/reports/reports.ts";
import { FileLinks } from "#src/lib/data/files/file-links.tsx";
import { useOnline } from "#src/lib/device/use-online.ts";
import { fileUrl, refreshReports } from "#src/lib/reports/reports-api.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { FORMAT_LABELS } from "./report-labels.ts";

type Props = { report: ReportSummary; onClose(): void };

/** The files of a report. */
export function DownloadDialog({ report, onClose }: Props) {
	const client = useQueryClient();
	const { scope } = useScope();
	const online = useOnline();
	const close = () => {
		onClose();
		// Each download has been counted.
		void refreshReports(client);
	};
	return (
		<Modal title="Download report" subtitle={report.name} onClose={close}>
			{online ? (
				<FileLinks
					files={formatsOf(report.template).map((format) => ({
						label: FORMAT_LABELS[format],
						href: fileUrl(report.id, format, scope),
						// The page opens in the browser, everything else is saved.
						download: format === "html" ? null : "",
					}))}
				/>
			) : (
				<p className="text-15">You are offline. Files can be downloaded when you are back online.</p>
			)}
		</Modal>
	);
}
