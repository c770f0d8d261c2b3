import { type ReactNode, useState } from "react";
import { type AnswerValue, valueFault } from "#contract/assessments/answers.ts";
import { choicesOf, type Question } from "#contract/assessments/template.ts";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { TextArea } from "#src/ui/fields/text-area.tsx";

type Props<Q extends Question = Question> = {
	question: Q;
	value: AnswerValue | null;
	/** Null takes the answer back. */
	onValue(value: AnswerValue | null): void;
};

const CHOICE =
	"wrap-anywhere flex min-h-14 cursor-pointer items-center gap-3 rounded-control border border-line-strong bg-raised px-3 py-2 text-17 hover:border-ink has-checked:border-ink has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-3";
const MARK = "size-5 flex-none accent-accent focus-visible:outline-none";

const Choices = ({ legend, children }: { legend: string; children: ReactNode }) => (
	<fieldset>
		<legend className="sr-only">{legend}</legend>
		<div className="grid gap-2">{children}</div>
	</fieldset>
);

function ChoiceValue({ question, value, onValue }: Props<Extract<Question, { type: "choice" }>>) {
	const chosen = value?.type === "choice" ? value.choice : null;
	return (
		<Choices legend={question.text}>
			{choicesOf(question).map(({ id, label }) => (
				<label key={id} className={CHOICE}>
					<input
						type="radio"
						name={question.id}
						value={id}
						checked={id === chosen}
						onChange={() => onValue({ type: "choice", choice: id })}
						className={MARK}
					/>
					{label}
				</label>
			))}
		</Choices>
	);
}

function SeveralValue({ question, value, onValue }: Props<Extract<Question, { type: "several" }>>) {
	const chosen = value?.type === "several" ? value.choices : [];
	const choose = (id: string, on: boolean) => {
		// In the order of the choices, so that the same ones are the same answer.
		const choices = question.choices.map((one) => one.id).filter((one) => (one === id ? on : chosen.includes(one)));
		onValue({ type: "several", choices });
	};
	return (
		<Choices legend={question.text}>
			{question.choices.map(({ id, label }) => (
				<label key={id} className={CHOICE}>
					<input
						type="checkbox"
						checked={chosen.includes(id)}
						onChange={({ target }) => choose(id, target.checked)}
						className={MARK}
					/>
					{label}
				</label>
			))}
			<label className={CHOICE}>
				<input
					type="checkbox"
					checked={value?.type === "several" && chosen.length === 0}
					onChange={({ target }) => onValue(target.checked ? { type: "several", choices: [] } : null)}
					className={MARK}
				/>
				None of them
			</label>
		</Choices>
	);
}

const NUMBER = /^-?\d+(?:[.,]\d+)?$/;

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

/** What was typed as a value. Undefined: it is none. */
function readTyped(type: TypedQuestion["type"], typed: string): AnswerValue | null | undefined {
	const text = typed.trim();
	if (text === "") return null;
	switch (type) {
		case "text":
			return { type, text };
		case "asset-tag":
			return { type, tag: text };
		case "date":
			return { type, date: text };
		case "number":
			return NUMBER.test(text) ? { type, number: Number(text.replace(",", ".")) } : undefined;
	}
}

function TypedValue({ question, value, onValue }: Props<TypedQuestion>) {
	// As typed: a value has no spaces at its ends, and a number no zeros.
	const [typed, setTyped] = useState(typedText(value));
	const read = readTyped(question.type, typed);
	const error = read === undefined ? "Please give a number." : read === null ? "" : (valueFault(question, read) ?? "");
	const change = (text: string) => {
		setTyped(text);
		const next = readTyped(question.type, text);
		if (next !== undefined && (next === null || valueFault(question, next) === null)) onValue(next);
	};
	const field = {
		id: "respond-answer",
		name: "answer",
		label: "Your answer",
		value: typed,
		onChange: ({ target }: { target: { value: string } }) => change(target.value),
	};
	switch (question.type) {
		case "text":
			return <TextArea {...field} rows={5} maxLength={4_000} />;
		case "number":
			return (
				<FormField
					{...field}
					label={question.unit === "" ? field.label : `Your answer, in ${question.unit}`}
					inputMode="decimal"
					autoComplete="off"
					error={error}
				/>
			);
		case "date":
			return <FormField {...field} type="date" />;
		case "asset-tag":
			return <FormField {...field} maxLength={100} autoComplete="off" autoCapitalize="characters" spellCheck={false} />;
	}
}

/** The field that a question asks for. */
export function ValueField({ question, ...rest }: Props) {
	switch (question.type) {
		case "choice":
			return <ChoiceValue question={question} {...rest} />;
		case "several":
			return <SeveralValue question={question} {...rest} />;
		case "text":
		case "number":
		case "date":
		case "asset-tag":
			return <TypedValue question={question} {...rest} />;
		case "photo":
		case "signature":
		case "place":
			return (
				<p className="text-15">
					Photos, signatures and places cannot be sent through a link. Please describe it in the note.
				</p>
			);
	}
}
