import type { AccountId } from "#contract/ids.ts";
import type { Task } from "#contract/tasks/tasks.ts";
import { OwnerField } from "#src/lib/workspace/members/owner-field.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { TextArea } from "#src/ui/fields/text-area.tsx";

/** A task's fields as typed. `due`: empty if it has no due date. */
export type TaskDraft = { title: string; note: string; due: string; owner: AccountId | null };

type Props = {
	/** The prefix of each field's id. */
	prefix: string;
	draft: TaskDraft;
	/** Its owner now; null for none, absent for a task that is being added. */
	now?: Task["owner"];
	onDraft(draft: TaskDraft): void;
};

/** The fields for adding or editing a task. */
export function TaskFields({ prefix, draft, now, onDraft }: Props) {
	const isNew = now === undefined;
	return (
		<>
			<FormField
				id={`${prefix}-title`}
				name="title"
				label="What is to be done"
				required
				maxLength={200}
				autoComplete="off"
				value={draft.title}
				onChange={({ target }) => onDraft({ ...draft, title: target.value })}
			/>
			<FormField
				id={`${prefix}-due`}
				name="due"
				type="date"
				label="Due, optional"
				value={draft.due}
				onChange={({ target }) => onDraft({ ...draft, due: target.value })}
			/>
			<OwnerField
				id={`${prefix}-owner`}
				value={draft.owner}
				{...(now !== undefined && { now })}
				onOwner={(owner) => onDraft({ ...draft, owner })}
			/>
			<TextArea
				id={`${prefix}-note`}
				name="note"
				label={isNew ? "Note, optional" : "Note"}
				rows={isNew ? 3 : 4}
				maxLength={2_000}
				value={draft.note}
				onChange={({ target }) => onDraft({ ...draft, note: target.value })}
			/>
		</>
	);
}
