import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { counted } from "#contract/format/count.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { changeSchedule, schedulesQuery } from "#src/lib/scans/schedules-api.ts";
import type { WithSession } from "#src/lib/session/sign-in/use-sign-in-again.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { SavedLine } from "../saved-line.tsx";
import { Section } from "../section.tsx";
import { useSave } from "../use-save.ts";

/** The digest of scheduled scans, with one button that turns it off for all of them. */
export function ScheduleMailSection({ withSession }: { withSession: WithSession }) {
	const { scope } = useScope();
	const { data, isError } = useQuery(schedulesQuery(scope));
	const { state, saved, submitting, save } = useSave(withSession);
	const mailing = data?.schedules.filter(({ digest }) => digest) ?? [];
	const turnOff = () =>
		save(async () => {
			for (const { id } of mailing) await changeSchedule(id, { digest: false }, scope);
		});
	return (
		<Section id="schedule-mail" heading="Schedule emails">
			<p className="text-15 text-quiet">
				We send one email with what scheduled scans changed: new, worse, returned and fixed findings. If nothing
				changed, we send none. You can change this for each <Link to="/dashboard/scans?tab=scheduled">schedule</Link>.
			</p>
			{isError && !data && <p className="text-15">Your schedules could not be loaded.</p>}
			{data && (
				<p className="text-15">
					{mailing.length === 0
						? "None of your schedules emails you."
						: `${mailing.length.toLocaleString("en")} of ${counted(data.schedules.length, "schedule")} ${mailing.length === 1 ? "emails" : "email"} you what changed.`}
				</p>
			)}
			{mailing.length > 0 && (
				<div>
					<Button variant="secondary" disabled={submitting} onClick={() => void turnOff()}>
						{submitting ? "Switching off…" : "Switch off for all"}
					</Button>
				</div>
			)}
			<SubmissionFailure title="Not switched off" state={state} />
			<SavedLine>{saved && mailing.length === 0 && "Switched off."}</SavedLine>
		</Section>
	);
}
