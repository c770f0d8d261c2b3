import { type SubmitEvent, useState } from "react";
import { REASON_LIMIT } from "#contract/findings/vulnerabilities.ts";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import type { OutcomeText } from "#src/lib/outbox/outcome-text.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { FailureBox } from "#src/ui/failure-box.tsx";
import { TextArea } from "#src/ui/fields/text-area.tsx";
import { TextField } from "#src/ui/fields/text-field.tsx";

type Props = {
	state: "accepted" | "false-positive";
	/** The finding or findings, as text. */
	about: string;
	/** Null when it is done. */
	onVerdict(details: { reason: string; until: string }): Promise<OutcomeText | null>;
	onClose(): void;
};

const TEXTS = {
	accepted: {
		title: "Accept the risk",
		reason: "Why are you accepting it?",
		button: "Accept the risk",
		hint: "Who decided, and why. Reports show this.",
	},
	"false-positive": {
		title: "False positive",
		reason: "Why is it a false positive?",
		button: "Mark as false positive",
		hint: "What shows that the tool is wrong. Reports show this.",
	},
} as const;

/** Asks for a reason before the verdict is given. */
export function VerdictDialog({ state, about, onVerdict, onClose }: Props) {
	const [reason, setReason] = useState("");
	const [until, setUntil] = useState("");
	const [busy, setBusy] = useState(false);
	const [trouble, setTrouble] = useState<OutcomeText | null>(null);
	useBusyForm(reason !== "" || until !== "");
	const texts = TEXTS[state];

	const submit = async (event: SubmitEvent) => {
		event.preventDefault();
		if (busy || reason.trim() === "") return;
		setBusy(true);
		const left = await onVerdict({ reason, until });
		setBusy(false);
		setTrouble(left);
		if (!left) onClose();
	};
	return (
		<Modal title={texts.title} subtitle={about} busy={busy} onClose={onClose}>
			<form onSubmit={submit} className="grid gap-4">
				<TextArea
					id="verdict-reason"
					name="reason"
					label={texts.reason}
					hint={texts.hint}
					rows={3}
					required
					maxLength={REASON_LIMIT}
					value={reason}
					onChange={({ target }) => setReason(target.value)}
				/>
				{state === "accepted" && (
					<TextField
						id="verdict-until"
						name="until"
						type="date"
						label="Last day (UTC), optional"
						min={new Date().toISOString().slice(0, 10)}
						value={until}
						onChange={({ target }) => setUntil(target.value)}
					/>
				)}
				{trouble && (
					<FailureBox title={trouble.title}>
						<p>{trouble.text} What you typed is still here.</p>
					</FailureBox>
				)}
				<Button type="submit" variant="primary" disabled={busy}>
					{busy ? "Saving…" : texts.button}
				</Button>
			</form>
		</Modal>
	);
}
