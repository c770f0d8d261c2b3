import type { TrackerProblem } from "#contract/tickets/trackers.ts";
import { nextTry } from "#server/platform/outgoing/retry.ts";

/** The state an issue should have, and the state we have given it so far. */
export type TicketStates = { wanted: "open" | "closed"; remote: "none" | "open" | "closed" | "told" };
export type Step = "create" | "close" | "reopen";

/**
 * What has to be done in the tracker; undefined if nothing. `isUnsure`: the outcome of an earlier try is not known, so the issue may be
 * in any state, and the wanted step is repeated. Pure.
 */
export function stepOf({ wanted, remote }: TicketStates, isUnsure: boolean): Step | undefined {
	if (remote === "none") return "create";
	const isThere = wanted === "open" ? remote === "open" : remote !== "open";
	if (isThere && !isUnsure) return undefined;
	return wanted === "open" ? "reopen" : "close";
}

type Shown = "creating" | "open" | "closing" | "closed" | "told" | "reopening";

/** The text that people read. Pure. */
export function shownState({ wanted, remote }: TicketStates): Shown {
	if (remote === "none") return "creating";
	if (wanted === "open") return remote === "open" ? "open" : "reopening";
	return remote === "open" ? "closing" : remote;
}

/** Faults that go away by themselves. For all others a person has to change something. */
const PASSING: readonly TrackerProblem[] = [
	"timeout",
	"certificate",
	"connection",
	"too-large",
	"not-json",
	"rate-limited",
	"server",
];
/** After these, nobody knows what the tracker did. */
const UNSURE: readonly TrackerProblem[] = ["timeout", "connection", "too-large", "not-json", "server"];

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** The first is long enough for Jira's search to find what was just created. */
const WAITS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];

type Failed = {
	step: Step;
	problem: TrackerProblem;
	/** Tries, including this one. */
	attempts: number;
	now: Date;
	/** The time before which the tracker wants no further requests. */
	waitUntil: Date | undefined;
	/** From 0 to 1. */
	random: number;
};

/** When a failed try is repeated, and whether its outcome is known. Pure. */
export function afterFailure({ step, problem, attempts, now, waitUntil, random }: Failed) {
	const isLimited = problem === "rate-limited";
	// A request to wait is not a failure: we never give up because of it.
	const tries = isLimited ? 1 : attempts;
	const failed = { attempts: tries, now, notBefore: waitUntil, random, waits: WAITS };
	const nextAt = PASSING.includes(problem) ? nextTry(failed) : null;
	return {
		nextAt,
		pausedUntil: isLimited ? nextAt : null,
		// Closing and reopening take two calls each: one may have been made.
		isUnsure: step !== "create" || UNSURE.includes(problem),
	};
}
