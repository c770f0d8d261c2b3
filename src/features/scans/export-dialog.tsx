import { SCAN_CSV_HEAD, scanCsvLine } from "#contract/scan-csv.ts";
import type { ScanFilter } from "#contract/scan-query.ts";
import type { ScanSummary } from "#contract/scans.ts";
import { exportUrl } from "#src/lib/scans-api.ts";
import { Modal } from "#src/ui/modal.tsx";
import { useOnline } from "#src/ui/use-online.ts";

type Props = {
	/** The tab's: its filter with its phase. */
	filter: ScanFilter;
	/** Where nobody is known: the samples that pass it; null with an account. */
	samples: readonly ScanSummary[] | null;
	onClose(): void;
};

const FORMATS = [
	{ format: "csv", word: "CSV, for spreadsheets", type: "text/csv" },
	{ format: "json", word: "JSON, for programs", type: "application/json" },
] as const;

/** A file made here, of samples, that says so. */
function sampleFile(scans: readonly ScanSummary[], format: "csv" | "json"): string {
	if (format === "json") {
		return JSON.stringify(
			scans.map((scan) => ({ sample: true, ...scan })),
			null,
			"\t",
		);
	}
	return `sample,${SCAN_CSV_HEAD}${scans.map((scan) => `true,${scanCsvLine(scan)}`).join("")}`;
}

const dataUrl = (text: string, type: string) => `data:${type};charset=utf-8,${encodeURIComponent(text)}`;

/** The list as a file. */
export function ExportDialog({ filter, samples, onClose }: Props) {
	const online = useOnline();
	return (
		<Modal title="Export scans" onClose={onClose}>
			<p className="text-15">
				{samples
					? "These are samples, and the file says so in every line."
					: "All scans of this tab that pass the filter, also those that are not loaded yet."}
			</p>
			{samples || online ? (
				<ul className="mt-4 grid gap-3">
					{FORMATS.map(({ format, word, type }) => (
						<li key={format}>
							<a
								href={samples ? dataUrl(sampleFile(samples, format), type) : exportUrl(filter, format)}
								download={samples ? `scans-sample.${format}` : ""}
								className="inline-flex min-h-12 w-full items-center justify-center rounded-control border border-line-strong px-4 font-semibold text-17 text-ink no-underline hover:border-ink"
							>
								{word}
							</a>
						</li>
					))}
				</ul>
			) : (
				<p className="mt-4 text-15">The file comes from the server, and there is no connection now.</p>
			)}
		</Modal>
	);
}
