import type { ReactNode, SubmitEvent } from "react";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { Button } from "#src/ui/button.tsx";
import { SavedLine } from "./saved-line.tsx";
import type { useSave } from "./use-save.ts";

type Props = {
	saving: ReturnType<typeof useSave>;
	/** The form's name: the ID of its heading, or a text. */
	name: { headingId: string } | { text: string };
	/** Its fields. */
	children: ReactNode;
	/** The title of a failure. */
	failed: string;
	/** Shown once it is saved. Left out where something else shows that. */
	done?: string | false;
	/** The button and, if different, its label while the form is being sent. */
	button: { label: string; busy?: string; variant: "primary" | "secondary" };
	/** A button beside it. */
	beside?: ReactNode;
	onEdit?(field: EventTarget): void;
	onSend(form: HTMLFormElement): Promise<unknown>;
};

/** A settings form: its fields, whether it was saved or why not, and its button. */
export function SaveForm({ saving, name, children, failed, done, button, beside, onEdit, onSend }: Props) {
	const { state, form, submitting, edited } = saving;
	const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		void onSend(event.currentTarget);
	};
	return (
		<form
			ref={form}
			method="dialog"
			{...("text" in name ? { "aria-label": name.text } : { "aria-labelledby": name.headingId })}
			onInput={({ target }) => {
				edited();
				onEdit?.(target);
			}}
			onSubmit={onSubmit}
			className="grid gap-5"
		>
			{children}
			<SubmissionFailure title={failed} state={state} />
			{done !== undefined && <SavedLine>{done}</SavedLine>}
			<div className={beside ? "flex flex-wrap gap-3" : undefined}>
				<Button type="submit" variant={button.variant} disabled={submitting}>
					{submitting ? (button.busy ?? button.label) : button.label}
				</Button>
				{beside}
			</div>
		</form>
	);
}
