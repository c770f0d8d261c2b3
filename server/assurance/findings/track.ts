import { SEVERITIES, type Severity } from "#contract/findings/severity.ts";
import type { FindingState } from "#contract/findings/vulnerabilities.ts";
import { dayOf } from "#server/platform/time/day.ts";

/** A person's verdict about a finding, which applies until they give another one. */
export type KeptVerdict = {
	state: Exclude<FindingState, "open">;
	reason: string;
	/** The last day (UTC, YYYY-MM-DD) that a risk is accepted for. */
	until: string | undefined;
};

/** What all scans of an account know about one finding. */
export type Tracked = {
	/** As last seen. */
	severity: Severity;
	firstSeenAt: Date;
	lastSeenAt: Date;
	/** When the scan started that last saw it. */
	seenFrom: Date;
	/** When the newest look started that missed it, since it was seen. */
	missedFrom: Date | undefined;
	fixedAt: Date | undefined;
	reopenedAt: Date | undefined;
	verdict: KeptVerdict | undefined;
	/** When the newest verdict was given, including one that withdrew the others. */
	saidAt: Date | undefined;
};

/** One scan's look: it saw what it saw at some time between these two. */
export type Look = { from: Date; at: Date };

export type Change = "new" | "worse" | "reopened" | "fixed";
type Moved = { after: Tracked; change: Change | undefined };

/** A finding's state on a day. The table's `standing` column says the same without the day (migrations/0008-findings.sql). */
export function stateOf({ verdict, fixedAt }: Pick<Tracked, "verdict" | "fixedAt">, today: string): FindingState {
	if (verdict?.state === "false-positive") return "false-positive";
	if (fixedAt) return "fixed";
	return verdict?.state === "accepted" && (verdict.until === undefined || verdict.until >= today) ? "accepted" : "open";
}

/**
 * A scan saw it. Looks may arrive in any order and more than once: the result is the same, because times are compared and not arrivals. A
 * fixed finding is reopened if the look may have ended after the one that missed it started, and started after a person said that it was
 * fixed.
 */
export function seen(before: Tracked | undefined, look: Look, severity: Severity): Moved {
	if (!before) {
		const nothing = { missedFrom: undefined, fixedAt: undefined, reopenedAt: undefined, verdict: undefined };
		const after = { ...nothing, saidAt: undefined, severity, firstSeenAt: look.at, lastSeenAt: look.at };
		return { after: { ...after, seenFrom: look.from }, change: "new" };
	}
	const firstSeenAt = new Date(Math.min(look.at.getTime(), before.firstSeenAt.getTime()));
	const isNewest = look.at > before.lastSeenAt;
	const sighted: Tracked = isNewest
		? { ...before, firstSeenAt, lastSeenAt: look.at, seenFrom: look.from, severity }
		: { ...before, firstSeenAt };
	const today = dayOf(look.at);

	if (before.fixedAt) {
		const isVerdictFixed = before.verdict?.state === "fixed";
		const isAfterVerdict = !isVerdictFixed || (before.saidAt !== undefined && look.from > before.saidAt);
		const isAfterMiss = !before.missedFrom || look.at > before.missedFrom;
		if (!isAfterVerdict || !isAfterMiss) return { after: sighted, change: undefined };
		const after: Tracked = {
			...sighted,
			fixedAt: undefined,
			missedFrom: undefined,
			reopenedAt: look.at,
			verdict: isVerdictFixed ? undefined : before.verdict,
		};
		return { after, change: stateOf(after, today) === "open" ? "reopened" : undefined };
	}
	const rose = SEVERITIES.indexOf(sighted.severity) < SEVERITIES.indexOf(before.severity);
	return { after: sighted, change: rose && stateOf(sighted, today) === "open" ? "worse" : undefined };
}

/** A scan checked its place, with full coverage, and it was not there. Undefined: that look is older than its last sighting. */
export function missed(before: Tracked, look: Look): Moved | undefined {
	if (look.from < before.lastSeenAt) return undefined;
	const missedFrom = before.missedFrom && before.missedFrom > look.from ? before.missedFrom : look.from;
	if (before.fixedAt) return { after: { ...before, missedFrom }, change: undefined };
	const after = { ...before, missedFrom, fixedAt: look.at };
	return { after, change: before.verdict?.state === "false-positive" ? undefined : "fixed" };
}

type GivenVerdict = { state: FindingState; reason: string; until: string | undefined; saidAt: Date };

/** Applies a person's verdict. Undefined: it does not count, because there is a newer one or the finding was seen since. */
export function applyVerdict(before: Tracked, { state, reason, until, saidAt }: GivenVerdict): Tracked | undefined {
	if (before.saidAt && saidAt < before.saidAt) return undefined;
	// If only a verdict had fixed it, another verdict means that it is no longer fixed.
	const wasMissed = before.missedFrom !== undefined;
	const fixedAt = wasMissed ? before.fixedAt : undefined;
	switch (state) {
		case "fixed":
			if (before.seenFrom > saidAt) return undefined;
			return { ...before, saidAt, verdict: { state, reason, until: undefined }, fixedAt: before.fixedAt ?? saidAt };
		case "accepted":
			return { ...before, saidAt, verdict: { state, reason, until }, fixedAt };
		case "false-positive":
			return { ...before, saidAt, verdict: { state, reason, until: undefined }, fixedAt };
		case "open": {
			// It reopens what is fixed; for the others it only withdraws the verdict.
			const isFixed = stateOf(before, dayOf(saidAt)) === "fixed";
			const after = { ...before, saidAt, verdict: undefined };
			return isFixed ? { ...after, fixedAt: undefined, missedFrom: undefined } : after;
		}
	}
}
