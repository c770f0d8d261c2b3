import type { ReactNode } from "react";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { useSignInAgain } from "#src/lib/session/sign-in/use-sign-in-again.tsx";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { PasswordField } from "#src/ui/fields/password-field.tsx";
import { notify } from "#src/ui/toast/notify.ts";

type Props = {
	title: string;
	subtitle?: string;
	/** The consequences. */
	children: ReactNode;
	/** Labels of the buttons, and the title of a failure. */
	labels: { yes: string; no: string; failed: string };
	/** Asks for a reason; says who reads it. */
	reason?: { hint: string };
	/** Asks for the password again, because the action affects everyone. */
	password?: boolean;
	/** More fields, given the server's errors for them. */
	fields?(errors: Record<string, string>): ReactNode;
	/** Runs with the form’s values; returns the message to show when done. */
	run(values: FormData): Promise<{ title: string; text: string }>;
	onClose(): void;
};

/** Asks before an operator changes something. What was typed stays until it is done. */
export function ActionDialog({
	title,
	subtitle,
	children,
	labels,
	reason,
	password = false,
	fields,
	run,
	onClose,
}: Props) {
	const { state, form, submit, clear } = useSubmission();
	const { withSession, dialog } = useSignInAgain();
	const busy = state.status === "submitting";
	const errors = state.status === "failed" ? state.fields : {};
	const send = async (values: FormData) => {
		let said = { title: "", text: "" };
		const done = await submit(async () => {
			said = await withSession(() => run(values));
		});
		if (done !== true) return;
		onClose();
		await notify(said);
	};
	return (
		<>
			<Modal title={title} {...(subtitle !== undefined && { subtitle })} busy={busy} onClose={onClose}>
				<form
					ref={form}
					onInput={clear}
					onSubmit={(event) => {
						event.preventDefault();
						void send(new FormData(event.currentTarget));
					}}
					className="grid gap-4"
				>
					<div className="grid gap-3 text-15">{children}</div>
					{reason && (
						<FormField
							id="operator-reason"
							name="reason"
							label="Reason"
							required
							maxLength={300}
							autoComplete="off"
							hint={reason.hint}
							error={errors.reason}
						/>
					)}
					{password && (
						<PasswordField
							id="operator-password"
							name="current"
							label="Your password"
							error={errors.current}
							readOnly={busy}
							required
							autoComplete="current-password"
						/>
					)}
					{fields?.(errors)}
					<SubmissionFailure title={labels.failed} state={state} />
					<div className="flex flex-wrap justify-end gap-x-5 gap-y-2">
						<Button variant="plain" disabled={busy} onClick={onClose}>
							{labels.no}
						</Button>
						<Button variant="primary" type="submit" disabled={busy}>
							{busy ? "One moment…" : labels.yes}
						</Button>
					</div>
				</form>
			</Modal>
			{dialog}
		</>
	);
}

/** A field of the dialog’s form as text. */
export const fieldText = (values: FormData, name: string): string => String(values.get(name) ?? "").trim();
