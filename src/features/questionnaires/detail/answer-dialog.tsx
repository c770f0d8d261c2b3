import { type SubmitEvent, useState } from "react";
import { ANSWER_LIMIT, type Question } from "#contract/questionnaires/questionnaires.ts";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { TextArea } from "#src/ui/fields/text-area.tsx";

type Props = {
	question: Question;
	/** The initial text. */
	answer: string;
	/** Resolves to whether it was saved. */
	onAnswer(text: string): Promise<boolean>;
	onClose(): void;
};

/** Answers a question in the person's own words, which also confirms it. */
export function AnswerDialog({ question: { text }, answer: before, onAnswer, onClose }: Props) {
	const [answer, setAnswer] = useState(before);
	const [busy, setBusy] = useState(false);
	const isChanged = answer.trim() !== before.trim() && answer.trim() !== "";
	useBusyForm(isChanged);
	const submit = async (event: SubmitEvent) => {
		event.preventDefault();
		if (busy || !isChanged) return;
		setBusy(true);
		const saved = await onAnswer(answer.trim());
		setBusy(false);
		if (saved) onClose();
	};
	return (
		<Modal title={before === "" ? "Answer" : "Edit the answer"} subtitle={text} busy={busy} onClose={onClose}>
			<form onSubmit={submit} className="grid gap-4">
				<TextArea
					id="answer"
					name="answer"
					label="Answer"
					hint="It goes into the customer’s file as yours."
					rows={6}
					required
					maxLength={ANSWER_LIMIT}
					value={answer}
					onChange={({ target }) => setAnswer(target.value)}
				/>
				<Button type="submit" variant="primary" disabled={busy || !isChanged}>
					{busy ? "Saving…" : "Confirm this answer"}
				</Button>
			</form>
		</Modal>
	);
}
