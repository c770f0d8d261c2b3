import type { AssessmentSummary } from "#contract/assessments/assessments.ts";
import { afterAnswer } from "#contract/assessments/state.ts";
import { counted } from "#contract/format/count.ts";
import { timeText } from "#contract/format/time.ts";
import { progressTexts } from "#src/lib/assessments/assessment-labels.ts";
import { AssessmentStateBadge } from "#src/lib/assessments/assessment-state-badge.tsx";
import { Whose } from "#src/lib/workspace/clients/whose.tsx";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { assessmentPath, visitPath } from "../assessment-address.ts";

type Props = {
	assessment: AssessmentSummary;
	/** The part of it that this device has not sent yet. */
	waiting: number;
};

/** An assessment in a list, with a link to where the person left off. */
export function AssessmentRow({ assessment, waiting }: Props) {
	const { id, clientId, title, subject, state, changedAt } = assessment;
	const { can } = useScope();
	const mayGoOn = can("answer") && afterAnswer(state) !== null && state !== "signed" && state !== "accepted";
	return (
		<article className="border-line border-b py-3">
			<div className="flex flex-wrap items-start gap-x-4">
				<div className="min-w-0 grow basis-56 pt-1">
					<p className="wrap-anywhere font-semibold text-15">
						<Link to={assessmentPath(id)} className="text-ink no-underline hover:underline">
							<bdi>{title}</bdi>
						</Link>
					</p>
					{subject !== "" && (
						<p className="wrap-anywhere text-15">
							<bdi>{subject}</bdi>
						</p>
					)}
					<p className="wrap-anywhere mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-quiet tabular-nums">
						<AssessmentStateBadge state={state} />
						{progressTexts(assessment).map((text) => (
							<span key={text}>{text}</span>
						))}
						<span>{timeText(changedAt)}</span>
						<Whose clientId={clientId} />
					</p>
					{waiting > 0 && (
						<p className="mt-1 text-13">{counted(waiting, "entry", "entries")} on this device, waiting to be sent</p>
					)}
				</div>
				{mayGoOn && (
					<Link
						to={visitPath(id, null)}
						aria-label={`${state === "draft" ? "Begin" : "Continue"}: ${title}`}
						className="inline-flex min-h-11 flex-none items-center text-15 print:hidden"
					>
						{state === "draft" ? "Begin" : "Continue"}
					</Link>
				)}
			</div>
		</article>
	);
}
