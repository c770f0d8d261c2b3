import { type SubmitEvent, useState } from "react";
import { REASON_LABELS, REASONS, type Reason } from "#contract/frameworks/frameworks.ts";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { CheckField } from "#src/ui/fields/check-field.tsx";
import { TextArea } from "#src/ui/fields/text-area.tsx";

type Justification = { reasons: readonly Reason[]; justification: string };

type Props = {
	/** What it is about. */
	subtitle: string;
	/** What is there already. */
	given: Justification;
	limit: number;
	/** Resolves to whether it was saved. */
	onJustify(said: Justification): Promise<boolean>;
	onClose(): void;
};

/** Asks why requirements apply: any of four reasons, and words. */
export function JustifyDialog({ subtitle, given, limit, onJustify, onClose }: Props) {
	const [reasons, setReasons] = useState<ReadonlySet<Reason>>(() => new Set(given.reasons));
	const [justification, setJustification] = useState(given.justification);
	const [busy, setBusy] = useState(false);
	const isEmpty = reasons.size === 0 && justification.trim() === "";
	useBusyForm(!isEmpty);
	const submit = async (event: SubmitEvent) => {
		event.preventDefault();
		if (busy || isEmpty) return;
		setBusy(true);
		const saved = await onJustify({
			reasons: REASONS.filter((reason) => reasons.has(reason)),
			justification: justification.trim(),
		});
		setBusy(false);
		if (saved) onClose();
	};
	const choose = (reason: Reason, isChosen: boolean) =>
		setReasons((now) => {
			const next = new Set(now);
			if (isChosen) next.add(reason);
			else next.delete(reason);
			return next;
		});
	return (
		<Modal title="Applicable" subtitle={subtitle} busy={busy} onClose={onClose}>
			<form onSubmit={submit} className="grid gap-4">
				<fieldset>
					<legend className="font-medium text-15">Why does it apply?</legend>
					<div className="grid grid-cols-2 gap-x-4">
						{REASONS.map((reason) => (
							<CheckField
								key={reason}
								id={`reason-${reason}`}
								checked={reasons.has(reason)}
								onChange={({ target }) => choose(reason, target.checked)}
							>
								{REASON_LABELS[reason]}
							</CheckField>
						))}
					</div>
				</fieldset>
				<TextArea
					id="justification"
					name="justification"
					label="In your words (optional)"
					hint="Both appear in the statement of applicability."
					rows={3}
					maxLength={limit}
					value={justification}
					onChange={({ target }) => setJustification(target.value)}
				/>
				<Button type="submit" variant="primary" disabled={busy || isEmpty}>
					{busy ? "Saving…" : "It applies"}
				</Button>
			</form>
		</Modal>
	);
}
