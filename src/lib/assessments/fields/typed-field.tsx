import type { Question } from "#contract/assessments/template.ts";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { TextArea } from "#src/ui/fields/text-area.tsx";

export type TypedQuestion = Extract<Question, { type: "text" | "number" | "date" | "asset-tag" }>;

type Props = {
	id: string;
	question: TypedQuestion;
	/** As typed. */
	text: string;
	/** Empty if there is none. */
	error: string;
	/** For a long text. */
	rows: number;
	onText(text: string): void;
};

/** The field for a question that is answered by typing. */
export function TypedField({ id, question, text, error, rows, onText }: Props) {
	const field = {
		id,
		name: "answer",
		value: text,
		onChange: ({ target }: { target: { value: string } }) => onText(target.value),
	};
	switch (question.type) {
		case "text":
			return <TextArea {...field} label="Answer" rows={rows} maxLength={4_000} />;
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
					error={error}
				/>
			);
	}
}
