import { useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { CONTROL_KINDS, type ControlKind } from "#contract/controls/catalog.ts";
import type { ControlId } from "#contract/controls/controls.ts";
import { refreshCompliance } from "#src/lib/compliance/compliance-keys.ts";
import { addControl } from "#src/lib/controls/controls-api.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { newId } from "#src/lib/words/new-id.ts";
import { useGo } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { TextArea } from "#src/ui/fields/text-area.tsx";

const KIND_LABELS: Record<ControlKind, string> = {
	technical: "Technical: systems do it",
	procedural: "Procedural: people do it",
	physical: "Physical: doors, locks, rooms",
};

/** Adds a custom control. It starts as planned; its tests and requirements are added on its screen. */
export function AddControlDialog({ onClose }: { onClose(): void }) {
	const queries = useQueryClient();
	const { scope } = useScope();
	const go = useGo();
	const [id] = useState(() => newId() as ControlId);
	const [code, setCode] = useState("");
	const [title, setTitle] = useState("");
	const [objective, setObjective] = useState("");
	const [kind, setKind] = useState<ControlKind>("technical");
	const { state, form, submit, clear } = useSubmission();
	const busy = state.status === "submitting";
	useBusyForm(code !== "" || title !== "" || objective !== "");
	const errors: Record<string, string> = state.status === "failed" ? state.fields : {};
	const onSubmit = async (event: SubmitEvent) => {
		event.preventDefault();
		const added = await submit(async () => {
			await addControl(
				{ id, code: code.trim(), title: title.trim(), objective: objective.trim(), kind, requirements: [] },
				scope,
			);
			void refreshCompliance(queries);
		});
		if (!added) return;
		onClose();
		go(`/dashboard/controls/${id}`);
	};
	return (
		<Modal title="Add a control" busy={busy} onClose={onClose}>
			<form ref={form} onSubmit={onSubmit} onInput={clear} className="grid gap-4">
				<FormField
					id="control-code"
					name="code"
					label="Code"
					hint="Short, and never used twice, such as HR-07."
					required
					maxLength={20}
					autoComplete="off"
					value={code}
					error={errors.code}
					onChange={({ target }) => setCode(target.value)}
				/>
				<FormField
					id="control-title"
					name="title"
					label="What is done"
					required
					maxLength={200}
					autoComplete="off"
					value={title}
					error={errors.title}
					onChange={({ target }) => setTitle(target.value)}
				/>
				<TextArea
					id="control-objective"
					name="objective"
					label="What it is for, optional"
					rows={3}
					maxLength={2_000}
					value={objective}
					onChange={({ target }) => setObjective(target.value)}
				/>
				<ChoiceField
					id="control-kind"
					label="Kind"
					options={CONTROL_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
					value={kind}
					onChange={({ target }) => setKind(target.value as ControlKind)}
				/>
				<SubmissionFailure title="Not added" state={state} />
				<Button type="submit" variant="primary" disabled={busy}>
					{busy ? "Adding…" : "Add the control"}
				</Button>
			</form>
		</Modal>
	);
}
