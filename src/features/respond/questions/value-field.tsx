import { useState } from "react";
import type { AnswerValue } from "#contract/assessments/answers.ts";
import type { Question } from "#contract/assessments/template.ts";
import { ChoiceButtons, SeveralButtons } from "#src/lib/assessments/fields/choice-buttons.tsx";
import { PlaceAnswer } from "#src/lib/assessments/fields/place-answer.tsx";
import { readTyped } from "#src/lib/assessments/typed-answer.ts";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { TextArea } from "#src/ui/fields/text-area.tsx";

type Props<Q extends Question = Question> = {
	question: Q;
	value: AnswerValue | null;
	disabled: boolean;
	/** Null takes the answer back. */
	onValue(value: AnswerValue | null): void;
};

/** What is in the field of a question that is typed. */
function typedText(value: AnswerValue | null): string {
	switch (value?.type) {
		case "text":
			return value.text;
		case "number":
			return String(value.number);
		case "date":
			return value.date;
		case "asset-tag":
			return value.tag;
		default:
			return "";
	}
}

type TypedQuestion = Extract<Question, { type: "text" | "number" | "date" | "asset-tag" }>;

function TypedValue({ question, value, onValue }: Props<TypedQuestion>) {
	// As typed: a value has no spaces at its ends, and a number no zeros.
	const [typed, setTyped] = useState(typedText(value));
	const read = readTyped(question, { text: typed });
	const change = (text: string) => {
		setTyped(text);
		const next = readTyped(question, { text });
		if (next?.ok && next.parts.value !== undefined) onValue(next.parts.value);
	};
	const field = {
		id: "respond-answer",
		name: "answer",
		label: "Answer",
		value: typed,
		onChange: ({ target }: { target: { value: string } }) => change(target.value),
	};
	const error = read?.ok === false ? read.message : "";
	switch (question.type) {
		case "text":
			return <TextArea {...field} rows={5} maxLength={4_000} />;
		case "number":
			return (
				<FormField
					{...field}
					label={question.unit === "" ? "Number" : `Number (${question.unit})`}
					inputMode="decimal"
					autoComplete="off"
					error={error}
				/>
			);
		case "date":
			return <FormField {...field} type="date" label="Day" error={error} />;
		case "asset-tag":
			return (
				<FormField
					{...field}
					label="Asset tag"
					maxLength={100}
					autoComplete="off"
					autoCapitalize="characters"
					spellCheck={false}
				/>
			);
	}
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
