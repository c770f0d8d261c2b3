import { useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { counted } from "#contract/format/count.ts";
import type { OwnFrameworkChange } from "#contract/frameworks/own-frameworks.ts";
import { refreshCompliance } from "#src/lib/compliance/compliance-keys.ts";
import type { CatalogFile } from "#src/lib/compliance/frameworks-api.ts";
import { previewOwnFrameworkFile, replaceOwnFrameworkFile } from "#src/lib/compliance/own-frameworks-api.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { LoadFileButton } from "#src/lib/forms/load-file-button.tsx";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { notify } from "#src/ui/toast/notify.ts";
import { FilePart } from "../not-taken.tsx";
import { AboutFields } from "./about-fields.tsx";
import { catalogFile, ENDINGS } from "./catalog-file.ts";
import { aboutOf, type OwnDialogProps } from "./own-dialog.ts";
import { OwnReport } from "./own-report.tsx";

/** What goes with the requirements that a new version does not have. */
function Gone({ change: { added, gone, goneCount } }: { change: OwnFrameworkChange }) {
	const said = [
		...(added > 0 ? [`${counted(added, "requirement is", "requirements are")} new.`] : []),
		...(goneCount > 0
			? [
					`${counted(goneCount, "requirement is", "requirements are")} no longer in it, and what was decided about ${goneCount === 1 ? "it" : "them"} is no longer shown.`,
				]
			: []),
	];
	const lost = gone.filter(({ decisions, controls }) => decisions + controls > 0);
	return (
		<div className="border-line-strong border-s-4 ps-3 text-15">
			<p className="tabular-nums">{said.join(" ") || "It has the same requirements."}</p>
			{lost.length > 0 && (
				<FilePart summary={`No longer in it, with decisions or controls: ${lost.length}`}>
					<ul>
						{lost.map(({ id, title, decisions, controls }) => (
							<li key={id} className="wrap-anywhere border-line border-t py-1.5">
								<span className="font-mono text-13">{id}</span> <bdi>{title}</bdi>{" "}
								<span className="text-13 text-quiet tabular-nums">
									{counted(decisions, "decision")}, {counted(controls, "control")}
								</span>
							</li>
						))}
					</ul>
				</FilePart>
			)}
		</div>
	);
}

/** Reads a framework that the workspace added from another file, after showing what changes. */
export function NewVersionDialog({ framework, id, onClose }: OwnDialogProps) {
	const queries = useQueryClient();
	const { scope } = useScope();
	const online = useOnline();
	const { state, form, submit, clear } = useSubmission();
	const [trouble, setTrouble] = useState("");
	const [preview, setPreview] = useState<{ file: CatalogFile; change: OwnFrameworkChange } | null>(null);
	const [about, setAbout] = useState(aboutOf(framework));
	const busy = state.status === "submitting";
	const read = (picked: File) => {
		clear();
		const file = catalogFile(picked);
		if ("trouble" in file) return setTrouble(file.trouble);
		setTrouble("");
		setPreview(null);
		void submit(async () => {
			const change = await previewOwnFrameworkFile(id, file, scope);
			setPreview({ file, change });
			if (change.version !== "") setAbout((now) => ({ ...now, version: change.version.slice(0, 60) }));
		});
	};
	const load = async (event: SubmitEvent) => {
		event.preventDefault();
		if (!preview) return;
		const done = await submit(async () => {
			await replaceOwnFrameworkFile(id, { file: preview.file, about }, scope);
			await refreshCompliance(queries);
			notify({ title: "New version loaded", text: about.name }).catch(() => undefined);
		});
		if (done) onClose();
	};
	return (
		<Modal title="Load a new version" subtitle={framework.name} busy={busy} onClose={onClose}>
			<form ref={form} onSubmit={(event) => void load(event)} className="grid gap-4">
				{preview ? (
					<>
						<Gone change={preview.change} />
						<OwnReport report={preview.change} />
						<AboutFields
							about={about}
							errors={state.status === "failed" ? state.fields : {}}
							onChange={(next) => {
								clear();
								setAbout(next);
							}}
						/>
					</>
				) : (
					<p className="max-w-[62ch] text-15">You see what changes before anything is stored.</p>
				)}
				<p role="alert" className="font-medium text-15 text-high empty:hidden">
					{trouble}
				</p>
				<SubmissionFailure title={preview ? "Not changed" : "This file was not taken"} state={state} />
				<div className="flex flex-wrap items-center gap-x-5 gap-y-2">
					<LoadFileButton
						label={busy && !preview ? "Reading…" : preview ? "Take another file" : "Choose a file"}
						endings={ENDINGS}
						// Not while it works: it would lose the focus, and one attempt runs at a time.
						disabled={!online}
						onFile={read}
					/>
					<p className="text-13 text-quiet">OSCAL catalog (JSON), CSV or XLSX, up to 50 MB.</p>
				</div>
				<div className="flex justify-end gap-5">
					<Button variant="plain" disabled={busy} onClick={onClose}>
						Cancel
					</Button>
					{preview && (
						<Button type="submit" variant="primary" disabled={!online || busy}>
							{busy ? "Loading…" : "Load it"}
						</Button>
					)}
				</div>
			</form>
		</Modal>
	);
}
