import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { timeText } from "#contract/format/time.ts";
import { CATALOG_BYTES } from "#contract/frameworks/framework-operations.ts";
import type { CatalogReport, FrameworkDetail } from "#contract/frameworks/frameworks.ts";
import type { ShippedId } from "#contract/frameworks/pack.ts";
import { refreshCompliance } from "#src/lib/compliance/compliance-keys.ts";
import { type CatalogFile, dropCatalog, previewCatalog, restoreCatalog } from "#src/lib/compliance/frameworks-api.ts";
import { isOnline } from "#src/lib/device/online.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { troubleOf } from "#src/lib/forms/failure-text.ts";
import { LoadFileButton } from "#src/lib/forms/load-file-button.tsx";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { typeByEnding } from "#src/lib/forms/type-by-ending.ts";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Section } from "#src/ui/page/section.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { notify } from "#src/ui/toast/notify.ts";
import type { Toast } from "#src/ui/toast/toast.ts";
import { LoadDialog } from "./load-dialog.tsx";

const ENDINGS = ["json", "csv", "xlsx"] as const;

/** How long the way to put them back is shown, in milliseconds. */
const UNDO_MS = 10_000;

const tell = (toast: Toast) => void notify(toast).catch(() => undefined);

/** A framework's official text, loaded from a file that the workspace has the right to use, and shown beside ours. */
export function CatalogSection({ framework, id }: { framework: FrameworkDetail; id: ShippedId }) {
	const { catalog, all } = framework;
	const queries = useQueryClient();
	const { scope, can } = useScope();
	const online = useOnline();
	const { state, submit, clear } = useSubmission();
	const [trouble, setTrouble] = useState("");
	const [preview, setPreview] = useState<{ file: CatalogFile; report: CatalogReport } | null>(null);
	const busy = state.status === "submitting";
	const read = (file: File) => {
		const type = typeByEnding(file, ENDINGS);
		clear();
		if (type === null) return setTrouble("That is not a JSON, CSV or XLSX file. Nothing was loaded.");
		if (file.size > CATALOG_BYTES) return setTrouble("That file is larger than 50 MB. Nothing was loaded.");
		setTrouble("");
		void submit(async () => {
			setPreview({ file: { file, type }, report: await previewCatalog(id, { file, type }, scope) });
		});
	};
	const putBack = async () => {
		try {
			await restoreCatalog(id, scope);
			await refreshCompliance(queries);
			tell({ title: "Official words put back", text: "" });
		} catch (error) {
			tell({ title: "Not put back", text: troubleOf(error, isOnline()).message });
		}
	};
	const drop = () =>
		submit(async () => {
			await dropCatalog(id, scope);
			await refreshCompliance(queries);
			const action = { label: "Undo", run: () => void putBack() };
			tell({ title: "Official words taken out", text: catalog?.title ?? "", duration: UNDO_MS, action });
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
					{catalog.texts.toLocaleString("en")} of {all.length.toLocaleString("en")} requirements and headings.
				</p>
			)}
			{can("manage") && (
				<div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2 print:hidden">
					<LoadFileButton
						label={busy ? "Reading…" : catalog ? "Load another file" : "Load a file"}
						endings={ENDINGS}
						disabled={!online || busy}
						onFile={read}
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
			{preview && <LoadDialog framework={framework} id={id} {...preview} onClose={() => setPreview(null)} />}
		</Section>
	);
}
