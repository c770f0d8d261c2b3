import { counted } from "#contract/format/count.ts";
import type { QuestionnaireDetail } from "#contract/questionnaires/questionnaires.ts";
import { FileLinks } from "#src/lib/data/files/file-links.tsx";
import { useOnline } from "#src/lib/device/use-online.ts";
import { filledFileUrl } from "#src/lib/questionnaires/questionnaires-api.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import type { Entry } from "#src/requests/entry.ts";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { waitingAnswers } from "../question-words.ts";

type Props = {
	/** Including the answers given here. */
	questionnaire: QuestionnaireDetail;
	words: readonly Entry[];
	onClose(): void;
};

/** Says what is in the file before it is downloaded: how many questions are still open, and what has not been sent yet. */
export function DownloadDialog({ questionnaire, words, onClose }: Props) {
	const { scope } = useScope();
	const online = useOnline();
	const { id, fileName, hasFile, counts } = questionnaire;
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
				<p>A column of sources says where each answer is from.</p>
				{waiting > 0 && (
					<p className="font-medium">
						{counted(waiting, "answer")} on this device {waiting === 1 ? "has" : "have"} not been sent yet and{" "}
						{waiting === 1 ? "is" : "are"} not in the file. Send the outbox first.
					</p>
				)}
				{!hasFile ? (
					<p>This questionnaire was handed over without its file, so there is nothing to fill in.</p>
				) : online ? (
					<FileLinks files={[{ label: "Download", href: filledFileUrl(id, scope), download: "" }]} />
				) : (
					<p>The file needs a connection.</p>
				)}
			</div>
		</Modal>
	);
}
