import { useQueryClient } from "@tanstack/react-query";
import { counted } from "#contract/format/count.ts";
import type { FrameworkDetail, CatalogReport as Report } from "#contract/frameworks/frameworks.ts";
import type { ShippedId } from "#contract/frameworks/pack.ts";
import { refreshCompliance } from "#src/lib/compliance/compliance-keys.ts";
import { type CatalogFile, loadCatalog } from "#src/lib/compliance/frameworks-api.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { notify } from "#src/ui/toast/notify.ts";
import { CatalogReport } from "./catalog-report.tsx";

type Props = {
	framework: FrameworkDetail;
	id: ShippedId;
	file: CatalogFile;
	/** What the server found in it. */
	report: Report;
	onClose(): void;
};

/** Shows what a file has before it is loaded. */
export function LoadDialog({ framework, id, file, report, onClose }: Props) {
	const queries = useQueryClient();
	const { scope } = useScope();
	const { state, submit } = useSubmission();
	const busy = state.status === "submitting";
	const load = async () => {
		const done = await submit(async () => {
			const { taken } = await loadCatalog(id, file, scope);
			await refreshCompliance(queries);
			notify({
				title: "Official words loaded",
				text: `For ${counted(taken, "requirement or heading", "requirements and headings")}.`,
			}).catch(() => undefined);
		});
		if (done) onClose();
	};
	return (
		<Modal title="Load these words?" subtitle={framework.name} busy={busy} onClose={onClose}>
			<CatalogReport report={report} framework={framework} />
			{framework.catalog && (
				<p className="wrap-anywhere mt-3 text-15">
					They replace those of <bdi className="font-semibold">{framework.catalog.title}</bdi>.
				</p>
			)}
			<div className="mt-4 empty:hidden">
				<SubmissionFailure title="Nothing was loaded" state={state} />
			</div>
			<div className="mt-5 flex justify-end gap-5">
				<Button variant="plain" disabled={busy} onClick={onClose}>
					Cancel
				</Button>
				<Button variant="primary" disabled={busy} onClick={() => void load()}>
					{busy ? "Loading…" : "Load"}
				</Button>
			</div>
		</Modal>
	);
}
