import { useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { counted } from "#contract/format/count.ts";
import { type OwnFrameworkAbout, type OwnFrameworkReport, shippedInFile } from "#contract/frameworks/own-frameworks.ts";
import { refreshCompliance } from "#src/lib/compliance/compliance-keys.ts";
import { type CatalogFile, useFrameworks } from "#src/lib/compliance/frameworks-api.ts";
import { addOwnFramework, previewOwnFramework } from "#src/lib/compliance/own-frameworks-api.ts";
import { ApiFailure } from "#src/lib/data/api-failure.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { LoadFileButton } from "#src/lib/forms/load-file-button.tsx";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { Link, useGo } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { notify } from "#src/ui/toast/notify.ts";
import { AboutFields } from "./about-fields.tsx";
import { catalogFile, ENDINGS } from "./catalog-file.ts";
import { OwnReport } from "./own-report.tsx";

type Preview = { name: string; file: CatalogFile; report: OwnFrameworkReport };

/** What a file says of itself, or else its name, to start with. */
const aboutOf = ({ title, version, publisher }: OwnFrameworkReport, fileName: string): OwnFrameworkAbout => ({
	name: (title || fileName.replace(/\.[^.]+$/, "")).slice(0, 60),
	version: version.slice(0, 60),
	publisher: publisher.slice(0, 80),
	kind: "standard",
});

/** Adds a framework for which we have no pack: from a file, which is shown before anything is stored. */
export function AddDialog({ onClose }: { onClose(): void }) {
	const queries = useQueryClient();
	const { scope } = useScope();
	const online = useOnline();
	const go = useGo();
	const { nameOf } = useFrameworks();
	const { state, form, submit, clear } = useSubmission();
	const [trouble, setTrouble] = useState("");
	/** One of ours that the last file was. */
	const [ours, setOurs] = useState<ReturnType<typeof shippedInFile.parse>["framework"] | null>(null);
	const [preview, setPreview] = useState<Preview | null>(null);
	const [about, setAbout] = useState<OwnFrameworkAbout>({ name: "", version: "", publisher: "", kind: "standard" });
	const busy = state.status === "submitting";
	const read = (picked: File) => {
		clear();
		setOurs(null);
		const file = catalogFile(picked);
		if ("trouble" in file) return setTrouble(file.trouble);
		setTrouble("");
		void submit(async () => {
			try {
				const report = await previewOwnFramework(file, scope);
				setPreview({ name: picked.name, file, report });
				setAbout(aboutOf(report, picked.name));
			} catch (error) {
				setPreview(null);
				const named = shippedInFile.safeParse(error instanceof ApiFailure ? error.details : undefined);
				if (named.success) setOurs(named.data.framework);
				throw error;
			}
		});
	};
	const add = async (event: SubmitEvent) => {
		event.preventDefault();
		if (!preview) return;
		await submit(async () => {
			const { id, requirements } = await addOwnFramework(preview.file, about, scope);
			await refreshCompliance(queries);
			notify({ title: `${about.name} added`, text: `It has ${counted(requirements, "requirement")}.` }).catch(
				() => undefined,
			);
			onClose();
			go(`/dashboard/compliance/${id}`);
		});
	};
	return (
		<Modal title="Add a framework" {...(preview && { subtitle: preview.name })} busy={busy} onClose={onClose}>
			<form ref={form} onSubmit={(event) => void add(event)} className="grid gap-4">
				{preview ? (
					<>
						<OwnReport report={preview.report} />
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
					<div className="max-w-[62ch] text-15">
						<p>
							For a framework that is not in the list, such as a regulator’s or your group’s own. You see what is in the
							file before anything is added. All clients of this workspace share it.
						</p>
						<p className="mt-2">
							In a table, head the columns ID, Title and Text. Group, Parent and Controls are read, too: Controls has
							codes of controls, such as VM‑01.
						</p>
					</div>
				)}
				<p role="alert" className="font-medium text-15 text-high empty:hidden">
					{trouble}
				</p>
				<SubmissionFailure title={preview ? "Not added" : "This file was not taken"} state={state} />
				{ours !== null && (
					<p className="text-15">
						<Link
							to={`/dashboard/compliance/${ours}?tab=about`}
							className="inline-flex min-h-11 items-center"
							onClick={onClose}
						>
							Load its official words into {nameOf(ours)}
						</Link>
					</p>
				)}
				<div className="flex flex-wrap items-center gap-x-5 gap-y-2">
					<LoadFileButton
						label={busy && !preview ? "Reading…" : preview ? "Take another file" : "Choose a file"}
						endings={ENDINGS}
						// Not while it works: it would lose the focus, and one attempt runs at a time.
						disabled={!online}
						onFile={read}
					/>
					<p className="text-13 text-quiet">
						{online ? "OSCAL catalog (JSON), CSV or XLSX, up to 50 MB." : "Reading a file needs a connection."}
					</p>
				</div>
				<div className="flex justify-end gap-5">
					<Button variant="plain" disabled={busy} onClick={onClose}>
						Cancel
					</Button>
					{preview && (
						<Button type="submit" variant="primary" disabled={!online || busy}>
							{busy ? "Adding…" : "Add it"}
						</Button>
					)}
				</div>
			</form>
		</Modal>
	);
}
