import { type SubmitEvent, useState } from "react";
import type { Task, TaskChange } from "#contract/tasks/tasks.ts";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { useSay } from "#src/lib/words/use-say.ts";
import { OwnerField } from "#src/lib/workspace/owner-field.tsx";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { TextArea } from "#src/ui/fields/text-area.tsx";

type Props = { task: Task; onClose(): void };

/** Changes what is written of a task, its owner and its day. Only what was changed is sent: for the rest another's word may be newer. */
export function EditTaskDialog({ task, onClose }: Props) {
	const say = useSay();
	const [title, setTitle] = useState(task.title);
	const [note, setNote] = useState(task.note);
	const [due, setDue] = useState(task.due ?? "");
	const [owner, setOwner] = useState(task.owner?.accountId ?? null);
	const [busy, setBusy] = useState(false);
	const change: TaskChange["change"] = {
		...(title.trim() !== task.title && title.trim() !== "" && { title: title.trim() }),
		...(note.trim() !== task.note && { note: note.trim() }),
		...(due !== (task.due ?? "") && { due: due === "" ? null : due }),
		...(owner !== (task.owner?.accountId ?? null) && { owner }),
	};
	const changed = Object.keys(change).length > 0;
	useBusyForm(changed);
	const submit = async (event: SubmitEvent) => {
		event.preventDefault();
		if (busy || !changed) return;
		setBusy(true);
		const saved = await say({ kind: "task-change", body: { taskId: task.id, change } }, task.clientId);
		setBusy(false);
		if (saved) onClose();
	};
	return (
		<Modal title="Edit the task" subtitle={task.title} busy={busy} onClose={onClose}>
			<form onSubmit={submit} className="grid gap-4">
				<FormField
					id="edit-title"
					name="title"
					label="What is to be done"
					required
					maxLength={200}
					autoComplete="off"
					value={title}
					onChange={({ target }) => setTitle(target.value)}
				/>
				<FormField
					id="edit-due"
					name="due"
					type="date"
					label="Due, optional"
					value={due}
					onChange={({ target }) => setDue(target.value)}
				/>
				<OwnerField id="edit-owner" value={owner} now={task.owner} onOwner={setOwner} />
				<TextArea
					id="edit-note"
					name="note"
					label="Note"
					rows={4}
					maxLength={2_000}
					value={note}
					onChange={({ target }) => setNote(target.value)}
				/>
				<Button type="submit" variant="primary" disabled={busy || !changed}>
					{busy ? "Saving…" : "Save"}
				</Button>
			</form>
		</Modal>
	);
}
