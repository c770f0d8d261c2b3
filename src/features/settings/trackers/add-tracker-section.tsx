import { useState } from "react";
import {
	SYSTEM_LABELS,
	TRACKER_SYSTEMS,
	TRACKERS_LIMIT,
	type Tracker,
	type TrackerSystem,
	trackerSystem,
} from "#contract/tickets/trackers.ts";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { useChange } from "../room/use-change.ts";
import type { Here } from "../room/workspace-part.tsx";
import { SaveForm } from "../save-form.tsx";
import { Section } from "../section.tsx";
import { useSave } from "../use-save.ts";
import { CheckDialog } from "./check-dialog.tsx";
import { readNewTracker } from "./read-tracker-form.ts";
import { TrackerFields } from "./tracker-fields.tsx";
import { addTracker } from "./trackers-api.ts";

/** Connects a tracker, and checks it at once. */
export function AddTrackerSection({ workspace, scope, withSession }: Here) {
	const saving = useSave(useChange(withSession));
	const { submitting, errors, save } = saving;
	const [system, setSystem] = useState<TrackerSystem>("github");
	const [round, setRound] = useState(0);
	const [made, setMade] = useState<Tracker | null>(null);
	const onSend = async (sent: HTMLFormElement) => {
		const request = readNewTracker(formTexts(sent));
		const added = await save(async () => setMade(await addTracker(scope, request)));
		if (added) setRound(round + 1);
	};
	return (
		<Section id="add-tracker" heading="Connect a tracker">
			<SaveForm
				// Emptied once connected, above all the token.
				key={round}
				saving={saving}
				name={{ headingId: "add-tracker" }}
				failed="No tracker was connected"
				button={{ label: "Connect tracker", busy: "Connecting", variant: "primary" }}
				onSend={onSend}
			>
				<ChoiceField
					id="tracker-system"
					name="system"
					label="System"
					options={TRACKER_SYSTEMS.map((value) => ({ value, label: SYSTEM_LABELS[value] }))}
					error={errors.system}
					value={system}
					onChange={({ currentTarget: { value } }) => setSystem(trackerSystem.parse(value))}
					disabled={submitting}
				/>
				<TrackerFields system={system} clients={workspace.clients} errors={errors} submitting={submitting} />
				<p className="text-13 text-quiet">A workspace has at most {TRACKERS_LIMIT} trackers.</p>
			</SaveForm>
			{made && <CheckDialog tracker={made} scope={scope} withSession={withSession} onClose={() => setMade(null)} />}
		</Section>
	);
}
