import { counted } from "#contract/format/count.ts";
import type { QuestionnaireAdded } from "#contract/questionnaires/questionnaires.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { NotTakenList } from "./not-taken-list.tsx";

/** What was found in a questionnaire, and everything that was not taken. */
export function UploadReport({ added: { id, counts, notTaken } }: { added: QuestionnaireAdded }) {
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
