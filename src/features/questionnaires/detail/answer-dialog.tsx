import { type SubmitEvent, useState } from "react";
import { ANSWER_LIMIT, type Question } from "#contract/questionnaires/questionnaires.ts";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { TextArea } from "#src/ui/fields/text-area.tsx";
import { ChoicePicker } from "./choice-picker.tsx";

type Props = {
	question: Question;
	/** The values that its cell accepts; none if it accepts any text. */
	choices: readonly string[];
	/** The initial text and choice. */
	answer: string;
	choice: string;
	/** Resolves to whether it was saved. */
	onAnswer(text: string, choice: string): Promise<boolean>;
	onClose(): void;
};

/** Answers a question in the person's own words, and with a value of its list if it has one, which also confirms it. */
export function AnswerDialog({ question: { text, hasText }, choices, onAnswer, onClose, ...before }: Props) {
	const [answer, setAnswer] = useState(before.answer);
	const [choice, setChoice] = useState(before.choice);
	const [busy, setBusy] = useState(false);
	const hasList = choices.length > 0;
	const isChanged = answer.trim() !== before.answer.trim() || choice !== before.choice;
	const isSaid = answer.trim() !== "" || choice !== "";
	useBusyForm(isChanged && isSaid);
	const submit = async (event: SubmitEvent) => {
		event.preventDefault();
		if (busy || !isChanged || !isSaid) return;
		setBusy(true);
		const saved = await onAnswer(answer.trim() || choice, choice);
		setBusy(false);
		if (saved) onClose();
	};
	const hint = hasText
		? "It goes into the customer’s file as yours."
		: "The file has only a list here. This text stays with the questionnaire.";
	return (
		<Modal title={before.answer === "" ? "Answer" : "Edit the answer"} subtitle={text} busy={busy} onClose={onClose}>
			<form onSubmit={submit} className="grid gap-4">
				{hasList && <ChoicePicker id="answer-choice" choices={choices} choice={choice} onChoose={setChoice} />}
				<TextArea
					id="answer"
					name="answer"
					label={hasList ? "Answer, optional" : "Answer"}
					hint={hint}
					rows={6}
					required={!hasList}
					maxLength={ANSWER_LIMIT}
					value={answer}
					onChange={({ target }) => setAnswer(target.value)}
				/>
				<Button type="submit" variant="primary" disabled={busy || !isChanged || !isSaid}>
					{busy ? "Saving…" : "Confirm this answer"}
				</Button>
			</form>
		</Modal>
	);
}
