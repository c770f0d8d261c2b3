import { type SubmitEvent, useState } from "react";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { TextArea } from "#src/ui/fields/text-area.tsx";

type Props = {
	title: string;
	/** The thing in question. */
	subtitle: string;
	label: string;
	hint: string;
	button: string;
	/** The longest reason. */
	limit: number;
	/** Whether the reason is optional. */
	optional?: boolean;
	/** Resolves to whether it was saved. */
	onReason(reason: string): Promise<boolean>;
	onClose(): void;
};

/** Asks for a reason before saying something that needs or allows one. */
export function ReasonDialog(props: Props) {
	const { title, subtitle, label, hint, button, limit, optional = false, onReason, onClose } = props;
	const [reason, setReason] = useState("");
	const [busy, setBusy] = useState(false);
	useBusyForm(reason !== "");
	const submit = async (event: SubmitEvent) => {
		event.preventDefault();
		if (busy || (!optional && reason.trim() === "")) return;
		setBusy(true);
		const saved = await onReason(reason.trim());
		setBusy(false);
		if (saved) onClose();
	};
	return (
		<Modal title={title} subtitle={subtitle} busy={busy} onClose={onClose}>
			<form onSubmit={submit} className="grid gap-4">
				<TextArea
					id="reason"
					name="reason"
					label={label}
					hint={hint}
					rows={3}
					required={!optional}
					maxLength={limit}
					value={reason}
					onChange={({ target }) => setReason(target.value)}
				/>
				<Button type="submit" variant="primary" disabled={busy}>
					{busy ? "Saving…" : button}
				</Button>
			</form>
		</Modal>
	);
}
