import { type ReactNode, useState } from "react";
import { timeText } from "#contract/format/time.ts";
import { scanName, targetOf } from "#contract/kinds/kinds.ts";
import type { Schedule } from "#contract/scans/schedules.ts";
import { StatusBadge } from "#src/lib/scans/status-badge.tsx";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { ConfirmDialog } from "#src/ui/dialogs/confirm-dialog.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { lastRunText, missedText, momentText, recurrenceText } from "./schedule-text.ts";
import type { ScheduleActions } from "./use-schedule-actions.ts";

type Props = { schedule: Schedule; actions: ScheduleActions; onEdit(schedule: Schedule): void };

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
	<div className="min-w-0">
		<dt className="text-13 text-quiet">{label}</dt>
		<dd className="wrap-anywhere text-15 tabular-nums">{children}</dd>
	</div>
);

function Actions({ schedule, actions, onEdit }: Props) {
	const { can } = useScope();
	const [asking, setAsking] = useState(false);
	const { name, status } = schedule;
	const busy = actions.isBusy(schedule);
	return (
		<div className="flex flex-wrap gap-x-4 lg:-mt-3 lg:grid lg:w-36 lg:grid-cols-[auto_auto] lg:content-start lg:justify-end lg:justify-items-start lg:gap-x-5">
			{status === "active" && can("arrange") && (
				<TextButton disabled={busy} aria-label={`Pause ${name}`} onClick={() => actions.pause(schedule)}>
					Pause
				</TextButton>
			)}
			{status === "paused" && can("arrange") && (
				<TextButton disabled={busy} aria-label={`Resume ${name}`} onClick={() => actions.resume(schedule)}>
					Resume
				</TextButton>
			)}
			{can("work") && (
				<TextButton disabled={busy} aria-label={`Run now: ${name}`} onClick={() => actions.run(schedule)}>
					Run now
				</TextButton>
			)}
			{can("arrange") && (
				<>
					<TextButton
						disabled={busy}
						aria-haspopup="dialog"
						aria-label={`Edit ${name}`}
						onClick={() => onEdit(schedule)}
					>
						Edit
					</TextButton>
					<TextButton
						disabled={busy}
						aria-haspopup="dialog"
						aria-label={`Delete ${name}`}
						onClick={() => setAsking(true)}
					>
						Delete
					</TextButton>
				</>
			)}
			{asking && (
				<ConfirmDialog
					title="Delete this schedule?"
					subtitle={name}
					labels={{ yes: "Delete", no: "Keep it" }}
					onYes={() => actions.remove(schedule)}
					onClose={() => setAsking(false)}
				>
					It will not run again. The scans it started are kept.
				</ConfirmDialog>
			)}
		</div>
	);
}

function NextRun({ nextRuns: [next], status, timeZone }: Schedule) {
	if (next === undefined) return status === "paused" ? "None while it is paused" : "None";
	const there = momentText(next, timeZone);
	const here = timeText(next);
	// One includes the weekday and the other does not.
	const same = there.endsWith(here);
	return (
		<>
			{there}
			{!same && <span className="block text-13 text-quiet">{here} your time</span>}
		</>
	);
}

function LastRun({ lastRun, timeZone }: Pick<Schedule, "lastRun" | "timeZone">) {
	if (!lastRun) return "None yet";
	return (
		<>
			{lastRunText(lastRun, timeZone)}
			{lastRun.outcome === "started" && lastRun.scanId && lastRun.scanStatus && (
				<span className="mt-1 flex flex-wrap items-center gap-x-3">
					<StatusBadge status={lastRun.scanStatus} />
					<Link to={`/dashboard/scans/${lastRun.scanId}`} className="inline-flex min-h-11 items-center">
						Open the scan
					</Link>
				</span>
			)}
		</>
	);
}

/** A schedule in the list. */
export function ScheduleRow(props: Props) {
	const { schedule } = props;
	const { name, request, recurrence, timeZone, status, lastRun } = schedule;
	const missed = missedText(schedule);
	return (
		<div className="grid min-w-0 gap-x-6 gap-y-3 border-line border-b py-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,2.2fr)_auto] lg:items-start">
			<div className="min-w-0">
				<h3 className="wrap-anywhere font-semibold text-15">
					<bdi>{name}</bdi>
				</h3>
				<p className="wrap-anywhere line-clamp-3 font-mono text-13">
					<bdi>{targetOf(request)}</bdi>
				</p>
				<p className="mt-1 flex flex-wrap items-center gap-2 text-13 text-quiet">
					{scanName(request.kind)}
					<StatusBadge status={status} />
				</p>
			</div>
			<dl className="grid gap-x-4 gap-y-2 md:grid-cols-3">
				<Fact label="Runs">
					{recurrenceText(recurrence)}
					<span className="block text-13 text-quiet">{timeZone}</span>
				</Fact>
				<Fact label="Next run">
					<NextRun {...schedule} />
				</Fact>
				<Fact label="Last run">
					<LastRun lastRun={lastRun} timeZone={timeZone} />
					{missed && <span className="block text-13 text-quiet">{missed}</span>}
				</Fact>
			</dl>
			<Actions {...props} />
		</div>
	);
}
