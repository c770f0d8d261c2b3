import { sizeText } from "#contract/format/size.ts";
import { QUESTIONNAIRE_BYTES } from "#contract/questionnaires/file-types.ts";
import { questionnaireTypeOf } from "./questionnaire-file.ts";

type Props = {
	file: File | null;
	busy: boolean;
	/** What is wrong with the file; empty if nothing is. */
	trouble: string;
	onFile(file: File): void;
};

/** A field for a customer's file. */
export const ChooseQuestionnaireFile = ({ file, busy, trouble, onFile }: Props) => (
	<div>
		<label
			className={`flex min-h-12 items-center justify-center rounded-control border border-line-strong bg-raised px-4 text-center font-semibold text-17 has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 ${busy ? "text-quiet" : "cursor-pointer hover:border-ink"}`}
		>
			<span className="wrap-anywhere">{file ? file.name : "Choose the file"}</span>
			<input
				type="file"
				accept=".xlsx,.csv,.docx"
				disabled={busy}
				onChange={({ currentTarget }) => {
					const [chosen] = currentTarget.files ?? [];
					// The same file can be chosen again after it was corrected.
					currentTarget.value = "";
					if (chosen) onFile(chosen);
				}}
				className="sr-only"
			/>
		</label>
		<p className="mt-1.5 text-13 text-quiet">
			XLSX, CSV or DOCX, up to {sizeText(QUESTIONNAIRE_BYTES)}. The customer’s file is kept as it is.
		</p>
		<p role="alert" className="mt-1 font-medium text-15 text-high empty:hidden">
			{trouble}
		</p>
	</div>
);

/** Why a file cannot be a questionnaire; empty if it can. */
export function troubleOf(file: File): string {
	if (questionnaireTypeOf(file) === null) return "That is not an XLSX, CSV or DOCX file. Nothing was added.";
	if (file.size > QUESTIONNAIRE_BYTES) {
		return `This file is larger than ${sizeText(QUESTIONNAIRE_BYTES)}. Take pictures out of it, or add it in parts.`;
	}
	return "";
}
