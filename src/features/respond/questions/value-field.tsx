import { useState } from "react";
import type { AnswerValue } from "#contract/assessments/answers.ts";
import type { Question } from "#contract/assessments/template.ts";
import { ChoiceButtons, SeveralButtons } from "#src/lib/assessments/fields/choice-buttons.tsx";
import { PlaceAnswer } from "#src/lib/assessments/fields/place-answer.tsx";
import { TypedField, type TypedQuestion } from "#src/lib/assessments/fields/typed-field.tsx";
import { readTyped, typedText } from "#src/lib/assessments/typed-answer.ts";

type Props<Q extends Question = Question> = {
	question: Q;
	value: AnswerValue | null;
	disabled: boolean;
	/** Null takes the answer back. */
	onValue(value: AnswerValue | null): void;
};

function TypedValue({ question, value, onValue }: Props<TypedQuestion>) {
	// As typed: a value has no spaces at its ends, and a number no zeros.
	const [typed, setTyped] = useState(typedText(value));
	const read = readTyped(question, { text: typed });
	const change = (text: string) => {
		setTyped(text);
		const next = readTyped(question, { text });
		if (next.ok && next.parts.value !== undefined) onValue(next.parts.value);
	};
	const error = read.ok ? "" : read.message;
	return <TypedField id="respond-answer" question={question} text={typed} error={error} rows={5} onText={change} />;
}

/** The field that a question asks for. */
export function ValueField(props: Props) {
	const { question, value, disabled, onValue } = props;
	switch (question.type) {
		case "choice":
			return <ChoiceButtons question={question} value={value} disabled={disabled} onAnswer={onValue} />;
		case "several": {
			const chosen = value?.type === "several" ? value.choices : [];
			return (
				<SeveralButtons
					choices={question.choices}
					chosen={chosen}
					disabled={disabled}
					onChosen={(choices) => onValue(choices.length === 0 ? null : { type: "several", choices })}
				/>
			);
		}
		case "text":
		case "number":
		case "date":
		case "asset-tag":
			return <TypedValue {...props} question={question} />;
		case "place":
			return <PlaceAnswer value={value} busy={disabled} onAnswer={onValue} />;
		case "photo":
		case "signature":
			return (
				<p className="text-15">
					{question.type === "photo" ? "Photos" : "Signatures"} can’t be sent through a link. Choose “I cannot answer
					this”, and say in the note how it can be seen.
				</p>
			);
	}
}
