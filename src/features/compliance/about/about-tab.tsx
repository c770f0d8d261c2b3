import { useState } from "react";
import { type FrameworkDetail, STATEMENT_FORMATS } from "#contract/frameworks/frameworks.ts";
import { statementUrl } from "#src/lib/compliance/frameworks-api.ts";
import { FileLinks } from "#src/lib/data/files/file-links.tsx";
import { useOnline } from "#src/lib/device/use-online.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Section } from "#src/ui/page/section.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { ChooseDialog } from "../list/choose-dialog.tsx";
import { PackFacts } from "../list/pack-facts.tsx";
import { CatalogSection } from "./catalog-section.tsx";

const FORMAT_LABELS = { pdf: "PDF, to hand over", csv: "CSV, for spreadsheets", xlsx: "XLSX, for Excel" } as const;

/** A framework's files, its official text, and what the pack is. */
export function AboutTab({ framework }: { framework: FrameworkDetail }) {
	const { scope, can } = useScope();
	const online = useOnline();
	const [givingUp, setGivingUp] = useState(false);
	const { id, chosenAt } = framework;
	return (
		<div className="max-w-[46rem]">
			<Section id="statement" heading="Statement of applicability">
				<p className="max-w-[62ch] text-15">
					All requirements with what you decided and why, and the controls that serve them.
				</p>
				{online ? (
					<FileLinks
						files={STATEMENT_FORMATS.map((format) => ({
							label: FORMAT_LABELS[format],
							href: statementUrl(id, format, scope),
							download: "",
						}))}
					/>
				) : (
					<p className="mt-3 text-15 text-quiet">The files come from the server. They need a connection.</p>
				)}
			</Section>
			<CatalogSection framework={framework} />
			<Section id="pack" heading="About this pack">
				<PackFacts framework={framework} />
			</Section>
			{chosenAt !== null && can("arrange") && (
				<p className="mt-8 print:hidden">
					<TextButton aria-haspopup="dialog" disabled={!online} onClick={() => setGivingUp(true)}>
						Give it up…
					</TextButton>
				</p>
			)}
			{givingUp && <ChooseDialog framework={framework} chosen={false} onClose={() => setGivingUp(false)} />}
		</div>
	);
}
