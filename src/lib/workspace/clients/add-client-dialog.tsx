import { type SubmitEvent, useState } from "react";
import { CLIENT_COLORS, type ClientColor } from "#contract/workspaces/client-colors.ts";
import type { Client } from "#contract/workspaces/workspaces.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { useScope } from "../use-scope.ts";
import { createClient } from "../workspace-queries.ts";
import { COLOR_LABELS, nextColor } from "./client-colors.ts";
import { clientEdge } from "./client-edge.ts";

type Props = { onAdded(client: Client): void; onClose(): void };

/** Adds a client to the workspace. Its other details can be filled in later. */
export function AddClientDialog({ onAdded, onClose }: Props) {
	const { scope, workspace } = useScope();
	const [name, setName] = useState("");
	const [color, setColor] = useState<ClientColor>(() => nextColor(workspace?.clients ?? []));
	const { state, form, submit, clear } = useSubmission();
	useBusyForm(name !== "");
	const busy = state.status === "submitting";

	const onSubmit = async (event: SubmitEvent) => {
		event.preventDefault();
		// It opens inside other forms, and React would bubble the event to them.
		event.stopPropagation();
		let made: Client | null = null;
		await submit(async () => {
			made = await createClient(scope.workspace, { name, color });
		});
		if (made) onAdded(made);
	};
	return (
		<Modal title="Add a client" busy={busy} onClose={onClose}>
			<form ref={form} onSubmit={onSubmit} className="grid gap-5">
				<p className="text-15 text-quiet">
					Scans, findings and reports of a client are kept apart from those of others. You can show one client or all of
					them.
				</p>
				<FormField
					id="new-client-name"
					name="name"
					label="Name"
					required
					maxLength={100}
					autoComplete="off"
					value={name}
					readOnly={busy}
					error={state.status === "failed" ? state.fields.name : undefined}
					onChange={({ target }) => {
						setName(target.value);
						clear();
					}}
				/>
				<div className={`${clientEdge(color)} ps-3`}>
					<ChoiceField
						id="new-client-color"
						label="Color"
						options={CLIENT_COLORS.map((value) => ({ value, label: COLOR_LABELS[value] }))}
						value={color}
						disabled={busy}
						hint="Marks its screens, beside its name."
						onChange={({ target }) => setColor(target.value as ClientColor)}
					/>
				</div>
				<SubmissionFailure title="Not added" state={state} />
				<div className="flex items-center justify-end gap-5">
					<Button variant="plain" disabled={busy} onClick={onClose}>
						Not now
					</Button>
					<Button type="submit" variant="primary" disabled={busy}>
						{busy ? "Adding…" : "Add"}
					</Button>
				</div>
			</form>
		</Modal>
	);
}
