import { useState } from "react";
import type { WorkspaceChange } from "#contract/workspaces/workspaces.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { whoCan } from "#src/lib/workspace/members/role-text.ts";
import { CheckField } from "#src/ui/fields/check-field.tsx";
import { useChange } from "../room/use-change.ts";
import type { Here } from "../room/workspace-part.tsx";
import { SavedLine } from "../saved-line.tsx";
import { Section } from "../section.tsx";
import { useSave } from "../use-save.ts";
import { changeWorkspace } from "./workspace-api.ts";

type Props = {
	here: Here;
	id: string;
	heading: string;
	label: string;
	hint: string;
	required: boolean;
	changeOf(required: boolean): WorkspaceChange;
	/** The message after a change. */
	savedText: string;
};

/** Something that a workspace can require of its members. */
export function RequirementSection({ here, id, heading, label, hint, required, changeOf, savedText }: Props) {
	const { scope, withSession, may } = here;
	const { state, saved, submitting, errors, save } = useSave(useChange(withSession));
	/** The new value, until it is refetched. */
	const [chosen, setChosen] = useState<boolean | null>(null);
	if (chosen === required) setChosen(null);
	const change = async () => {
		setChosen(!required);
		if (!(await save(() => changeWorkspace(scope, changeOf(!required))))) setChosen(null);
	};
	return (
		<Section id={id} heading={heading}>
			<CheckField
				id={`${id}-required`}
				checked={chosen ?? required}
				disabled={submitting || !may("manage")}
				error={Object.values(errors)[0]}
				onChange={() => void change()}
			>
				{label}
				<span className="block text-13 text-quiet">{hint}</span>
			</CheckField>
			{!may("manage") && <p className="text-15 text-quiet">{whoCan("manage")} can change this.</p>}
			<SubmissionFailure title="This was not changed" state={state} />
			<SavedLine>{saved && savedText}</SavedLine>
		</Section>
	);
}
