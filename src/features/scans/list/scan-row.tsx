import type { ReactNode } from "react";
import { counted } from "#contract/format/count.ts";
import { durationText } from "#contract/format/duration.ts";
import { KINDS, scanName } from "#contract/kinds/kinds.ts";
import type { ScanSummary } from "#contract/scans/scans.ts";
import { SeverityMark } from "#src/lib/findings/severity.tsx";
import { durationOf } from "#src/lib/scans/scan-duration.ts";
import { isActive, statusWord } from "#src/lib/scans/scan-filter.ts";
import { StatusBadge } from "#src/lib/scans/status-badge.tsx";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { PlumbProgress } from "#src/ui/plumb-progress.tsx";
import { TimeText } from "#src/ui/time-text.tsx";

type Props = {
	scan: ScanSummary;
	/** Milliseconds: elapsed times are relative to it. */
	now: number;
	/** Samples have no screen of their own and no actions. */
	sample: boolean;
	/** Whether it is being cancelled. */
	cancelling: boolean;
	/** What can be done with it. */
	actions: ReactNode;
};

/** Its findings with the worst of them, or its progress. */
function Result({ scan, now }: Pick<Props, "scan" | "now">) {
	const { findings, worst, coverage, startedAt } = scan;
	if (isActive(scan)) {
		return (
			<>
				<span className="font-medium">{scan.progress} %</span>
				{startedAt && now > 0 && (
					<span className="block text-13 text-quiet max-md:hidden">
						<span className="sr-only">running for </span>
						{durationText(now - Date.parse(startedAt))}
					</span>
				)}
			</>
		);
	}
	if (!findings) return <span className="text-quiet max-md:sr-only">It did not finish</span>;
	const count = findings.high + findings.medium + findings.low + findings.none;
	return (
		<>
			{/* On a phone the count is below the worst severity: beside it, it would look like the count of that severity. */}
			<span className="inline-flex items-center gap-x-2 whitespace-nowrap max-md:flex-col-reverse max-md:items-end">
				<span className="max-md:text-13 max-md:text-quiet">{counted(count, "finding")}</span>
				{worst && <SeverityMark severity={worst} />}
			</span>
			{coverage === "partial" && <span className="block text-13 text-quiet max-md:sr-only">partial scan</span>}
		</>
	);
}

/** When it started and will probably end, or when it ended and how long it took. */
function When({ scan, sample }: Pick<Props, "scan" | "sample">) {
	const zone = sample ? "utc" : "local";
	if (isActive(scan)) {
		const { startedAt, acceptedAt, estimatedAt } = scan;
		return (
			<>
				<span>
					{startedAt ? "Started" : "Requested"} <TimeText at={startedAt ?? acceptedAt} zone={zone} />
				</span>
				<span>
					{estimatedAt ? (
						<>
							Ends about <TimeText at={estimatedAt} zone={zone} />
						</>
					) : (
						"End not known yet"
					)}
				</span>
			</>
		);
	}
	const duration = durationOf(scan);
	return (
		<>
			<span>
				<span className="sr-only">{scan.status === "completed" ? "Completed" : "Ended"} </span>
				{scan.finishedAt ? <TimeText at={scan.finishedAt} zone={zone} /> : "–"}
			</span>
			{duration && (
				<span>
					<span className="sr-only">after </span>
					{duration}
				</span>
			)}
		</>
	);
}

/** A scan in a list, in two lines: the same facts in the same order, side by side on a wide screen. */
export function ScanRow(props: Props) {
	const { scan, sample, cancelling, actions } = props;
	const { kind, target, step } = scan;
	const { scope } = useScope();
	// On a client’s own screens, every row would repeat it.
	const client = scope.client === null ? scan.client : "";
	const name = `${scanName(kind)} of ${target}`;
	const active = isActive(scan);
	const shownTarget = (
		<bdi className="wrap-anywhere line-clamp-2 min-[80rem]:line-clamp-1 min-[80rem]:break-all">{target}</bdi>
	);
	const columns = active
		? "min-[80rem]:grid-cols-[minmax(0,1fr)_10rem_15rem_6rem_5rem]"
		: "min-[80rem]:grid-cols-[minmax(0,1fr)_9rem_10.5rem_11rem_9.5rem]";
	return (
		<div className="relative flex gap-3 border-line border-b py-1.5 hover:bg-raised pointer-fine:py-0.5 pointer-fine:leading-[1.35]">
			{active && <PlumbProgress percent={scan.progress} label={name} />}
			<div
				className={`grid min-w-0 grow grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 min-[80rem]:gap-x-5 ${columns}`}
			>
				<p className="flex min-w-0 font-mono text-13 leading-[inherit] min-[80rem]:col-start-1 min-[80rem]:row-start-1">
					{sample ? (
						shownTarget
					) : (
						<Link
							to={`/dashboard/scans/${scan.id}`}
							aria-label={name}
							title={target}
							// The whole row is the tap target.
							className="flex min-w-0 font-medium text-ink no-underline after:absolute after:inset-0 hover:underline"
						>
							{shownTarget}
						</Link>
					)}
				</p>
				<p className="text-15 tabular-nums leading-[inherit] min-[80rem]:col-start-4 min-[80rem]:row-span-2 min-[80rem]:row-start-1">
					<Result {...props} />
				</p>
				{!sample && (
					<div className="relative min-[80rem]:col-start-5 min-[80rem]:row-span-2 min-[80rem]:row-start-1 min-[80rem]:justify-self-end">
						{actions}
					</div>
				)}
				<p className="col-span-full flex min-w-0 flex-wrap items-center gap-x-2 text-13 text-quiet tabular-nums leading-[inherit] min-[80rem]:contents">
					<span className="min-[80rem]:col-start-1 min-[80rem]:row-start-2">
						{KINDS[kind].name}
						<span className="max-md:sr-only"> scan</span>
					</span>
					<span className="min-[80rem]:col-start-2 min-[80rem]:row-start-1">
						<StatusBadge status={cancelling ? "cancelling" : statusWord(scan)} plain />
					</span>
					<span className="flex flex-wrap gap-x-2 min-[80rem]:col-start-3 min-[80rem]:row-span-2 min-[80rem]:row-start-1 min-[80rem]:grid">
						<When scan={scan} sample={sample} />
					</span>
					{(client || step) && (
						<span className="wrap-anywhere line-clamp-2 min-[80rem]:col-start-2 min-[80rem]:row-start-2 min-[80rem]:line-clamp-1">
							{step || (
								<>
									<span className="sr-only">Client: </span>
									<bdi>{client}</bdi>
								</>
							)}
						</span>
					)}
					{scan.fromPublicForm && (
						<span className="min-[80rem]:col-start-2 min-[80rem]:row-start-2">Requested from the public form</span>
					)}
				</p>
			</div>
		</div>
	);
}
