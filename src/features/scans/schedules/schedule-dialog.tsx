import { useState } from "react";
import type { Schedule } from "#contract/scans/schedules.ts";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { changeSchedule, createSchedule } from "#src/lib/scans/schedules-api.ts";
import { useSignInAgain } from "#src/lib/session/sign-in/use-sign-in-again.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { targetIn } from "../launch/launch-forms.ts";
import { usePickClient } from "../use-pick-client.ts";
import { ScheduleForm } from "./schedule-form.tsx";
import { emptySchedule, valuesOf } from "./schedule-values.ts";

type Props = {
	/** The schedule to change; null makes a new one. */
	schedule: Schedule | null;
	onClose(): void;
};

const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Makes or changes a schedule. What is typed stays until it is saved or discarded. */
export function ScheduleDialog({ schedule, onClose }: Props) {
	const pick = usePickClient();
	const [chosen, setChosen] = useState("");
	const [before] = useState(() => (schedule ? valuesOf(schedule) : emptySchedule(ownZone())));
	const [values, setValues] = useState(before);
	const submission = useSubmission();
	const { withSession, dialog } = useSignInAgain();
	useBusyForm(values !== before);
	const whose = pick(chosen, targetIn(values.kind, values.scan));
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
							schedule
								? changeSchedule(schedule.id, request, whose.scope)
								: createSchedule(request, { ...whose.scope, client: whose.client?.id ?? whose.scope.client }, key),
						)
					}
					whose={schedule ? null : { client: whose.client, choose: setChosen }}
					onClose={onClose}
				/>
			</Modal>
			{dialog}
		</>
	);
}
