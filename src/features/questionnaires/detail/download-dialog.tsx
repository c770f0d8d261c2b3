import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { counted } from "#contract/format/count.ts";
import { SOURCES_PLACES, type SourcesPlace, sourcesPlace } from "#contract/questionnaires/mapping.ts";
import type { QuestionnaireDetail } from "#contract/questionnaires/questionnaires.ts";
import { FileLinks } from "#src/lib/data/files/file-links.tsx";
import { useOnline } from "#src/lib/device/use-online.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { refreshQuestionnaires } from "#src/lib/questionnaires/questionnaire-keys.ts";
import { changeQuestionnaire, filledFileUrl } from "#src/lib/questionnaires/questionnaires-api.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import type { Entry } from "#src/requests/entry.ts";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { CheckField } from "#src/ui/fields/check-field.tsx";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { waitingAnswers } from "../question-words.ts";

/** In documents another column would break the layout, so a line takes its place. */
const SOURCES_LABELS: Record<"table" | "docx", Record<SourcesPlace, string>> = {
	table: { column: "In a column of its own", comment: "In a comment on each answer", none: "Nowhere in the file" },
	docx: { column: "In a line below each answer", comment: "Nowhere in the file", none: "Nowhere in the file" },
};

type Props = {
	/** Including the answers given here. */
	questionnaire: QuestionnaireDetail;
	words: readonly Entry[];
	onClose(): void;
};

/** Says what is in the file before it is downloaded: how many questions are still open, and what has not been sent yet. */
export function DownloadDialog({ questionnaire, words, onClose }: Props) {
	const { scope, can } = useScope();
	const online = useOnline();
	const queries = useQueryClient();
	const { state, submit } = useSubmission();
	const [replaces, setReplaces] = useState(false);
	const { id, fileName, fileType, hasFile, counts, questions, sources } = questionnaire;
	const confirmed = questions.filter((question) => question.state === "confirmed");
	const full = confirmed.filter(
		({ standing, answer, choice }) => standing !== "" && standing !== answer && standing !== choice,
	);
	const unchosen = confirmed.filter(({ list, choice }) => list !== null && choice === "").length;
	const places = SOURCES_PLACES.filter((place) => place !== "comment" || fileType === "xlsx");
	const waiting = waitingAnswers(words, id);
	const open = counts.questions - counts.confirmed;
	return (
		<Modal title="Download the file" subtitle={fileName} onClose={onClose}>
			<div className="grid gap-3 text-15">
				<p>
					{open === 0
						? `All ${counted(counts.questions, "question")} are confirmed.`
						: `${counted(counts.confirmed, "confirmed answer")} will be filled in. ${counted(open, "question")} ${open === 1 ? "is" : "are"} still open and ${open === 1 ? "stays" : "stay"} as ${open === 1 ? "it is" : "they are"} in the customer’s file.`}
				</p>
				{unchosen > 0 && (
					<p>
						{counted(unchosen, "confirmed answer")} {unchosen === 1 ? "has" : "have"} nothing chosen in the file’s list.{" "}
						{unchosen === 1 ? "That cell stays" : "Those cells stay"} as {unchosen === 1 ? "it is" : "they are"}.
					</p>
				)}
				<ChoiceField
					id="sources"
					label="Where each answer’s source goes"
					options={places.map((value) => ({
						value,
						label: SOURCES_LABELS[fileType === "docx" ? "docx" : "table"][value],
					}))}
					value={places.includes(sources) ? sources : "none"}
					disabled={!online || !can("work") || state.status === "submitting"}
					hint="The next questionnaire begins with the same."
					onChange={({ target }) =>
						void submit(async () => {
							await changeQuestionnaire(id, { sources: sourcesPlace.parse(target.value) }, scope);
							await refreshQuestionnaires(queries);
						})
					}
				/>
				<SubmissionFailure title="Nothing was changed" state={state} />
				{full.length > 0 && (
					<CheckField id="replace" checked={replaces} onChange={({ target }) => setReplaces(target.checked)}>
						Replace what{" "}
						{full.length === 1 ? "one cell already holds" : `${full.length.toLocaleString("en")} cells already hold`} in
						the customer’s file. Otherwise {full.length === 1 ? "that answer stays" : "those answers stay"} out of it.
					</CheckField>
				)}
				{waiting > 0 && (
					<p className="font-medium">
						{counted(waiting, "answer")} on this device {waiting === 1 ? "has" : "have"} not been sent yet and{" "}
						{waiting === 1 ? "is" : "are"} not in the file. Send the outbox first.
					</p>
				)}
				{!hasFile ? (
					<p>This questionnaire was handed over without its file, so there is nothing to fill in.</p>
				) : online ? (
					<FileLinks files={[{ label: "Download", href: filledFileUrl(id, replaces, scope), download: "" }]} />
				) : (
					<p>The file needs a connection.</p>
				)}
			</div>
		</Modal>
	);
}
