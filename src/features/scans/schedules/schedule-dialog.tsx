import { useState } from "react";
import type { Schedule } from "#contract/schedules.ts";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { changeSchedule, createSchedule } from "#src/lib/scans/schedules-api.ts";
import { useSignInAgain } from "#src/lib/session/use-sign-in-again.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { ScheduleForm } from "./schedule-form.tsx";
import { emptySchedule, valuesOf } from "./schedule-values.ts";

type Props = {
	/** The one to change; null makes another. */
	schedule: Schedule | null;
	onClose(): void;
};

const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Making or changing a schedule. What is typed stays until it is saved or given up. */
export function ScheduleDialog({ schedule, onClose }: Props) {
	const { scope } = useScope();
	const [before] = useState(() => (schedule ? valuesOf(schedule) : emptySchedule(ownZone())));
	const [values, setValues] = useState(before);
	const submission = useSubmission();
	const { withSession, dialog } = useSignInAgain();
	useBusyForm(values !== before);
	return (
		<>
			<Modal
				title={schedule ? "Change schedule" : "Schedule a scan"}
				{...(schedule && { subtitle: schedule.name })}
				busy={submission.state.status === "submitting"}
				onClose={onClose}
			>
				<ScheduleForm
					values={values}
					onChange={setValues}
					submission={submission}
					save={(request, key) =>
						withSession<unknown>(() =>
							schedule ? changeSchedule(schedule.id, request, scope) : createSchedule(request, scope, key),
						)
					}
					onClose={onClose}
				/>
			</Modal>
			{dialog}
		</>
	);
}
