import type { Asset } from "#contract/findings/assets.ts";
import { EVALUATION_WORDS, type Gap, type HostEvaluation } from "#contract/findings/host-evaluation.ts";
import { counted } from "#contract/format/count.ts";
import { timeText } from "#contract/format/time.ts";
import { scanName } from "#contract/kinds/kinds.ts";
import { scanPath } from "#src/lib/scans/scan-path.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { ShapeMark } from "#src/ui/shape-mark.tsx";

/** Ink and shape, not severity colors: how much was evaluated is not a severity. */
const SHAPES: Record<HostEvaluation["status"], string> = {
	"not-scanned": "M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9z",
	failed: "M2.5 2.5l7 7M9.5 2.5l-7 7",
	partial: "M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM6 1.5v9",
	full: "m1.5 6.5 3 3 6-7",
};

const gapText = ({ kind, part, reason }: Gap) =>
	part === "" ? `The newest ${scanName(kind)} failed. ${reason}` : `${part} (${scanName(kind)}): ${reason}`;

function Missing({ gaps, gapsTotal }: Extract<HostEvaluation, { status: "partial" }>) {
	const more = gapsTotal - gaps.length;
	return (
		<details>
			<summary className="inline-flex min-h-11 cursor-pointer items-center text-15 text-accent underline underline-offset-4">
				What was not
			</summary>
			<ul className="wrap-anywhere grid gap-2 text-15">
				{gaps.map((gap) => (
					<li key={`${gap.kind} ${gap.part}`}>{gapText(gap)}</li>
				))}
				{more > 0 && <li>And {counted(more, "more part")}.</li>}
			</ul>
		</details>
	);
}

/** How much of a host its scans have evaluated; if a scan failed, why and what to do. */
export function EvaluationFacts({ host, evaluation }: Pick<Asset, "host" | "evaluation">) {
	return (
		<>
			<p className="flex min-h-11 flex-wrap items-center gap-x-4 text-15">
				<span className="inline-flex items-center gap-2 font-semibold">
					<ShapeMark path={SHAPES[evaluation.status]} />
					{evaluation.status === "not-scanned" ? "Nothing yet" : EVALUATION_WORDS[evaluation.status]}
				</span>
				{evaluation.status === "not-scanned" && <Link to={scanPath(host)}>Scan it</Link>}
			</p>
			{evaluation.status === "failed" && (
				<p className="wrap-anywhere text-15">
					{scanName(evaluation.kind)}, <time dateTime={evaluation.at}>{timeText(evaluation.at)}</time>.{" "}
					{evaluation.failure.message} <Link to={`/dashboard/scans/${evaluation.scanId}`}>View the scan</Link>
				</p>
			)}
			{evaluation.status === "partial" && <Missing {...evaluation} />}
		</>
	);
}
