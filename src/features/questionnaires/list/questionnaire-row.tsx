import { counted } from "#contract/format/count.ts";
import type { Questionnaire } from "#contract/questionnaires/questionnaires.ts";
import { daysUntil } from "#src/lib/days/due-days.ts";
import { Whose } from "#src/lib/workspace/clients/whose.tsx";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { DueLine } from "#src/ui/list/due-line.tsx";
import { progressText, questionnaireDueText } from "../questionnaire-labels.ts";

type Props = {
	questionnaire: Questionnaire;
	/** Answers that wait on this device. */
	waiting: number;
	/** Milliseconds; 0 before hydration. */
	now: number;
};

/** A questionnaire in a list: its customer, due day and progress. */
export function QuestionnaireRow({ questionnaire, waiting, now }: Props) {
	const { id, clientId, title, customer, due, state, counts } = questionnaire;
	const overdue = due !== null && state === "open" && now > 0 && daysUntil(due, now) < 0;
	const dueText = questionnaireDueText(questionnaire, now);
	return (
		<article className="border-line border-b py-3">
			<p className="wrap-anywhere font-semibold text-15">
				<Link
					to={`/dashboard/questionnaires/${id}`}
					className="inline-flex min-h-11 items-center text-ink no-underline hover:underline"
				>
					<bdi>{title}</bdi>
				</Link>
			</p>
			<p className="wrap-anywhere flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-quiet tabular-nums">
				{customer !== "" && <bdi>{customer}</bdi>}
				{dueText !== "" && <DueLine overdue={overdue}>{dueText}</DueLine>}
				<span>{progressText(counts)}</span>
				{counts.proposed > 0 && <span>{counts.proposed.toLocaleString("en")} proposed</span>}
				{counts.needsPerson > 0 && (
					<span>
						{counts.needsPerson.toLocaleString("en")} {counts.needsPerson === 1 ? "needs" : "need"} a person
					</span>
				)}
				{waiting > 0 && <span className="font-semibold text-ink">{counted(waiting, "answer")} waiting to be sent</span>}
				<Whose clientId={clientId} />
			</p>
		</article>
	);
}
