import { counted } from "#contract/format/count.ts";
import { fixBy } from "../../controls/judge-run.ts";
import { classOfRule } from "../../findings/finding-classes.ts";
import { hostsOf, inState, type ReportProblem } from "./figures.ts";
import { reachOf, unreachedOf } from "./reach.ts";
import type { ReportData } from "./report-data.ts";

const SOON_MS = 60 * 86_400_000;

/** What has ended or ends within 60 days, earliest first: `the certificate of shop.example.com`. */
function endingsOf({
	targets,
	generatedAt,
}: Pick<ReportData, "targets" | "generatedAt">): { on: string; what: string }[] {
	const latest = Date.parse(generatedAt) + SOON_MS;
	return targets
		.flatMap(({ host, certificateEndsAt, endOfLife }) => [
			...(certificateEndsAt ? [{ on: certificateEndsAt.slice(0, 10), what: `the certificate of ${host}` }] : []),
			...endOfLife.map(({ product, on }) => ({ on, what: `support of ${product} on ${host}` })),
		])
		.filter(({ on }) => Date.parse(on) <= latest)
		.toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0));
}

/** Something that the people who own the risk have to decide. */
export type Decision = {
	what: string;
	why: string;
	/** The owner that the tasks name; most things have no task, so naming one is the first thing to settle. */
	owner: string;
	/** YYYY-MM-DD. */
	by: string;
};

/** Days after the report, by subject. */
const UNREACHED_DAYS = 14;
const OTHER_DAYS = 30;
/** A decision about something that ends is due this long before it does, or after the report if it has ended. */
const END_DAYS = 7;

/** Where the dates come from, as the report states it. */
export const daysRule = ({ timeToFix: { high, medium, low } }: Pick<ReportData, "timeToFix">): string =>
	`Findings are due on the date of their task or, without one, ${high} days after they were first seen if high, ${medium} if medium, ${low} if low. The other dates are proposals: ${UNREACHED_DAYS} days after this report for hosts that were not reached, ${END_DAYS} days before something ends, or after this report if it has ended, ${OTHER_DAYS} days for the rest.`;

const TO_BE_NAMED = "To be named";
const DAY_MS = 86_400_000;

const dayAfterReport = ({ generatedAt }: Pick<ReportData, "generatedAt">, days: number): string =>
	new Date(Date.parse(generatedAt) + days * DAY_MS).toISOString().slice(0, 10);

type ToFix = Pick<ReportData, "timeToFix" | "tasks">;

/** Who fixes a problem, and by when: as its tasks say; without a due date there, by the workspace's time to fix. */
function fixOf(
	{ tasks, timeToFix }: ToFix,
	{ severity, first, findings }: ReportProblem,
): { owner: string; by: string } {
	const id = classOfRule(first.finding.rule);
	const clients = new Set(findings.map(({ client }) => client));
	const own = tasks.filter((task) => task.class === id && clients.has(task.client));
	const owners = [...new Set(own.flatMap(({ owner }) => owner ?? []))];
	const [byTask] = own.flatMap((task) => task.due ?? []).toSorted();
	const [byTime] = findings
		.flatMap(
			({ reopenedAt, firstSeenAt }) => fixBy({ since: new Date(reopenedAt ?? firstSeenAt), severity }, timeToFix) ?? [],
		)
		.toSorted();
	return { owner: owners.length === 0 ? TO_BE_NAMED : owners.join(", "), by: byTask ?? byTime ?? "" };
}

/** The first day on which one of several problems is due. There is at least one. */
export const firstDue = (data: ToFix, problems: readonly ReportProblem[]): string =>
	problems.map((problem) => fixOf(data, problem).by).toSorted()[0] ?? "";

/** All open decisions, the most urgent first. */
export function decisionsOf(data: ReportData, problems: readonly ReportProblem[]): Decision[] {
	const today = Date.parse(data.generatedAt);
	const dayAfter = (days: number) => dayAfterReport(data, days);
	const on = (by: string, what: string, why: string): Decision => ({ what, why, owner: TO_BE_NAMED, by });

	const all = problems.flatMap((problem): Decision[] => {
		const { severity, first, findings } = problem;
		if (severity === "none") return [];
		const what = `${first.finding.title} (${severity}, ${counted(hostsOf(findings).length, "host")}). ${first.finding.fix.owner}`;
		return [{ what, why: first.finding.why.owner, ...fixOf(data, problem) }];
	});
	const unreached = unreachedOf(reachOf(data)).length;
	if (unreached > 0) {
		const what = `Make ${counted(unreached, "host")} reachable for a scan, or accept that nothing is known about ${unreached === 1 ? "it" : "them"}.`;
		all.push(on(dayAfter(UNREACHED_DAYS), what, "A host that was not scanned can be in any state."));
	}
	const [next, ...later] = endingsOf(data);
	if (next) {
		const before = Date.parse(next.on) - END_DAYS * DAY_MS;
		// Its last day is today or later.
		const hasEnded = next.on < dayAfter(0);
		const by = hasEnded ? dayAfter(END_DAYS) : new Date(Math.max(before, today)).toISOString().slice(0, 10);
		const more = later.length > 0 ? `, and ${later.length} more` : "";
		const what = `Renew ${next.what}${more}.`;
		all.push(
			on(by, what, hasEnded ? "It has ended: visitors are warned, or faults are no longer fixed." : "It ends soon."),
		);
	}
	const endless = inState(data.findings, "accepted").filter(({ verdict }) => !verdict?.until).length;
	if (endless > 0) {
		const what = `Set an end date for ${counted(endless, "accepted risk")}, or have ${endless === 1 ? "it" : "them"} fixed.`;
		all.push(on(dayAfter(OTHER_DAYS), what, "Without an end date no one looks at an accepted risk again."));
	}
	all.push(
		on(
			dayAfter(OTHER_DAYS),
			"Set the day of the next scan of these hosts.",
			"Only a second look shows whether things got better.",
		),
	);
	// What is overdue is equally urgent: the worst of it stays first.
	const urgency = ({ by }: Decision) => (by < dayAfter(0) ? dayAfter(0) : by);
	return all.toSorted((a, b) => (urgency(a) < urgency(b) ? -1 : urgency(a) > urgency(b) ? 1 : 0));
}
