import { useEffect, useRef, useState } from "react";
import type { Tracker, TrackerChecked } from "#contract/tickets/trackers.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import type { WithSession } from "#src/lib/session/sign-in/use-sign-in-again.tsx";
import { problemText } from "#src/lib/tickets/ticket-text.ts";
import type { WorkScope } from "#src/lib/workspace/scope.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { useSave } from "../use-save.ts";
import { checkTracker } from "./trackers-api.ts";

type Props = { tracker: Tracker; scope: WorkScope; withSession: WithSession; onClose(): void };

const GOOD: Readonly<Record<Tracker["system"], string>> = {
	github: "We can read its issues. Whether the token may also write shows with the first ticket.",
	gitlab: "The token can create issues.",
	jira: "The token can create, comment on and move issues.",
};

/** Asks a tracker whether its project can be reached, and says what is wrong. */
export function CheckDialog({ tracker, scope, withSession, onClose }: Props) {
	const { state, form, submitting, save } = useSave(withSession);
	const [checked, setChecked] = useState<TrackerChecked | null>(null);
	const check = () => {
		setChecked(null);
		return save(async () => setChecked(await checkTracker(scope, tracker.id)));
	};
	const begun = useRef(false);
	useEffect(() => {
		if (begun.current) return;
		begun.current = true;
		void check();
	});
	return (
		<Modal
			title="Check the tracker"
			subtitle={`${tracker.name} · ${tracker.project}`}
			busy={submitting}
			onClose={onClose}
		>
			<form
				ref={form}
				aria-label="Check the tracker"
				onSubmit={(event) => {
					event.preventDefault();
					void check();
				}}
				className="grid gap-5"
			>
				<div role="status" className="grid min-h-12 gap-2 text-15">
					{submitting && <p>Asking the tracker…</p>}
					{checked?.problem === null && (
						<p>
							<b className="font-semibold">The project can be reached.</b> {GOOD[tracker.system]}
						</p>
					)}
					{checked && checked.problem !== null && (
						<p>
							<b className="font-semibold">Not ready.</b> {problemText(checked.problem, checked.code)}
						</p>
					)}
					{checked && checked.detail !== "" && <p className="wrap-anywhere text-13 text-quiet">{checked.detail}</p>}
				</div>
				<SubmissionFailure title="The tracker was not checked" state={state} />
				<div className="flex flex-wrap justify-end gap-x-5 gap-y-2">
					<Button variant="plain" disabled={submitting} onClick={onClose}>
						Close
					</Button>
					<Button variant="primary" type="submit" disabled={submitting}>
						{submitting ? "Checking" : "Check again"}
					</Button>
				</div>
			</form>
		</Modal>
	);
}
