import { useId, useState } from "react";
import type { AnswerValue } from "#contract/assessments/answers.ts";
import type { Question } from "#contract/assessments/template.ts";
import type { Typed } from "#src/lib/assessments/drafts/drafts.ts";
import { ChoiceButtons, SeveralButtons } from "#src/lib/assessments/fields/choice-buttons.tsx";
import { PlaceAnswer } from "#src/lib/assessments/fields/place-answer.tsx";
import { TypedField, type TypedQuestion } from "#src/lib/assessments/fields/typed-field.tsx";
import { typedText } from "#src/lib/assessments/typed-answer.ts";
import { Button } from "#src/ui/button.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { SignatureField } from "../signature/signature-field.tsx";
import { canScanTags, ScanTagDialog } from "./scan-tag-dialog.tsx";

type Props = {
	question: Question;
	/** The current answer. */
	value: AnswerValue | null;
	typed: Typed;
	error: string;
	busy: boolean;
	onTyped(change: Pick<Typed, "text" | "choices">): void;
	/** Saves the answer at once. */
	onAnswer(value: AnswerValue): void;
	/** A PNG. */
	onSigned(name: string, bytes: ArrayBuffer): Promise<boolean>;
};

/** A day in the format of a date field, by the device's calendar. */
function today(): string {
	const now = new Date();
	const two = (number: number) => String(number).padStart(2, "0");
	return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

function SignatureAnswer({ busy, onSigned }: Pick<Props, "busy" | "onSigned">) {
	const id = useId();
	const [name, setName] = useState("");
	return (
		<div className="grid gap-3">
			<FormField
				id={id}
				label="Name"
				maxLength={120}
				autoComplete="off"
				value={name}
				onChange={({ target }) => setName(target.value)}
			/>
			<SignatureField
				name={name}
				button="Keep the signature"
				busy={busy}
				refusal={() => (name.trim() === "" ? "Type the name of the person who signs." : null)}
				onSigned={(bytes) => onSigned(name.trim(), bytes)}
			/>
		</div>
	);
}

type TypedProps = Pick<Props, "value" | "typed" | "error" | "onTyped" | "onAnswer"> & { question: TypedQuestion };

function TagAnswer({ question, value, typed, error, onTyped, onAnswer }: TypedProps) {
	const id = useId();
	const [scanning, setScanning] = useState(false);
	return (
		<div className="grid gap-3">
			{canScanTags() && (
				<Button variant="secondary" wide aria-haspopup="dialog" onClick={() => setScanning(true)}>
					Scan the code
				</Button>
			)}
			<TypedField
				id={id}
				question={question}
				text={typed.text ?? typedText(value)}
				error={error}
				rows={4}
				onText={(text) => onTyped({ text })}
			/>
			{scanning && (
				<ScanTagDialog
					onClose={() => setScanning(false)}
					onTag={(tag) => {
						setScanning(false);
						onAnswer({ type: "asset-tag", tag });
					}}
				/>
			)}
		</div>
	);
}

/** The fields that answer a question, by its type. */
export function AnswerFields(props: Props) {
	const { question, value, typed, error, busy, onTyped, onAnswer, onSigned } = props;
	const field = {
		id: useId(),
		text: typed.text ?? typedText(value),
		error,
		rows: 4,
		onText: (text: string) => onTyped({ text }),
	};
	switch (question.type) {
		case "choice":
			return <ChoiceButtons question={question} value={value} disabled={busy} onAnswer={onAnswer} />;
		case "several":
			return (
				<SeveralButtons
					choices={question.choices}
					chosen={typed.choices ?? (value?.type === "several" ? value.choices : [])}
					disabled={busy}
					onChosen={(choices) => onTyped({ choices })}
				/>
			);
		case "text":
		case "number":
			return <TypedField {...field} question={question} />;
		case "date":
			return (
				<div className="flex flex-wrap items-end gap-3">
					<TypedField {...field} question={question} />
					<Button variant="secondary" disabled={busy} onClick={() => onAnswer({ type: "date", date: today() })}>
						Today
					</Button>
				</div>
			);
		case "place":
			return <PlaceAnswer value={value} busy={busy} onAnswer={onAnswer} />;
		case "signature":
			return <SignatureAnswer busy={busy} onSigned={onSigned} />;
		case "asset-tag":
			return <TagAnswer {...props} question={question} />;
		case "photo":
			return null;
	}
}
