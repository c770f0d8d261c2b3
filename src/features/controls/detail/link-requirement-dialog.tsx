import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type ControlDetail, servedBy } from "#contract/controls/controls.ts";
import { FRAMEWORK_IDS } from "#contract/frameworks/framework-ids.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import { refreshCompliance } from "#src/lib/compliance/compliance-keys.ts";
import { frameworkQuery, useFrameworks } from "#src/lib/compliance/frameworks-api.ts";
import { controlQuery, linkRequirement } from "#src/lib/controls/controls-api.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { CheckField } from "#src/ui/fields/check-field.tsx";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { SearchField } from "#src/ui/fields/search-field.tsx";

/** Nobody would read more; the search finds the others. */
const SHOWN = 20;

/** Links a control to requirements, or removes links. Each change applies at once. */
export function LinkRequirementDialog({ control, onClose }: { control: ControlDetail; onClose(): void }) {
	const queries = useQueryClient();
	const { scope } = useScope();
	const { ids, nameOf } = useFrameworks();
	const [framework, setFramework] = useState<FrameworkId>(servedBy(control)[0]?.framework ?? FRAMEWORK_IDS[0]);
	const [q, setQ] = useState("");
	const { state, submit } = useSubmission();
	const { data, isError } = useQuery(frameworkQuery(framework, scope));
	const linked = new Set(
		servedBy(control)
			.filter((one) => one.framework === framework)
			.map(({ requirementId }) => requirementId),
	);
	const wanted = q.trim().toLowerCase();
	const found = (data?.all ?? [])
		.filter(({ isHeading }) => !isHeading)
		.filter(({ id, title }) => `${id} ${title}`.toLowerCase().includes(wanted))
		.toSorted((a, b) => Number(linked.has(b.id)) - Number(linked.has(a.id)));
	const change = (requirementId: string, isLinked: boolean) =>
		submit(async () => {
			const body = { framework, requirementId, linked: isLinked };
			const detail = await linkRequirement(control.id, body, scope);
			queries.setQueryData(controlQuery(control.id, scope).queryKey, detail);
			void refreshCompliance(queries);
		});
	return (
		<Modal title="Requirements it serves" subtitle={control.title} onClose={onClose}>
			<div className="grid gap-4">
				<ChoiceField
					id="link-framework"
					label="Framework"
					options={ids.map((value) => ({ value, label: nameOf(value) }))}
					value={framework}
					onChange={({ target }) => {
						setFramework(target.value as FrameworkId);
						setQ("");
					}}
				/>
				<SearchField key={framework} id="link-q" label="Search" placeholder="ID or title" value={q} onSearch={setQ} />
				<SubmissionFailure title="Not changed" state={state} />
				<p role="status" className={data && found.length > 0 ? "sr-only" : "text-15 text-quiet"}>
					{data
						? found.length === 0
							? "Nothing was found."
							: `${found.length} found`
						: isError
							? "The requirements could not be loaded."
							: "Loading."}
				</p>
				<ul aria-label="Requirements">
					{found.slice(0, SHOWN).map(({ id, title }) => (
						<li key={id} className="border-line border-t">
							<CheckField
								id={`link-${id}`}
								checked={linked.has(id)}
								disabled={state.status === "submitting"}
								onChange={({ target }) => void change(id, target.checked)}
							>
								<span className="me-2 font-mono text-13">{id}</span>
								{title}
							</CheckField>
						</li>
					))}
				</ul>
				{found.length > SHOWN && <p className="text-13 text-quiet">There are more. Search to find them.</p>}
			</div>
		</Modal>
	);
}
