import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { counted } from "#contract/format/count.ts";
import { durationText } from "#contract/format/duration.ts";
import { timeText } from "#contract/format/time.ts";
import { KINDS, scanName } from "#contract/kinds/kinds.ts";
import type { ScanSummary } from "#contract/scans.ts";

import { SeverityMark } from "#src/lib/findings/severity.tsx";
import { durationOf } from "#src/lib/scans/scan-duration.ts";
import { isActive, statusWord } from "#src/lib/scans/scan-filter.ts";
import { StatusBadge } from "#src/lib/scans/status-badge.tsx";
import { PlumbProgress } from "#src/ui/plumb-progress.tsx";
import { TimeText } from "#src/ui/time-text.tsx";

export type RowContext = {
	/** Milliseconds: elapsed times are relative to it. */
	now: number;
	/** Samples have no screen of their own and no actions. */
	sample: boolean;
	/** The buttons of a scan. */
	actions(scan: ScanSummary): ReactNode;
	/** Being cancelled. */
	isCancelling(scan: ScanSummary): boolean;
};

function Fact({ label, children }: { label: string; children: ReactNode }) {
	return (
		<div className="min-w-0">
			<dt className="text-13 text-quiet">{label}</dt>
			<dd className="text-15 tabular-nums">{children}</dd>
		</div>
	);
}

function ActiveFacts({ scan, now, sample }: { scan: ScanSummary } & RowContext) {
	const zone = sample ? "utc" : "local";
	return (
		<>
			<Fact label="Progress">
				{scan.progress} %{scan.step && <span className="wrap-anywhere block text-13 text-quiet">{scan.step}</span>}
			</Fact>
			<Fact label={scan.startedAt ? "Started" : "Requested"}>{timeText(scan.startedAt ?? scan.acceptedAt, zone)}</Fact>
			<Fact label="Estimated completion">
				{scan.estimatedAt ? timeText(scan.estimatedAt, zone) : "Not known yet"}
				{scan.startedAt && now > 0 && (
					<span className="block text-13 text-quiet">running for {durationText(now - Date.parse(scan.startedAt))}</span>
				)}
			</Fact>
		</>
	);
}

function FinishedFacts({ scan, sample }: { scan: ScanSummary } & RowContext) {
	const { finishedAt, findings, worst } = scan;
	const count = findings && findings.high + findings.medium + findings.low + findings.none;
	return (
		<>
			<Fact label={scan.status === "completed" ? "Completed" : "Ended"}>
				{finishedAt ? <TimeText at={finishedAt} zone={sample ? "utc" : "local"} /> : "–"}
			</Fact>
			<Fact label="Duration">{durationOf(scan) ?? "–"}</Fact>
			<Fact label="Findings">
				{count === null ? "None: it did not finish" : counted(count, "finding")}
				{worst && (
					<span className="ms-2 inline-block whitespace-nowrap">
						<SeverityMark severity={worst} />
					</span>
				)}
				{scan.coverage === "partial" && <span className="block text-13 text-quiet">partial scan</span>}
			</Fact>
		</>
	);
}

/** A scan in a list: the same facts in the same order, side by side or stacked. */
export function ScanRow({ scan, ...context }: { scan: ScanSummary } & RowContext) {
	const name = `${scanName(scan.kind)} of ${scan.target}`;
	const active = isActive(scan);
	return (
		<div className="flex gap-4 border-line border-b py-4">
			{active && <PlumbProgress percent={scan.progress} label={name} />}
			<div className="grid min-w-0 grow gap-x-6 gap-y-3 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,2.2fr)_auto]">
				<div className="min-w-0">
					<p className="wrap-anywhere font-semibold text-15">
						{context.sample ? (
							scanName(scan.kind)
						) : (
							<Link to={`/dashboard/scans/${scan.id}`} aria-label={name} className="-my-3 inline-block py-3 text-ink">
								{scanName(scan.kind)}
							</Link>
						)}
					</p>
					<p className="wrap-anywhere line-clamp-3 font-mono text-13">
						<bdi>{scan.target}</bdi>
					</p>
					<p className="mt-1 flex flex-wrap items-center gap-2 text-13 text-quiet">
						{KINDS[scan.kind].name}
						<StatusBadge status={context.isCancelling(scan) ? "cancelling" : statusWord(scan)} />
						{scan.fromPublicForm && <span>Requested from the public form</span>}
					</p>
				</div>
				<dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-x-4 gap-y-2 md:grid-cols-[1.3fr_0.7fr_1.3fr]">
					{active ? <ActiveFacts scan={scan} {...context} /> : <FinishedFacts scan={scan} {...context} />}
				</dl>
				{!context.sample && (
					<div className="flex flex-wrap gap-x-4 lg:-mt-3 lg:w-36 lg:content-start lg:justify-end">
						{context.actions(scan)}
					</div>
				)}
			</div>
		</div>
	);
}
