import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { counted } from "#contract/format/count.ts";
import { timeText } from "#contract/format/time.ts";
import type { CatalogLoaded, FrameworkDetail } from "#contract/frameworks/frameworks.ts";
import { refreshCompliance } from "#src/lib/compliance/compliance-keys.ts";
import { dropCatalog, loadCatalog } from "#src/lib/compliance/frameworks-api.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { LoadFileButton } from "#src/lib/forms/load-file-button.tsx";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { typeByEnding } from "#src/lib/forms/type-by-ending.ts";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Section } from "#src/ui/page/section.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { LoadedReport } from "./loaded-report.tsx";

const ENDINGS = ["json", "csv", "xlsx"] as const;

/** A framework's official text, loaded from a file that the workspace has the right to use, and shown beside ours. */
export function CatalogSection({ framework: { id, catalog, requirements, units } }: { framework: FrameworkDetail }) {
	const queries = useQueryClient();
	const { scope, can } = useScope();
	const online = useOnline();
	const { state, submit } = useSubmission();
	const [trouble, setTrouble] = useState("");
	const [loaded, setLoaded] = useState<CatalogLoaded | null>(null);
	const busy = state.status === "submitting";
	const load = (file: File) => {
		const type = typeByEnding(file, ENDINGS);
		setLoaded(null);
		if (type === null) return setTrouble("That is not a JSON, CSV or XLSX file. Nothing was loaded.");
		setTrouble("");
		void submit(async () => {
			setLoaded(await loadCatalog(id, { file, type }, scope));
			void refreshCompliance(queries);
		});
	};
	const drop = () =>
		submit(async () => {
			await dropCatalog(id, scope);
			setLoaded(null);
			void refreshCompliance(queries);
		});
	return (
		<Section id="official" heading="Official words">
			<p className="max-w-[62ch] text-15">
				The titles and sentences here are ours. If you have the right to use the official text, load it, and it stands
				beside ours. Only this workspace sees it.
			</p>
			{catalog && (
				<p className="wrap-anywhere mt-2 text-15 tabular-nums">
					<bdi className="font-semibold">{catalog.title}</bdi>
					{catalog.version && ` ${catalog.version}`}, loaded {timeText(catalog.loadedAt)}: words for{" "}
					{catalog.texts.toLocaleString("en")} of {requirements.toLocaleString("en")} {units}.
				</p>
			)}
			{can("manage") && (
				<div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2 print:hidden">
					<LoadFileButton
						label={busy ? "Loading…" : catalog ? "Load another file" : "Load a file"}
						endings={ENDINGS}
						disabled={!online || busy}
						onFile={load}
					/>
					{catalog && (
						<TextButton disabled={!online || busy} onClick={() => void drop()}>
							Take them out
						</TextButton>
					)}
					<p className="text-13 text-quiet">
						{online ? "OSCAL catalog (JSON), CSV or XLSX, up to 50 MB." : "Loading a file needs a connection."}
					</p>
				</div>
			)}
			<p role="alert" className="mt-2 font-medium text-15 text-high empty:hidden">
				{trouble}
			</p>
			<div className="mt-3 empty:hidden">
				<SubmissionFailure title="Nothing was loaded" state={state} />
			</div>
			{loaded && <LoadedReport loaded={loaded} of={counted(requirements, "requirement")} />}
		</Section>
	);
}
