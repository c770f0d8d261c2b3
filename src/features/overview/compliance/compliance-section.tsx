import type { ReactNode } from "react";
import type { ComplianceOverview } from "#contract/controls/overview.ts";
import { STANDING_LABELS } from "#contract/controls/standing.ts";
import { counted } from "#contract/format/count.ts";
import { dayText } from "#contract/format/time.ts";
import type { ClientId } from "#contract/ids.ts";
import { StandingReadout } from "#src/lib/controls/standing-badge.tsx";
import { daysUntil, dueText } from "#src/lib/days/due-days.ts";
import { useWhose, Whose } from "#src/lib/workspace/clients/whose.tsx";
import { inClient } from "#src/lib/workspace/routing/address.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useNow } from "#src/ui/hooks/use-now.ts";
import { OverviewSection } from "../overview-section.tsx";
import { useComplianceOverview } from "./use-compliance-overview.ts";

/** The most items shown of each list: the others are a tap away, and what to do first is below. */
const SHOWN = 4;

type LineProps = { to: string; clientId: ClientId | null; children: ReactNode; below: ReactNode };

/** A line that links to its subject. On the overview of all clients, it names the client and links there. */
function Line({ to, clientId, children, below }: LineProps) {
	const whose = useWhose(clientId);
	return (
		<li className="border-line border-t">
			<Link
				to={whose ? inClient(to, whose.code) : to}
				className="block min-h-11 py-2 text-ink no-underline hover:bg-raised"
			>
				<span className="wrap-anywhere block text-15 leading-snug">{children}</span>
				<span className="wrap-anywhere flex flex-wrap items-baseline gap-x-2 text-13 text-quiet tabular-nums">
					<Whose clientId={clientId} />
					{below}
				</span>
			</Link>
		</li>
	);
}

const WHAT_FAILED = { failed: "Failed", passed: "Passed again" } as const;

function Changed({ changed, changedCount }: Pick<ComplianceOverview, "changed" | "changedCount">) {
	return (
		<OverviewSection id="changed" heading="What changed" sample={false} leads>
			{changed.length === 0 && <p className="text-15 text-quiet">No test changed its result in the last seven days.</p>}
			<ul>
				{changed.slice(0, SHOWN).map(({ at, clientId, controlId, code, title, what, reason }) => (
					<Line
						key={`${controlId} ${at} ${what}`}
						to={`/dashboard/controls/${controlId}`}
						clientId={clientId}
						below={
							<>
								<span>{dayText(at)}</span>
								<span>{reason}</span>
							</>
						}
					>
						<strong>{WHAT_FAILED[what]}</strong>: <span className="font-mono text-13">{code}</span> <bdi>{title}</bdi>
					</Line>
				))}
			</ul>
			{changedCount > SHOWN && (
				<p className="mt-2 text-15">
					<Link to="/dashboard/controls">{counted(changedCount - SHOWN, "more", "more")} changed</Link>
				</p>
			)}
		</OverviewSection>
	);
}

const DUE = {
	task: { label: "Task", path: "/dashboard/tasks/" },
	test: { label: "Test", path: "/dashboard/controls/" },
	evidence: { label: "Evidence", path: "/dashboard/evidence/" },
} as const;

function Due({ due, dueCount }: Pick<ComplianceOverview, "due" | "dueCount">) {
	const now = useNow();
	return (
		<OverviewSection id="due" heading="What is due" sample={false}>
			{due.length === 0 && <p className="text-15 text-quiet">Nothing in the next seven days.</p>}
			<ul>
				{due.slice(0, SHOWN).map(({ on, clientId, what, id, title }) => (
					<Line
						key={`${what} ${id} ${title}`}
						to={DUE[what].path + id}
						clientId={clientId}
						below={
							<>
								<span>{DUE[what].label}</span>
								<span className={now > 0 && daysUntil(on, now) < 0 ? "font-semibold text-ink" : ""}>
									{now > 0 && `${daysUntil(on, now) < 0 ? "Was due" : "Due"} ${dueText(on, now)}, `}
									{dayText(on)}
								</span>
							</>
						}
					>
						<bdi>{title}</bdi>
					</Line>
				))}
			</ul>
			{dueCount > SHOWN && (
				<p className="mt-2 text-15">
					<Link to="/dashboard/tasks?tab=all">{counted(dueCount - SHOWN, "more", "more")} due</Link>
				</p>
			)}
		</OverviewSection>
	);
}

function Auditor({ auditor: { standings, undecided, untested, worst } }: Pick<ComplianceOverview, "auditor">) {
	const against = worst.filter(({ standing }) => standing === "evidence-against" || standing === "stale");
	return (
		<OverviewSection id="auditor" heading="What an auditor would find" sample={false}>
			<StandingReadout counts={standings} label="Controls by standing" />
			<p className="mt-3 flex flex-wrap gap-x-5 text-15 tabular-nums">
				<Link to="/dashboard/compliance" className="inline-flex min-h-11 items-center">
					{undecided === 0 ? "Everything is decided" : counted(undecided, "open decision")}
				</Link>
				<Link to="/dashboard/controls" className="inline-flex min-h-11 items-center">
					{untested === 0 ? "Every control has a test" : `${counted(untested, "control")} without a test`}
				</Link>
			</p>
			<ul>
				{against.slice(0, SHOWN).map(({ clientId, controlId, code, title, standing, why }) => (
					<Line
						key={controlId}
						to={`/dashboard/controls/${controlId}`}
						clientId={clientId}
						below={
							<span>
								{STANDING_LABELS[standing]}. {why}
							</span>
						}
					>
						<span className="font-mono text-13">{code}</span> <bdi>{title}</bdi>
					</Line>
				))}
			</ul>
		</OverviewSection>
	);
}

/** What changed, what is due, and what an auditor would find, in detail. */
export function ComplianceSection() {
	const overview = useComplianceOverview();
	if (!overview?.begun) return null;
	const { changed, changedCount, due, dueCount, auditor } = overview;
	return (
		<div className="mb-10 grid gap-x-10 border-line border-b pb-8 lg:grid-cols-2">
			<div className="min-w-0">
				<Changed changed={changed} changedCount={changedCount} />
				<Due due={due} dueCount={dueCount} />
			</div>
			<div className="min-w-0 max-lg:mt-0 lg:-mt-10">
				<Auditor auditor={auditor} />
			</div>
		</div>
	);
}
