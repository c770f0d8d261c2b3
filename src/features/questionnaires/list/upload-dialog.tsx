import { useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import * as z from "zod/mini";
import { counted } from "#contract/format/count.ts";
import { sizeText } from "#contract/format/size.ts";
import { QUESTIONNAIRE_BYTES } from "#contract/questionnaires/file-types.ts";
import { type NotTaken, notTaken, type QuestionnaireAdded } from "#contract/questionnaires/questionnaires.ts";
import { ApiFailure } from "#src/lib/data/api-failure.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { refreshQuestionnaires } from "#src/lib/questionnaires/questionnaire-keys.ts";
import { sendQuestionnaire } from "#src/lib/questionnaires/questionnaires-api.ts";
import { newId } from "#src/lib/words/new-id.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { type About, AboutFields } from "./about-fields.tsx";
import { NotTakenList } from "./not-taken-list.tsx";
import { questionnaireTypeOf, titleOf } from "./questionnaire-file.ts";

/** What was found in a questionnaire, and every row that was not taken. */
function UploadReport({ added: { id, counts, notTaken } }: { added: QuestionnaireAdded }) {
	const { questions, proposed, needsPerson } = counts;
	return (
		<div className="grid gap-4 text-15">
			<p role="status">
				{counted(questions, "question")} found: {counted(proposed, "answer")} proposed,{" "}
				{needsPerson.toLocaleString("en")} {needsPerson === 1 ? "needs" : "need"} a person. Nothing counts before you
				confirm it.
			</p>
			{notTaken.length > 0 && (
				<div>
					<p className="font-semibold">{counted(notTaken.length, "row")} not taken</p>
					<NotTakenList notTaken={notTaken} />
				</div>
			)}
			<Link
				to={`/dashboard/questionnaires/${id}`}
				className="inline-flex min-h-12 items-center justify-center rounded-control border border-accent bg-accent px-4 font-semibold text-17 text-accent-ink no-underline hover:border-ink hover:bg-ink hover:text-paper"
			>
				Open the questionnaire
			</Link>
		</div>
	);
}

const refusedDetails = z.object({ notTaken: z.array(notTaken) });

/** Sends a customer's questionnaire, and says what was found in it and what was not taken. */
export function UploadDialog({ onClose }: { onClose(): void }) {
	const queries = useQueryClient();
	const { scope } = useScope();
	const online = useOnline();
	const { state, form, submit, clear } = useSubmission();
	const [file, setFile] = useState<File | null>(null);
	const [about, setAbout] = useState<About>({ title: "", customer: "", due: "" });
	const [trouble, setTrouble] = useState("");
	const [percent, setPercent] = useState(0);
	const [refused, setRefused] = useState<readonly NotTaken[]>([]);
	const [added, setAdded] = useState<QuestionnaireAdded | null>(null);
	/** The key of this upload: another file or title is another request. */
	const key = useRef<string | null>(null);
	const busy = state.status === "submitting";
	useBusyForm(busy || (file !== null && added === null));
	const change = () => {
		key.current = null;
		setRefused([]);
		clear();
	};
	const choose = (chosen: File) => {
		change();
		setTrouble(troubleOf(chosen));
		setFile(chosen);
		setAbout((before) => (before.title === "" ? { ...before, title: titleOf(chosen) } : before));
	};
	const send = async (event: SubmitEvent) => {
		event.preventDefault();
		const type = file && questionnaireTypeOf(file);
		if (!file || !type || trouble !== "") return setTrouble(file ? troubleOf(file) : "Please choose a file.");
		key.current ??= newId();
		const upload = {
			title: about.title,
			customer: about.customer,
			...(about.due !== "" && { due: about.due }),
			fileName: file.name.slice(-255),
		};
		const sending = { file, type, upload, key: key.current, onProgress: setPercent };
		await submit(async () => {
			try {
				setAdded(await sendQuestionnaire(sending, scope));
			} catch (error) {
				const details = error instanceof ApiFailure ? refusedDetails.safeParse(error.details) : undefined;
				if (details?.success) setRefused(details.data.notTaken);
				throw error;
			}
			void refreshQuestionnaires(queries);
		});
	};
	if (added) {
		return (
			<Modal title="Questionnaire added" subtitle={about.title} onClose={onClose}>
				<UploadReport added={added} />
			</Modal>
		);
	}
	return (
		<Modal title="Add a questionnaire" busy={busy} onClose={onClose}>
			<form ref={form} onSubmit={send} onInput={change} className="grid gap-4">
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
								if (chosen) choose(chosen);
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
				<AboutFields about={about} onAbout={setAbout} />
				<SubmissionFailure title="Nothing was added" state={state} />
				{refused.length > 0 && <NotTakenList notTaken={refused} />}
				{!online && (
					<p role="status" className="text-15">
						Adding a questionnaire needs a connection. What you chose stays here.
					</p>
				)}
				<Button type="submit" variant="primary" disabled={busy || !online}>
					{!busy ? "Add it" : percent < 100 ? `Sending, ${percent} %` : "Finding the questions…"}
				</Button>
			</form>
		</Modal>
	);
}

function troubleOf(file: File): string {
	if (questionnaireTypeOf(file) === null) return "That is not an XLSX, CSV or DOCX file. Nothing was added.";
	if (file.size > QUESTIONNAIRE_BYTES) {
		return `This file is larger than ${sizeText(QUESTIONNAIRE_BYTES)}. Take pictures out of it, or add it in parts.`;
	}
	return "";
}
