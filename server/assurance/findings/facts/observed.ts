import type { Severity } from "#contract/findings/severity.ts";
import type { ScanId } from "#contract/ids.ts";
import type { ScanKind } from "#contract/scans/scans.ts";
import type { Recurrence } from "#contract/scans/schedules.ts";

/** The newest completed scan of a kind on a host, and what it evaluated on every port it checked: names of parts, without ports. */
export type Seen = { host: string; kind: ScanKind; scanId: ScanId; at: Date; parts: readonly string[] };

/** Everything that facts about one client are based on. */
export type Observed = {
	now: Date;
	hosts: readonly { host: string; verified: boolean }[];
	seen: readonly Seen[];
	/** Findings that are open or accepted, by rule and host. */
	present: readonly { rule: string; host: string; severity: Severity; findings: number; since: Date }[];
	/** Findings rated high or medium that were fixed within FIXED_DAYS; the most days that half of them took, and the slowest. */
	fixed: { findings: number; medianDays: number; slowestDays: number };
	/** Active schedules. */
	schedules: readonly { host: string; recurrence: Recurrence }[];
	/** Software in use that is no longer supported. */
	unsupported: readonly { product: string; host: string }[];
};

export const FIXED_DAYS = 90;

/** A sentence that answers a question, and the scans that it is based on. Without scans it is left out. */
export type Told = {
	/** The question that it answers, in our words. */
	question: string;
	answer: string;
	/** More words to find it by. */
	words: string;
	seen: readonly Seen[];
};

export const hostsOf = (of: readonly { host: string }[]): Set<string> => new Set(of.map(({ host }) => host));
