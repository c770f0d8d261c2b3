import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { questionsOf } from "#contract/assessments/template.ts";
import { counted } from "#contract/format/count.ts";
import { complianceKeys } from "#src/lib/compliance/compliance-keys.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { LoadFileButton } from "#src/lib/forms/load-file-button.tsx";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { typeByEnding } from "#src/lib/forms/type-by-ending.ts";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { FailureBox } from "#src/ui/failure-box.tsx";
import { type LoadOutcome, loadTemplate } from "./templates-api.ts";

const ENDINGS = ["json", "xlsx"] as const;

/** Loads a template from a file, then shows the result, or everything that has to be changed in the file first. */
export function LoadTemplate() {
	const queries = useQueryClient();
	const { scope } = useScope();
	const online = useOnline();
	const { state, submit, clear } = useSubmission();
	const [outcome, setOutcome] = useState<LoadOutcome | null>(null);
	const busy = state.status === "submitting";
	const load = (file: File) => {
		const type = typeByEnding(file, ENDINGS);
		setOutcome(null);
		clear();
		if (type === null) {
			setOutcome({ ok: false, message: "That is not a JSON or XLSX file. Nothing was loaded.", faults: [] });
			return;
		}
		void submit(async () => {
			setOutcome(await loadTemplate({ file, type }, scope));
			void queries.invalidateQueries({ queryKey: complianceKeys.templates });
		});
	};
	return (
		<div className="mb-4 print:hidden">
			<div className="flex flex-wrap items-center gap-x-5 gap-y-2">
				<LoadFileButton
					label={busy ? "Loading…" : "Load a template"}
					endings={ENDINGS}
					disabled={!online || busy}
					onFile={load}
				/>
				<p className="text-13 text-quiet">
					{online ? "JSON or XLSX, as it was exported, up to 5 MB." : "Loading a file needs a connection."}
				</p>
			</div>
			<div className="mt-4 max-w-[46rem] empty:hidden">
				<SubmissionFailure title="Nothing was loaded" state={state} />
				{outcome && (outcome.ok ? <Loaded {...outcome} /> : <Refused {...outcome} />)}
			</div>
		</div>
	);
}

const Loaded = ({ template }: Extract<LoadOutcome, { ok: true }>) => (
	<p role="status" className="wrap-anywhere border-line-strong border-s-4 ps-4 text-15">
		<bdi className="font-semibold">{template.title}</bdi> is loaded as version {template.version.toLocaleString("en")},
		with {counted(questionsOf(template).length, "question")}. New assessments use it.
	</p>
);

const Refused = ({ message, faults }: Extract<LoadOutcome, { ok: false }>) => (
	<FailureBox title="Nothing was loaded">
		<p className="wrap-anywhere">{message}</p>
		{faults.length > 0 && (
			<ul aria-label="What has to be changed" className="mt-2">
				{faults.map(({ place, why }) => (
					<li key={`${place} ${why}`} className="wrap-anywhere border-line border-t py-1.5">
						<span className="font-semibold">{place}.</span> {why}
					</li>
				))}
			</ul>
		)}
	</FailureBox>
);
