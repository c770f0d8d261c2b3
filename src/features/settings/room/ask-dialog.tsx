import type { ReactNode } from "react";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import type { WithSession } from "#src/lib/session/sign-in/use-sign-in-again.tsx";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { useSave } from "../use-save.ts";

type Props = {
	title: string;
	subtitle?: string;
	/** Labels of the buttons, and the title of a failure. */
	labels: { yes: string; busy: string; no: string; failed: string };
	/** The explanation and the fields, given the fields' errors. */
	children: ReactNode | ((errors: Record<string, string>, submitting: boolean) => ReactNode);
	/** Makes the call; see `useChange`. */
	change: WithSession;
	run(values: Record<string, string>): Promise<unknown>;
	onClose(): void;
	/** Called after it is done and closed. */
	onDone?(): void;
};

/** Asks before something in the workspace is changed. It shows a refusal and keeps what was typed. */
export function AskDialog({ title, subtitle, labels, children, change, run, onClose, onDone }: Props) {
	const { state, form, submitting, errors, edited, save } = useSave(change);
	const send = async (values: Record<string, string>) => {
		if (!(await save(() => run(values)))) return;
		onClose();
		onDone?.();
	};
	return (
		<Modal title={title} {...(subtitle !== undefined && { subtitle })} busy={submitting} onClose={onClose}>
			<form
				ref={form}
				aria-label={title}
				onInput={edited}
				onSubmit={(event) => {
					event.preventDefault();
					void send(formTexts(event.currentTarget));
				}}
				className="grid gap-5"
			>
				{typeof children === "function" ? children(errors, submitting) : children}
				<SubmissionFailure title={labels.failed} state={state} />
				<div className="flex flex-wrap justify-end gap-x-5 gap-y-2">
					<Button variant="plain" disabled={submitting} onClick={onClose}>
						{labels.no}
					</Button>
					<Button variant="primary" type="submit" disabled={submitting}>
						{submitting ? labels.busy : labels.yes}
					</Button>
				</div>
			</form>
		</Modal>
	);
}
