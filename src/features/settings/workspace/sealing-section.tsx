import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { whoCan } from "#src/lib/workspace/role-text.ts";
import { workspacesQuery } from "#src/lib/workspace/workspace-queries.ts";
import { CheckField } from "#src/ui/fields/check-field.tsx";
import { useChange } from "../room/use-change.ts";
import type { Here } from "../room/workspace-part.tsx";
import { SavedLine } from "../saved-line.tsx";
import { Section } from "../section.tsx";
import { useSave } from "../use-save.ts";
import { changeWorkspace } from "./workspace-api.ts";

/** Whether members' devices have to encrypt what they hold. Servers that cannot open what was sealed do not offer it. */
export function SealingSection({ workspace, scope, withSession, may }: Here) {
	const { state, saved, submitting, save } = useSave(useChange(withSession));
	const { data } = useQuery(workspacesQuery);
	/** Until it is read again. */
	const [chosen, setChosen] = useState<boolean | null>(null);
	const sealing = workspace.sealing ?? data?.workspaces.find(({ id }) => id === workspace.id)?.sealing;
	if (!sealing) return null;
	const { required } = sealing;
	if (chosen === required) setChosen(null);
	const change = async () => {
		setChosen(!required);
		if (!(await save(() => changeWorkspace(scope, { sealingRequired: !required })))) setChosen(null);
	};
	return (
		<Section id="sealing" heading="Members’ devices">
			<CheckField
				id="sealing-required"
				checked={chosen ?? required}
				disabled={submitting || !may("manage")}
				onChange={() => void change()}
			>
				Seal and lock on members’ devices
				<span className="block text-13 text-quiet">
					Requests waiting to be sent are encrypted so that only this server can read them. Pages are kept for reading
					only on devices with a lock.
				</span>
			</CheckField>
			{!may("manage") && <p className="text-15 text-quiet">{whoCan("manage")} can change this.</p>}
			<SubmissionFailure title="This was not changed" state={state} />
			<SavedLine>{saved && "Saved. Devices follow when they are next online."}</SavedLine>
		</Section>
	);
}
