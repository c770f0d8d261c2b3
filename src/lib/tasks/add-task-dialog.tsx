import { type SubmitEvent, useState } from "react";
import type { ControlId } from "#contract/controls/controls.ts";
import type { ClientId } from "#contract/ids.ts";
import type { TaskId } from "#contract/tasks/tasks.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { newId } from "#src/lib/words/new-id.ts";
import { useSay } from "#src/lib/words/use-say.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { type TaskDraft, TaskFields } from "./task-fields.tsx";

type Props = {
	/** What it is about; null for nothing in particular. */
	control: { id: ControlId; clientId: ClientId; code: string; title: string } | null;
	onClose(): void;
};

/** Adds a task. Also works offline. */
export function AddTaskDialog({ control, onClose }: Props) {
	const say = useSay();
	const account = useAccount();
	const [id] = useState(() => newId() as TaskId);
	const [draft, setDraft] = useState<TaskDraft>({
		title: "",
		note: "",
		due: "",
		owner: account.status === "known" ? account.account.accountId : null,
	});
	const { title, note, due, owner } = draft;
	const [busy, setBusy] = useState(false);
	useBusyForm(title !== "" || note !== "");
	const submit = async (event: SubmitEvent) => {
		event.preventDefault();
		if (busy || title.trim() === "") return;
		setBusy(true);
		const body = {
			id,
			title: title.trim(),
			note: note.trim(),
			controls: control ? [control.id] : [],
			...(owner !== null && { owner }),
			...(due !== "" && { due }),
		};
		const saved = await say({ kind: "task", body }, control?.clientId ?? null);
		setBusy(false);
		if (saved) onClose();
	};
	return (
		<Modal
			title="Add a task"
			{...(control && { subtitle: `${control.code} ${control.title}` })}
			busy={busy}
			onClose={onClose}
		>
			<form onSubmit={submit} className="grid gap-4">
				<TaskFields prefix="task" draft={draft} onDraft={setDraft} />
				<Button type="submit" variant="primary" disabled={busy}>
					{busy ? "Saving…" : "Add the task"}
				</Button>
			</form>
		</Modal>
	);
}
