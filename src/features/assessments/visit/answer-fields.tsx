import { useId, useState } from "react";
import type { AnswerValue } from "#contract/assessments/answers.ts";
import type { Question } from "#contract/assessments/template.ts";
import type { Typed } from "#src/lib/assessments/drafts/drafts.ts";
import { ChoiceButtons, SeveralButtons } from "#src/lib/assessments/fields/choice-buttons.tsx";
import { PlaceAnswer } from "#src/lib/assessments/fields/place-answer.tsx";
import { Button } from "#src/ui/button.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { TextArea } from "#src/ui/fields/text-area.tsx";
import { SignatureField } from "../signature/signature-field.tsx";
import { canScanTags, ScanTagDialog } from "./scan-tag-dialog.tsx";

type Props = {
	question: Question;
	/** What stands. */
	value: AnswerValue | null;
	typed: Typed;
	error: string;
	busy: boolean;
	onTyped(change: Pick<Typed, "text" | "choices">): void;
	/** Answers at once. */
	onAnswer(value: AnswerValue): void;
	/** A PNG. */
	onSigned(name: string, bytes: ArrayBuffer): Promise<boolean>;
};

/** A day as a date field gives it, by the device's calendar. */
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

function TagAnswer({ value, typed, error, onTyped, onAnswer }: Props) {
	const id = useId();
	const [scanning, setScanning] = useState(false);
	return (
		<div className="grid gap-3">
			{canScanTags() && (
				<Button variant="secondary" wide aria-haspopup="dialog" onClick={() => setScanning(true)}>
					Scan the code
				</Button>
			)}
			<FormField
				id={id}
				label="Asset tag"
				maxLength={100}
				autoComplete="off"
				autoCapitalize="characters"
				error={error}
				value={typed.text ?? (value?.type === "asset-tag" ? value.tag : "")}
				onChange={({ target }) => onTyped({ text: target.value })}
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

/** What answers a question, by its type. */
export function AnswerFields(props: Props) {
	const { question, value, typed, error, busy, onTyped, onAnswer, onSigned } = props;
	const id = useId();
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
			return (
				<TextArea
					id={id}
					label="Answer"
					rows={4}
					maxLength={4_000}
					value={typed.text ?? (value?.type === "text" ? value.text : "")}
					onChange={({ target }) => onTyped({ text: target.value })}
				/>
			);
		case "number":
			return (
				<FormField
					id={id}
					label={question.unit === "" ? "Number" : `Number (${question.unit})`}
					inputMode="decimal"
					autoComplete="off"
					error={error}
					value={typed.text ?? (value?.type === "number" ? String(value.number) : "")}
					onChange={({ target }) => onTyped({ text: target.value })}
				/>
			);
		case "date":
			return (
				<div className="flex flex-wrap items-end gap-3">
					<FormField
						id={id}
						label="Day"
						type="date"
						error={error}
						value={typed.text ?? (value?.type === "date" ? value.date : "")}
						onChange={({ target }) => onTyped({ text: target.value })}
					/>
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
			return <TagAnswer {...props} />;
		case "photo":
			return null;
	}
}
