import { scanName } from "#contract/kinds/kinds.ts";
import type { AnswerSource } from "#contract/questionnaires/sources.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { TimeText } from "#src/ui/time-text.tsx";
import { sourceLine } from "../questionnaire-labels.ts";

/** The source of an answer. The scans behind an observation can be opened, and so can a signed assessment. */
export function SourceNote({ source }: { source: AnswerSource }) {
	if (source.type === "assessment") {
		const question = new URLSearchParams({ question: source.questionId });
		return (
			<p className="wrap-anywhere text-13 text-quiet tabular-nums">
				<Link
					to={`/dashboard/assessments/${source.assessmentId}?${question}`}
					className="inline-flex min-h-11 items-center"
				>
					{sourceLine(source)}
				</Link>
			</p>
		);
	}
	if (source.type !== "observation") {
		return <p className="wrap-anywhere text-13 text-quiet tabular-nums">{sourceLine(source)}</p>;
	}
	const left = source.scansTotal - source.scans.length;
	return (
		<details className="text-13 text-quiet tabular-nums">
			<summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
				{sourceLine(source)}
			</summary>
			<ul className="mb-2 grid gap-1">
				{source.scans.map(({ scanId, kind, host, at }) => (
					<li key={scanId} className="wrap-anywhere">
						<Link to={`/dashboard/scans/${scanId}`} className="inline-flex min-h-11 flex-wrap items-center gap-x-2">
							{scanName(kind)} of <bdi className="font-mono">{host}</bdi>
						</Link>{" "}
						<TimeText at={at} />
					</li>
				))}
				{left > 0 && <li>And {left.toLocaleString("en")} more.</li>}
			</ul>
		</details>
	);
}
