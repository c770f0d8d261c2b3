import type { TestRun } from "#contract/controls/tests.ts";
import { dayText, timeText } from "#contract/format/time.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { ResultMark } from "./run-marks.tsx";

/** One run in words: its result, the reason, and the evidence it left behind. */
export function RunText({
	run: { result, at, host, reason, expiresOn, by, scanId, evidenceId, evidenceDeleted },
}: {
	run: TestRun;
}) {
	return (
		<div className="text-15">
			<p className="wrap-anywhere flex flex-wrap items-center gap-x-3 tabular-nums">
				<ResultMark result={result} />
				<time dateTime={at} className="text-13 text-quiet">
					{timeText(at)}
				</time>
				{host !== "" && <bdi className="font-mono text-13 text-quiet">{host}</bdi>}
				{by && <bdi className="text-13 text-quiet">{by.name}</bdi>}
			</p>
			<p className="wrap-anywhere">{reason}</p>
			<p className="flex flex-wrap items-center gap-x-5 text-13 text-quiet tabular-nums">
				<span>
					{evidenceDeleted ? "Its evidence was deleted, so it no longer counts." : `Good until ${dayText(expiresOn)}`}
				</span>
				{evidenceId !== null && (
					<Link to={`/dashboard/evidence/${evidenceId}`} className="inline-flex min-h-11 items-center text-15">
						Evidence
					</Link>
				)}
				{scanId !== null && (
					<Link to={`/dashboard/scans/${scanId}`} className="inline-flex min-h-11 items-center text-15">
						Scan
					</Link>
				)}
			</p>
		</div>
	);
}
