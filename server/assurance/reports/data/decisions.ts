import type { Severity } from "#contract/findings/severity.ts";
import { counted } from "#contract/format/count.ts";
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
	/** Nobody is recorded as responsible for a host or a finding, so that is the first thing to settle. */
	owner: string;
	/** Proposed date: YYYY-MM-DD. */
	by: string;
};

/** Days after the report, by subject. */
const DAYS_BY_SEVERITY: Record<Exclude<Severity, "none">, number> = { high: 7, medium: 30, low: 90 };
const UNREACHED_DAYS = 14;
const OTHER_DAYS = 30;
/** A decision about something that ends is due this long before it does. */
const BEFORE_END_DAYS = 7;

/** The rule for proposed dates, as the report states it. */
export const DAYS_RULE = `Proposed days: ${DAYS_BY_SEVERITY.high} days after this report for high findings, ${DAYS_BY_SEVERITY.medium} for medium, ${DAYS_BY_SEVERITY.low} for low, ${UNREACHED_DAYS} for hosts that were not reached, ${BEFORE_END_DAYS} days before something ends, ${OTHER_DAYS} for the rest.`;

const TO_BE_NAMED = "To be named";
const DAY_MS = 86_400_000;

const dayAfterReport = ({ generatedAt }: Pick<ReportData, "generatedAt">, days: number): string =>
	new Date(Date.parse(generatedAt) + days * DAY_MS).toISOString().slice(0, 10);

/** The proposed date for findings of a severity. */
export const dayToFix = (data: ReportData, severity: keyof typeof DAYS_BY_SEVERITY): string =>
	dayAfterReport(data, DAYS_BY_SEVERITY[severity]);

/** All open decisions, the most urgent first. */
export function decisionsOf(data: ReportData, problems: readonly ReportProblem[]): Decision[] {
	const today = Date.parse(data.generatedAt);
	const dayAfter = (days: number) => dayAfterReport(data, days);
	const on = (by: string, what: string, why: string): Decision => ({ what, why, owner: TO_BE_NAMED, by });

	const all = problems.flatMap(({ severity, first, findings }) => {
		if (severity === "none") return [];
		const what = `${first.finding.title} (${severity}, ${counted(hostsOf(findings).length, "host")}). ${first.finding.fix.owner}`;
		return [on(dayToFix(data, severity), what, first.finding.why.owner)];
	});
	const unreached = unreachedOf(reachOf(data)).length;
	if (unreached > 0) {
		const what = `Make ${counted(unreached, "host")} reachable for a scan, or accept that nothing is known about ${unreached === 1 ? "it" : "them"}.`;
		all.push(on(dayAfter(UNREACHED_DAYS), what, "A host that was not scanned can be in any state."));
	}
	const [next, ...later] = endingsOf(data);
	if (next) {
		const before = Date.parse(next.on) - BEFORE_END_DAYS * DAY_MS;
		// Its last day is today or later.
		const hasEnded = next.on < dayAfter(0);
		const by = hasEnded ? dayToFix(data, "high") : new Date(Math.max(before, today)).toISOString().slice(0, 10);
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
	return all.toSorted((a, b) => (a.by < b.by ? -1 : a.by > b.by ? 1 : 0));
}
