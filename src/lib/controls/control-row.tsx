import { CONTROL_STATE_LABELS, type ControlSummary } from "#contract/controls/controls.ts";
import { counted } from "#contract/format/count.ts";
import { dayText } from "#contract/format/time.ts";
import { daysUntil } from "#src/lib/days/due-days.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { StandingBadge } from "./standing-badge.tsx";

/** A control in a list. The whole row links to its screen. `now`: 0 until the page knows the time. */
export function ControlRow({ control, now }: { control: ControlSummary; now: number }) {
	const { id, code, title, state, owner, standing, why, openTasks, nextDue } = control;
	const facts = [
		state !== "operating" && CONTROL_STATE_LABELS[state],
		owner?.name ?? "No owner",
		openTasks > 0 && counted(openTasks, "open task"),
		nextDue !== null && `${now > 0 && daysUntil(nextDue, now) < 0 ? "Test was due" : "Next test"} ${dayText(nextDue)}`,
	].filter((fact) => fact !== false);
	return (
		<article className="relative border-line border-b py-3 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-accent">
			<div className="flex flex-col items-start justify-between gap-x-4 gap-y-1 md:flex-row">
				<p className="wrap-anywhere min-w-0 text-15">
					<Link
						data-row-main=""
						to={`/dashboard/controls/${id}`}
						className="text-ink no-underline after:absolute after:inset-0 hover:underline focus-visible:outline-none"
					>
						<span className="me-2 font-mono text-13 text-quiet">
							<bdi>{code}</bdi>
						</span>
						<span className="font-semibold">
							<bdi>{title}</bdi>
						</span>
					</Link>
				</p>
				<StandingBadge standing={standing} />
			</div>
			<p className="wrap-anywhere mt-1 max-w-[72ch] text-13">{why}</p>
			<p className="wrap-anywhere mt-0.5 flex flex-wrap gap-x-3 text-13 text-quiet tabular-nums">
				{facts.map((fact) => (
					<span key={fact}>{fact}</span>
				))}
			</p>
		</article>
	);
}
