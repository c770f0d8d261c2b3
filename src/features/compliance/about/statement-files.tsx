import { STATEMENT_FORMATS } from "#contract/frameworks/frameworks.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import { statementUrl } from "#src/lib/compliance/frameworks-api.ts";
import { FileLinks } from "#src/lib/data/files/file-links.tsx";
import { useOnline } from "#src/lib/device/use-online.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";

const FORMAT_LABELS = { pdf: "PDF, to hand over", csv: "CSV, for spreadsheets", xlsx: "XLSX, for Excel" } as const;

/** The statement of applicability as files. */
export function StatementFiles({ framework }: { framework: FrameworkId }) {
	const { scope } = useScope();
	const online = useOnline();
	if (!online) {
		return <p className="mt-3 text-15 text-quiet">The files come from the server. They need a connection.</p>;
	}
	return (
		<FileLinks
			files={STATEMENT_FORMATS.map((format) => ({
				label: FORMAT_LABELS[format],
				href: statementUrl(framework, format, scope),
				download: "",
			}))}
		/>
	);
}
