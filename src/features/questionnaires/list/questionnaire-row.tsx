import { counted } from "#contract/format/count.ts";
import type { Questionnaire } from "#contract/questionnaires/questionnaires.ts";
import { daysUntil } from "#src/lib/days/due-days.ts";
import { ColorMark } from "#src/lib/workspace/color-mark.tsx";
import { Link } from "#src/lib/workspace/link.tsx";
import { hasClients } from "#src/lib/workspace/shown.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { ShapeMark } from "#src/ui/shape-mark.tsx";
import { progressText, questionnaireDueText } from "../questionnaire-labels.ts";

const CLOCK = "M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM6 3.5V6l1.75 1";

type Props = {
	questionnaire: Questionnaire;
	/** Answers that wait on this device. */
	waiting: number;
	/** Milliseconds; 0 before the page is alive. */
	now: number;
};

/** A questionnaire in a list: whose it is, until when, and how far it is. */
export function QuestionnaireRow({ questionnaire, waiting, now }: Props) {
	const { id, clientId, title, customer, due, state, counts } = questionnaire;
	const { workspace, client } = useScope();
	const whose = client === null && hasClients(workspace) && workspace?.clients.find((one) => one.id === clientId);
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
				{dueText !== "" && (
					<span className={overdue ? "inline-flex items-center gap-1 font-semibold text-ink" : ""}>
						{overdue && <ShapeMark path={CLOCK} />}
						{dueText}
					</span>
				)}
				<span>{progressText(counts)}</span>
				{counts.proposed > 0 && <span>{counts.proposed.toLocaleString("en")} proposed</span>}
				{counts.needsPerson > 0 && (
					<span>
						{counts.needsPerson.toLocaleString("en")} {counts.needsPerson === 1 ? "needs" : "need"} a person
					</span>
				)}
				{waiting > 0 && <span className="font-semibold text-ink">{counted(waiting, "answer")} waiting to be sent</span>}
				{whose && (
					<span className="inline-flex items-baseline gap-1.5">
						<ColorMark color={whose.color} />
						<bdi>{whose.name}</bdi>
					</span>
				)}
			</p>
		</article>
	);
}
