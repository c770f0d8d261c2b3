import { useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import type * as z from "zod/mini";
import { counted } from "#contract/format/count.ts";
import type { Mapping } from "#contract/questionnaires/mapping.ts";
import { fileRefused, type QuestionnaireAdded } from "#contract/questionnaires/questionnaires.ts";
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
import { TextButton } from "#src/ui/text-button.tsx";
import { TableList } from "../tables/table-list.tsx";
import { TableSummary } from "../tables/table-summary.tsx";
import { TablesForm } from "../tables/tables-form.tsx";
import { type About, AboutFields } from "./about-fields.tsx";
import { ChooseQuestionnaireFile, troubleOf } from "./choose-questionnaire-file.tsx";
import { NotTakenList } from "./not-taken-list.tsx";
import { questionnaireTypeOf, titleOf } from "./questionnaire-file.ts";

type ReportProps = { added: QuestionnaireAdded; onAdded(added: QuestionnaireAdded): void };

/** How a questionnaire was understood, to be corrected at once, what was found in it, and every row that was not taken. */
function UploadReport({ added, onAdded }: ReportProps) {
	const { id, counts, notTaken, tables } = added;
	const { questions, proposed, needsPerson } = counts;
	const [isMending, setIsMending] = useState(false);
	if (isMending) {
		return (
			<TablesForm
				questionnaire={added}
				onRead={(read) => {
					onAdded(read);
					setIsMending(false);
				}}
			/>
		);
	}
	return (
		<div className="grid gap-4 text-15">
			<p role="status">
				{counted(questions, "question")} found: {counted(proposed, "answer")} proposed,{" "}
				{needsPerson.toLocaleString("en")} {needsPerson === 1 ? "needs" : "need"} a person. Nothing counts before you
				confirm it.
			</p>
			<div>
				<p className="font-semibold">How the file was read</p>
				<TableSummary tables={tables.filter(({ use }) => use.use === "questions")} />
				<TextButton onClick={() => setIsMending(true)}>That is not right: change it</TextButton>
			</div>
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

type FileRefused = z.infer<typeof fileRefused>;
const NOTHING: FileRefused = { notTaken: [], tables: [] };

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
	const [refused, setRefused] = useState<FileRefused>(NOTHING);
	const [mapping, setMapping] = useState<Mapping>({});
	const [added, setAdded] = useState<QuestionnaireAdded | null>(null);
	/** The key of this upload: another file or title is another request. */
	const key = useRef<string | null>(null);
	const busy = state.status === "submitting";
	useBusyForm(busy || (file !== null && added === null));
	const change = () => {
		key.current = null;
		clear();
	};
	const choose = (chosen: File) => {
		change();
		setRefused(NOTHING);
		setMapping({});
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
			...(Object.keys(mapping).length > 0 && { mapping: JSON.stringify(mapping) }),
		};
		const sending = { file, type, upload, key: key.current, onProgress: setPercent };
		await submit(async () => {
			try {
				setAdded(await sendQuestionnaire(sending, scope));
			} catch (error) {
				const details = error instanceof ApiFailure ? fileRefused.safeParse(error.details) : undefined;
				if (details?.success) setRefused(details.data);
				throw error;
			}
			void refreshQuestionnaires(queries);
		});
	};
	if (added) {
		return (
			<Modal title="Questionnaire added" subtitle={about.title} onClose={onClose}>
				<UploadReport added={added} onAdded={setAdded} />
			</Modal>
		);
	}
	return (
		<Modal title="Add a questionnaire" busy={busy} onClose={onClose}>
			<form ref={form} onSubmit={send} onInput={change} className="grid gap-4">
				<ChooseQuestionnaireFile file={file} busy={busy} trouble={trouble} onFile={choose} />
				<AboutFields about={about} onAbout={setAbout} />
				<SubmissionFailure title="Nothing was added" state={state} />
				{refused.notTaken.length > 0 && <NotTakenList notTaken={refused.notTaken} />}
				{refused.tables.length > 0 && (
					<TableList
						tables={refused.tables}
						mapping={mapping}
						onChange={(update) => {
							change();
							setMapping(update);
						}}
					/>
				)}
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
