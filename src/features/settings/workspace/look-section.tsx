import { ROLE_LABELS } from "#contract/workspaces/roles.ts";
import { workspaceChange } from "#contract/workspaces/workspaces.ts";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { abilityText, whoCan } from "#src/lib/workspace/members/role-text.ts";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { FactList } from "../fact-list.tsx";
import { ColorField } from "../room/color-field.tsx";
import { useChange } from "../room/use-change.ts";
import { type Here, useOnceAllowed } from "../room/workspace-part.tsx";
import { SaveForm } from "../save-form.tsx";
import { Section } from "../section.tsx";
import { useSave } from "../use-save.ts";
import { changeWorkspace, KIND_CHOICES, KIND_LABELS } from "./workspace-api.ts";

/** The workspace's name, kind and color, and the reader's role in it. */
export function LookSection({ workspace, scope, withSession, may }: Here) {
	const saving = useSave(useChange(withSession));
	const { saved, submitting, errors, save } = saving;
	const { name, kind, color, role } = workspace;
	const canChange = useOnceAllowed(may("manage"));

	const onSend = async (sent: HTMLFormElement) => {
		const change = workspaceChange.parse(formTexts(sent));
		await save(() => changeWorkspace(scope, change));
	};

	return (
		<Section id="workspace" heading="Name and color">
			<p className="text-15">
				Your role: <b className="font-semibold">{ROLE_LABELS[role]}</b>. You {abilityText(role)}
			</p>
			{canChange ? (
				<SaveForm
					saving={saving}
					name={{ headingId: "workspace" }}
					failed="The workspace was not changed"
					done={saved && "Saved."}
					button={{ label: "Save workspace", busy: "Saving", variant: "secondary" }}
					onSend={onSend}
				>
					<FormField
						id="workspace-name"
						name="name"
						label="Name"
						defaultValue={name}
						error={errors.name}
						hint="Members see it, and it is on the cover of your reports."
						readOnly={submitting}
						required
						maxLength={100}
						autoComplete="organization"
					/>
					<ChoiceField
						id="workspace-kind"
						name="kind"
						label="Kind"
						options={KIND_CHOICES}
						defaultValue={kind}
						error={errors.kind}
					/>
					<ColorField id="workspace-color" value={color} />
				</SaveForm>
			) : (
				<>
					<FactList
						facts={[
							["Name", name],
							["Kind", KIND_LABELS[kind]],
						]}
					/>
					<p className="text-15 text-quiet">{whoCan("manage")} can change this.</p>
				</>
			)}
		</Section>
	);
}
