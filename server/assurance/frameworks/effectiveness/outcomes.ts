import type { Severity } from "#contract/findings/severity.ts";
import type { FindingState } from "#contract/findings/vulnerabilities.ts";
import type { FindingOutcome, OutcomeCounts } from "#contract/frameworks/effectiveness.ts";
import type { TimeToFix } from "#contract/workspaces/time-to-fix.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { fixBy } from "../../controls/judge-run.ts";

/** What scans and people said about a finding, oldest first. */
export type FindingEvent =
	| { at: Date; by: "scan"; what: "reopened" | "fixed" }
	| { at: Date; by: "person"; state: FindingState; reason: string; until: string | null };

export type FindingHistory = {
	severity: Severity;
	firstSeenAt: Date;
	/** The current values in the finding's row: the events do not contain everything that moved it. */
	fixedAt: Date | null;
	reopenedAt: Date | null;
	events: readonly FindingEvent[];
};

/** A finding at the end of a window. */
type AtEnd = {
	/** When it was first seen, or last seen again after a fix. */
	openedAt: Date;
	fixedAt: Date | null;
	/** The last day on which fixing it is on time; null for those that have none. */
	due: string | null;
	outcome: FindingOutcome;
	/** For an acceptance or a false positive. */
	reason: string;
};

type Window = {
	start: Date;
	end: Date;
	/** The last day of the window, or today. */
	lastDay: string;
	/** The last day that is over. */
	over: string;
};
type FindingAtTime = { openedAt: Date; fixedAt: Date | null; byScan: boolean; verdict: Verdict | null };
type Verdict = { state: "accepted" | "false-positive"; reason: string; until: string | null };

/**
 * What had happened to a finding by the end of a window, whatever happened later; undefined if it was not there in the window. Time to
 * fix counts from when it was first seen, or from when it was last seen again. Pure.
 */
export function outcomeOf(
	history: FindingHistory,
	{ start, end, lastDay, over }: Window,
	toFix: TimeToFix,
): AtEnd | undefined {
	if (history.firstSeenAt >= end) return undefined;
	const { openedAt, fixedAt, verdict } = standingAt(history, end);
	if (fixedAt !== null && fixedAt < start) return undefined;
	const due = fixBy({ since: openedAt, severity: history.severity }, toFix);
	const isAccepted = verdict?.state === "accepted" && (verdict.until === null || verdict.until >= lastDay);
	const is = (outcome: FindingOutcome, reason = ""): AtEnd => ({ openedAt, fixedAt, due, outcome, reason });
	if (verdict?.state === "false-positive") return is("false-positive", verdict.reason);
	if (fixedAt !== null) return is(due === null || dayOf(fixedAt) <= due ? "fixed-in-time" : "fixed-late");
	if (isAccepted) return is("accepted", verdict.reason);
	return is(due !== null && due <= over ? "overdue" : "open");
}

function standingAt({ firstSeenAt, fixedAt, reopenedAt, events }: FindingHistory, end: Date): FindingAtTime {
	const before = events.filter(({ at }) => at < end);
	const standing = before.reduce<FindingAtTime>(
		(so, event) => (isTooLate(event, events, fixedAt) ? so : moved(so, event)),
		{
			openedAt: firstSeenAt,
			fixedAt: null,
			byScan: false,
			verdict: null,
		},
	);
	// A finding that was accepted, or marked as a false positive, comes and goes without an event.
	if (reopenedAt !== null && reopenedAt < end && reopenedAt > standing.openedAt) {
		const isFixedSince = standing.fixedAt !== null && standing.fixedAt >= reopenedAt;
		return { ...standing, openedAt: reopenedAt, fixedAt: isFixedSince ? standing.fixedAt : null };
	}
	if (fixedAt !== null && fixedAt < end && standing.fixedAt === null && fixedAt >= standing.openedAt) {
		return { ...standing, fixedAt };
	}
	return standing;
}

/** A person said that it is fixed and nothing was said since, but it is not: a scan that started later had already seen it. */
const isTooLate = (event: FindingEvent, events: readonly FindingEvent[], fixedAt: Date | null): boolean =>
	event.by === "person" && event.state === "fixed" && fixedAt === null && events.at(-1) === event;

function moved(so: FindingAtTime, event: FindingEvent): FindingAtTime {
	if (event.by === "scan") {
		return event.what === "reopened"
			? { ...so, openedAt: event.at, fixedAt: null, byScan: false }
			: { ...so, fixedAt: so.fixedAt ?? event.at, byScan: true };
	}
	const { at, state, reason, until } = event;
	switch (state) {
		case "fixed":
			return { ...so, fixedAt: so.fixedAt ?? at, verdict: null };
		case "open":
			return { ...so, fixedAt: null, byScan: false, verdict: null };
		case "accepted":
		case "false-positive":
			// If only a decision had fixed it, another decision means that it is no longer fixed.
			return { ...so, fixedAt: so.byScan ? so.fixedAt : null, verdict: { state, reason, until } };
	}
}

export const noOutcomes = (): OutcomeCounts => ({
	"fixed-in-time": 0,
	"fixed-late": 0,
	open: 0,
	overdue: 0,
	accepted: 0,
	"false-positive": 0,
});
