import type { ClassId } from "#contract/controls/classes.ts";
import type { RunResult } from "#contract/controls/tests.ts";
import type { ScanPart, ScanReport } from "#contract/findings/findings.ts";
import type { Severity } from "#contract/findings/severity.ts";
import { counted } from "#contract/format/count.ts";
import type { ScanKind } from "#contract/scans/scans.ts";
import type { TimeToFix } from "#contract/workspaces/time-to-fix.ts";
import { dayOf, plusDays } from "#server/platform/time/day.ts";
import { canSee, classOf, classOfRule, labelOfClass } from "../findings/finding-classes.ts";

/** A finding on the scan's host that is open, or accepted as a risk, after the scan. */
export type PresentFinding = {
	fingerprint: string;
	rule: string;
	class: ClassId;
	severity: Severity;
	state: "open" | "accepted";
	/** When it was first seen, or seen again after it was fixed. */
	since: Date;
};

/** A scan as a run of a test. */
export type ScanLook = Pick<ScanReport, "coverage" | "parts"> & { kind: ScanKind; at: Date };

/** The last day on which fixing the finding is on time; null for one rated none. */
export const fixBy = ({ since, severity }: Pick<PresentFinding, "since" | "severity">, time: TimeToFix) =>
	severity === "none" ? null : plusDays(dayOf(since), time[severity]);

/** Classes that earlier scans of the host looked for in full, each with the last day on which that counts. */
export type LookedBefore = Readonly<Record<string, string>>;

export type JudgedRun = {
	result: RunResult;
	reason: string;
	/** The classes that this scan looked for in full. */
	looked: string[];
	/** The last day of the earlier scans that it passed with; null if it needed none. */
	until: string | null;
};

/**
 * What a scan says about a test. It fails if a finding of the test's classes is open on the host, whatever the scan did not get to.
 * It passes only if the scan evaluated every part it needs, and if scans of other kinds have looked for each class that this kind cannot
 * see and those looks still count (`before`). A class that no scan has looked for keeps it incomplete. Accepted risks never fail a run,
 * but its reason names them. Pure.
 */
export function judgeRun(
	{ classes, timeToFix }: { classes: readonly string[]; timeToFix: TimeToFix },
	look: ScanLook,
	findings: readonly PresentFinding[],
	before: LookedBefore = {},
): JudgedRun {
	const of = findings.filter((finding) => classes.includes(finding.class));
	const open = of.filter(({ state }) => state === "open");
	const accepted = of.length - open.length;
	const isAccepted =
		accepted === 0 ? "" : ` ${counted(accepted, "more is an accepted risk", "more are accepted risks")}.`;
	if (open.length > 0) {
		const today = dayOf(look.at);
		const late = open.filter((finding) => (fixBy(finding, timeToFix) ?? today) < today).length;
		const isLate = late === 0 ? "" : `, ${late} past ${late === 1 ? "its" : "their"} time to fix`;
		const reason = `${counted(open.length, "open finding")}${isLate}.${isAccepted}`;
		return { result: "failed", reason, looked: [], until: null };
	}
	const left = whatIsMissing(classes, look);
	const risks =
		accepted === 0 ? "" : ` ${counted(accepted, "finding is an accepted risk", "findings are accepted risks")}.`;
	if (left !== undefined) return { result: "incomplete", reason: `${left}${risks}`, looked: [], until: null };
	const unseen = classes.filter((id) => {
		const one = classOf(id);
		return one !== undefined && !canSee(look.kind, one);
	});
	const looked = classes.filter((id) => !unseen.includes(id));
	const nowhere = unseen.filter((id) => before[id] === undefined);
	if (nowhere.length > 0) {
		const reason = `No open findings so far.${risks} This kind of scan does not look for: ${nowhere.map(labelOfClass).join("; ")}.`;
		return { result: "incomplete", reason, looked, until: null };
	}
	const others =
		unseen.length === 0 ? "" : ` Other scans of this host looked for: ${unseen.map(labelOfClass).join("; ")}.`;
	const until = unseen.flatMap((id) => before[id] ?? []).toSorted()[0] ?? null;
	return { result: "passed", reason: `No open findings.${risks}${others}`, looked, until };
}

/** Why the scan cannot say that there is nothing, in a sentence; undefined if it can. */
function whatIsMissing(classes: readonly string[], { kind, parts, coverage }: ScanLook): string | undefined {
	const wanted = classes.flatMap((id) => classOf(id)?.sights.filter(([of]) => of === kind) ?? []);
	const isWanted = ({ part }: ScanPart) => wanted.some(([, prefix]) => part.startsWith(prefix));
	// What is missing of other classes' rules alone says nothing about these.
	const isMissed = (part: ScanPart) =>
		part.status === "not-evaluated" && (part.rules?.some((rule) => classes.includes(classOfRule(rule) ?? "")) ?? true);
	const missed = parts.find((part) => isMissed(part) && isWanted(part)) ?? parts.find(isMissed);
	if (missed?.status === "not-evaluated") return `Not evaluated: ${missed.label}. ${asSentence(missed.reason)}`;
	if (coverage === "partial" && !parts.some((part) => part.status === "not-evaluated"))
		return "The scan did not get to everything.";
	const absent = wanted.find(([, prefix]) => !parts.some(({ part }) => part.startsWith(prefix)));
	return absent && `The scan had no part that looks for this: ${absent[1]}.`;
}

const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
