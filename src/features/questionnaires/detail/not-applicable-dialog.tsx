import { type SubmitEvent, useState } from "react";
import { NOT_APPLICABLE } from "#contract/questionnaires/answers.ts";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { TextArea } from "#src/ui/fields/text-area.tsx";

type Props = {
	about: string;
	/** Resolves to whether it was saved. */
	onAnswer(text: string): Promise<boolean>;
	onClose(): void;
};

/** Answers that a question does not apply, with a reason if there is one to give. */
export function NotApplicableDialog({ about, onAnswer, onClose }: Props) {
	const [reason, setReason] = useState("");
	const [busy, setBusy] = useState(false);
	useBusyForm(reason !== "");
	const submit = async (event: SubmitEvent) => {
		event.preventDefault();
		if (busy) return;
		setBusy(true);
		const given = reason.trim();
		const saved = await onAnswer(given === "" ? `${NOT_APPLICABLE}.` : `${NOT_APPLICABLE}. ${given}`);
		setBusy(false);
		if (saved) onClose();
	};
	return (
		<Modal title="Not applicable" subtitle={about} busy={busy} onClose={onClose}>
			<form onSubmit={submit} className="grid gap-4">
				<TextArea
					id="not-applicable"
					name="reason"
					label="Why, optional"
					hint="The customer reads it."
					rows={3}
					maxLength={1_000}
					value={reason}
					onChange={({ target }) => setReason(target.value)}
				/>
				<Button type="submit" variant="primary" disabled={busy}>
					{busy ? "Saving…" : "Confirm “Not applicable”"}
				</Button>
			</form>
		</Modal>
	);
}
