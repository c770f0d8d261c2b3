import { type SubmitEvent, useState } from "react";
import type { Task, TaskChange } from "#contract/tasks/tasks.ts";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { type TaskDraft, TaskFields } from "#src/lib/tasks/task-fields.tsx";
import { useSay } from "#src/lib/words/use-say.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";

type Props = { task: Task; onClose(): void };

/** Changes a task's text, owner and due day. Sends only what was changed: for the rest, someone else's change may be newer. */
export function EditTaskDialog({ task, onClose }: Props) {
	const say = useSay();
	const [draft, setDraft] = useState<TaskDraft>({
		title: task.title,
		note: task.note,
		due: task.due ?? "",
		owner: task.owner?.accountId ?? null,
	});
	const [busy, setBusy] = useState(false);
	const { title, note, due, owner } = draft;
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
				<TaskFields prefix="edit" draft={draft} now={task.owner} onDraft={setDraft} />
				<Button type="submit" variant="primary" disabled={busy || !changed}>
					{busy ? "Saving…" : "Save"}
				</Button>
			</form>
		</Modal>
	);
}
