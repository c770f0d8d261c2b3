import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { dayText } from "#contract/format/time.ts";
import type { WorkspaceId } from "#contract/ids.ts";
import { ROLE_LABELS } from "#contract/workspaces/roles.ts";
import { type Membership, workspaceCreation } from "#contract/workspaces/workspaces.ts";
import { AccountData } from "#src/lib/data/account-data.tsx";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { ColorMark } from "#src/lib/workspace/clients/color-mark.tsx";
import { openWorkspace } from "#src/lib/workspace/open-workspace.ts";
import { workspacesQuery } from "#src/lib/workspace/workspace-queries.ts";
import { Button } from "#src/ui/button.tsx";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { useChange } from "../room/use-change.ts";
import type { Here } from "../room/workspace-part.tsx";
import { SaveForm } from "../save-form.tsx";
import { Section } from "../section.tsx";
import { useSave } from "../use-save.ts";
import { createWorkspace, KIND_CHOICES, KIND_LABELS } from "./workspace-api.ts";

type RowProps = { membership: Membership; shown: boolean; onOpen(): void };

function Row({ membership: { name, kind, color, role, endsOn }, shown, onOpen }: RowProps) {
	return (
		<li className="flex flex-wrap items-center justify-between gap-3 border-line border-b py-3 md:flex-nowrap">
			<div className="min-w-0 text-15">
				<p className="flex items-baseline gap-2">
					<ColorMark color={color} />
					<span className="wrap-anywhere font-semibold">{name}</span>
				</p>
				<p className="text-13 text-quiet">
					{KIND_LABELS[kind]} · {ROLE_LABELS[role]}
					{endsOn !== null && ` until ${dayText(endsOn)}`}
					{shown && " · shown now"}
				</p>
			</div>
			{!shown && (
				<Button variant="secondary" dense aria-label={`Open ${name}`} onClick={onOpen}>
					Open
				</Button>
			)}
		</li>
	);
}

type CreateProps = Pick<Here, "withSession"> & { onCreated(id: WorkspaceId): void; onClose(): void };

function Create({ withSession, onCreated, onClose }: CreateProps) {
	const saving = useSave(useChange(withSession));
	const { submitting, errors, save } = saving;
	const [key] = useState(() => crypto.randomUUID());
	const onSend = async (sent: HTMLFormElement) => {
		const body = workspaceCreation.parse(formTexts(sent));
		await save(async () => onCreated((await createWorkspace(body, key)).id));
	};
	return (
		<SaveForm
			saving={saving}
			name={{ text: "Create another workspace" }}
			failed="The workspace was not created"
			button={{ label: "Create workspace", busy: "Creating", variant: "primary" }}
			beside={
				<Button variant="plain" disabled={submitting} onClick={onClose}>
					Not now
				</Button>
			}
			onSend={onSend}
		>
			<FormField
				id="new-workspace-name"
				name="name"
				label="Name of the new workspace"
				error={errors.name}
				readOnly={submitting}
				required
				maxLength={100}
				autoComplete="off"
			/>
			<ChoiceField
				id="new-workspace-kind"
				name="kind"
				label="Kind of the new workspace"
				options={KIND_CHOICES}
				defaultValue="consultancy"
				error={errors.kind}
			/>
			<p className="text-15 text-quiet">You become its owner. Nothing of this workspace is visible in it.</p>
		</SaveForm>
	);
}

/** All workspaces of the account, and a form to add one. */
export function WorkspacesSection({ me, workspace, withSession }: Here) {
	const reading = useQuery(workspacesQuery);
	const [creating, setCreating] = useState(false);
	return (
		<Section id="workspaces" heading="Your workspaces">
			<AccountData what="your workspaces" reading={reading}>
				{({ workspaces }) => (
					<ul aria-label="Your workspaces" className="border-line border-t">
						{workspaces.map((membership) => (
							<Row
								key={membership.id}
								membership={membership}
								shown={membership.id === workspace.id}
								onOpen={() => openWorkspace(me.accountId, membership.id)}
							/>
						))}
					</ul>
				)}
			</AccountData>
			{creating ? (
				<Create
					withSession={withSession}
					onCreated={(id) => openWorkspace(me.accountId, id)}
					onClose={() => setCreating(false)}
				/>
			) : (
				<div>
					<Button variant="secondary" onClick={() => setCreating(true)}>
						Create another workspace
					</Button>
				</div>
			)}
		</Section>
	);
}
