import { useOnline } from "#src/lib/device/use-online.ts";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { FileLinks } from "./file-links.tsx";

type ExportFormat = "csv" | "json";

type Props = {
	title: string;
	/** What the file contains. */
	what: string;
	/** Its address on the server. */
	href(format: ExportFormat): string;
	/** Without an account: a sample file generated here and labeled as such. Null with an account. */
	sample: { name: string; text(format: ExportFormat): string } | null;
	onClose(): void;
};

const FORMATS = [
	{ format: "csv", label: "CSV, for spreadsheets", type: "text/csv" },
	{ format: "json", label: "JSON, for programs", type: "application/json" },
] as const;

const dataUrl = (text: string, type: string) => `data:${type};charset=utf-8,${encodeURIComponent(text)}`;

/** Downloads a list as a file. */
export function ExportDialog({ title, what, href, sample, onClose }: Props) {
	const online = useOnline();
	return (
		<Modal title={title} onClose={onClose}>
			<p className="text-15">{sample ? "These are samples, and the file says so in every line." : what}</p>
			{sample || online ? (
				<FileLinks
					files={FORMATS.map(({ format, label, type }) => ({
						label,
						href: sample ? dataUrl(sample.text(format), type) : href(format),
						download: sample ? `${sample.name}.${format}` : "",
					}))}
				/>
			) : (
				<p className="mt-4 text-15">The file comes from the server, and there is no connection right now.</p>
			)}
		</Modal>
	);
}
