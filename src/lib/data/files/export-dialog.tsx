import { useOnline } from "#src/lib/device/use-online.ts";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { FileLinks } from "./file-links.tsx";

type ExportFormat = "csv" | "json";

/** Where a file comes from: its address on the server, or this device, which makes it of what is on screen. */
type ExportSource =
	| { at: "server"; href(format: ExportFormat): string }
	| { at: "device"; name: string; text(format: ExportFormat): string };

type Props = {
	title: string;
	/** What the file contains. */
	what: string;
	from: ExportSource;
	onClose(): void;
};

const FORMATS = [
	{ format: "csv", label: "CSV, for spreadsheets", type: "text/csv" },
	{ format: "json", label: "JSON, for programs", type: "application/json" },
] as const;

const dataUrl = (text: string, type: string) => `data:${type};charset=utf-8,${encodeURIComponent(text)}`;

/** Downloads a list as a file. */
export function ExportDialog({ title, what, from, onClose }: Props) {
	const online = useOnline();
	return (
		<Modal title={title} onClose={onClose}>
			<p className="text-15">{what}</p>
			{from.at === "device" || online ? (
				<FileLinks
					files={FORMATS.map(({ format, label, type }) =>
						from.at === "device"
							? { label, href: dataUrl(from.text(format), type), download: `${from.name}.${format}` }
							: { label, href: from.href(format), download: "" },
					)}
				/>
			) : (
				<p className="mt-4 text-15">The file comes from the server, and there is no connection right now.</p>
			)}
		</Modal>
	);
}
