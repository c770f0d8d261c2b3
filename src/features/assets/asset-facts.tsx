import type { Asset } from "#contract/findings/assets.ts";
import type { HostEvaluation } from "#contract/findings/host-evaluation.ts";
import { SEVERITIES } from "#contract/findings/severity.ts";
import { timeText } from "#contract/format/time.ts";
import { scanName } from "#contract/kinds/kinds.ts";
import { SeverityMark } from "#src/lib/findings/severity.tsx";
import { statusWord } from "#src/lib/scans/scan-filter.ts";
import { StatusBadge } from "#src/lib/scans/status-badge.tsx";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { ShapeMark } from "#src/ui/shape-mark.tsx";
import { endDates } from "./asset-dates.ts";
import { EvaluationFacts } from "./evaluation-facts.tsx";

const CLOCK = "M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM6 3.5V6l1.75 1";

/** A count is only as complete as the scans' evaluation of the host. */
const NONE_OPEN: Record<HostEvaluation["status"], string> = {
	"not-scanned": "Not scanned yet",
	failed: "Not known: the scan failed",
	partial: "No open findings in what was evaluated",
	full: "No open findings",
};

function OpenFindings({ host, open, evaluation }: Pick<Asset, "host" | "open" | "evaluation">) {
	const some = SEVERITIES.filter((severity) => open[severity] > 0);
	if (some.length === 0) return <p className="py-2.5 text-15 text-quiet">{NONE_OPEN[evaluation.status]}</p>;
	return (
		<ul aria-label={`Open findings of ${host}`} className="flex flex-wrap gap-x-5">
			{some.map((severity) => (
				<li key={severity}>
					<Link
						to={`/dashboard/vulnerabilities?${new URLSearchParams({ state: "open", severity, host })}`}
						className="inline-flex min-h-11 items-center gap-2 text-15 text-ink tabular-nums"
					>
						{open[severity].toLocaleString("en")} <SeverityMark severity={severity} />
					</Link>
				</li>
			))}
		</ul>
	);
}

/** A host's facts, in the same order on every card: open findings, what was evaluated, what expires, recent scans. `now` in milliseconds. */
export function AssetFacts({ asset, now }: { asset: Asset; now: number }) {
	const { host, open, evaluation, scans } = asset;
	const ends = endDates(asset, now);
	return (
		<dl className="mt-4 grid gap-x-6 gap-y-3 md:grid-cols-2">
			<div className="min-w-0">
				<dt className="text-13 text-quiet">Open findings</dt>
				<dd>
					<OpenFindings host={host} open={open} evaluation={evaluation} />
				</dd>
			</div>
			<div className="min-w-0">
				<dt className="text-13 text-quiet">Evaluated</dt>
				<dd>
					<EvaluationFacts host={host} evaluation={evaluation} />
				</dd>
			</div>
			{ends.length > 0 && (
				<div className="min-w-0 md:col-span-2">
					<dt className="text-13 text-quiet">Expires</dt>
					<dd>
						<ul className="grid gap-1 py-1">
							{ends.map(({ what, words, over, on }) => (
								<li key={what + on} className="wrap-anywhere flex items-baseline gap-2 text-15">
									<ShapeMark path={over ? "M2.5 2.5l7 7M9.5 2.5l-7 7" : CLOCK} />
									<span className={over ? "font-semibold" : ""}>
										{what} {words}
									</span>
								</li>
							))}
						</ul>
					</dd>
				</div>
			)}
			{scans.length > 0 && (
				<div className="min-w-0 md:col-span-2">
					<dt className="text-13 text-quiet">Last scans</dt>
					<dd>
						<ul>
							{scans.map(({ scanId, kind, status, failure, at }) => (
								<li key={scanId} className="flex flex-wrap items-center gap-x-4 text-15">
									<Link to={`/dashboard/scans/${scanId}`} className="inline-flex min-h-11 items-center">
										{scanName(kind)}
									</Link>
									<time dateTime={at} className="tabular-nums">
										{timeText(at)}
									</time>
									<StatusBadge status={statusWord({ status, failure })} />
								</li>
							))}
						</ul>
					</dd>
				</div>
			)}
		</dl>
	);
}
