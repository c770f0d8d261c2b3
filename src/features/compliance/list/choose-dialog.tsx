import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { counted } from "#contract/format/count.ts";
import type { FrameworkSummary } from "#contract/frameworks/frameworks.ts";
import { refreshCompliance } from "#src/lib/compliance/compliance-keys.ts";
import { chooseFramework } from "#src/lib/compliance/frameworks-api.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { useGo } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { notify } from "#src/ui/toast/notify.ts";
import { ScheduleStep } from "./schedule-step.tsx";

type Props = {
	framework: Pick<FrameworkSummary, "id" | "name" | "requirements" | "units">;
	/** Whether to choose it or drop it. */
	chosen: boolean;
	onClose(): void;
};

/** Explains the consequences before a framework is chosen or dropped. One that was chosen leads on: to its scans, then to its screen. */
export function ChooseDialog({ framework: { id, name, requirements, units }, chosen, onClose }: Props) {
	const queries = useQueryClient();
	const { scope } = useScope();
	const { state, submit } = useSubmission();
	const open = useGo();
	/** What choosing it has added; null until it is chosen. */
	const [told, setTold] = useState<string | null>(null);
	const busy = state.status === "submitting";
	const go = async () => {
		const done = await submit(async () => {
			const { added } = await chooseFramework(id, chosen, scope);
			await refreshCompliance(queries);
			if (chosen) {
				setTold(
					added > 0 ? `${counted(added, "control")} added, each with a test.` : "Your controls serve it already.",
				);
			} else notify({ title: `${name} given up`, text: "" }).catch(() => undefined);
		});
		if (done && !chosen) onClose();
	};
	const lead = () => {
		onClose();
		open(`/dashboard/compliance/${id}`);
	};
	if (told !== null) {
		return (
			<Modal key="schedule" title={`Schedule scans for ${name}`} subtitle={`${name} is chosen. ${told}`} onClose={lead}>
				<ScheduleStep onDone={lead} />
			</Modal>
		);
	}
	return (
		<Modal title={chosen ? `Choose ${name}?` : `Give up ${name}?`} busy={busy} onClose={onClose}>
			{chosen ? (
				<ul className="grid list-disc gap-1 ps-5 text-15">
					<li>
						Its {requirements.toLocaleString("en")} {units} are yours to decide about.
					</li>
					<li>It adds those of our controls that serve it and that you do not have yet, each with a test.</li>
					<li>What you decided before is still there.</li>
				</ul>
			) : (
				<p className="text-15">
					It leaves your list. Decisions, controls, tests and evidence stay, and come back with it if you choose it
					again.
				</p>
			)}
			<div className="mt-4 empty:hidden">
				<SubmissionFailure title={chosen ? "Not chosen" : "Not given up"} state={state} />
			</div>
			<div className="mt-5 flex justify-end gap-5">
				<Button variant="plain" disabled={busy} onClick={onClose}>
					Cancel
				</Button>
				<Button variant="primary" disabled={busy} onClick={() => void go()}>
					{busy ? "Saving…" : chosen ? "Choose it" : "Give it up"}
				</Button>
			</div>
		</Modal>
	);
}
