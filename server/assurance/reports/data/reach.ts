import { counted } from "#contract/format/count.ts";
import { KINDS } from "#contract/kinds/kinds.ts";
import type { ScanKind } from "#contract/scans/scans.ts";
import { gapsOf, hostsInScope } from "./figures.ts";
import type { ReportData, ReportFailure, ReportLook } from "./report-data.ts";

/** Something that the newest scan of a kind did not get to on a host. */
export type Missing = { kind: ScanKind; label: string; reason: string };

/** How far scans got with a host. A report can only say something about a host that was reached. */
type Reach =
	| { state: "not-scanned" }
	| { state: "failed"; finishedAt: string; reason: string }
	| { state: "partly"; missing: Missing[] }
	| { state: "fully" };

export type ReachedHost = { host: string; client: string } & Reach;
/** A host about which nothing is known. */
export type UnreachedHost = Extract<ReachedHost, { state: "not-scanned" | "failed" }>;

type Scanned = Pick<ReportData, "targets" | "looks" | "failures">;

/** How far scans got with each host in scope. */
export function reachOf(data: Scanned): ReachedHost[] {
	const clients = new Map(data.targets.map(({ host, client }) => [host, client]));
	const looks = Map.groupBy(data.looks, ({ host }) => host);
	const failures = Map.groupBy(data.failures, ({ host }) => host);
	return hostsInScope(data).map((host) => ({
		host,
		client: clients.get(host) ?? "",
		...reached(looks.get(host) ?? [], failures.get(host) ?? []),
	}));
}

function reached(looks: readonly ReportLook[], failures: readonly ReportFailure[]): Reach {
	const parts = looks.flatMap((look) => look.parts);
	const gaps = gapsOf(looks).map(({ look, ...gap }) => ({ kind: look.kind, finishedAt: look.finishedAt, ...gap }));
	const failed = failures.map(({ kind, finishedAt, reason }) => ({ kind, finishedAt, label: "Whole scan", reason }));
	const missing = [...failed, ...gaps];
	if (looks.length === 0 || (parts.length > 0 && gaps.length === parts.length)) {
		const newest = missing.toSorted((a, b) => (a.finishedAt < b.finishedAt ? 1 : -1))[0];
		if (!newest) return { state: "not-scanned" };
		return { state: "failed", finishedAt: newest.finishedAt, reason: newest.reason };
	}
	if (missing.length > 0) return { state: "partly", missing };
	const partial = looks.filter(({ coverage }) => coverage === "partial");
	if (partial.length === 0) return { state: "fully" };
	const reason = "It did not get to everything.";
	return { state: "partly", missing: partial.map(({ kind }) => ({ kind, label: "Some of it", reason })) };
}

export const unreachedOf = (reach: readonly ReachedHost[]): UnreachedHost[] =>
	reach.filter((each): each is UnreachedHost => each.state === "not-scanned" || each.state === "failed");

/** A host's state in one line, for tables. */
export function reachText(reach: Reach): string {
	switch (reach.state) {
		case "not-scanned":
			return "Not scanned";
		case "failed":
			return `Scan failed: ${reach.reason}`;
		case "partly":
			return `Partly evaluated, ${counted(reach.missing.length, "part")} missing`;
		case "fully":
			return "Fully evaluated";
	}
}

const NAMED = 3;

/** What was missed on a host in one line: `Nmap EOL: Versions (timed out)`. */
export function missingText(missing: readonly Missing[]): string {
	const named = missing.slice(0, NAMED).map(({ kind, label, reason }) => `${KINDS[kind].name}, ${label}: ${reason}`);
	return missing.length > NAMED ? `${named.join(" ")} And ${missing.length - NAMED} more.` : named.join(" ");
}

/** How many of each, in a sentence. */
export function reachSentence(reach: readonly ReachedHost[]): string {
	if (reach.length === 0) return "No host is in scope.";
	const count = (state: Reach["state"]) => reach.filter((each) => each.state === state).length;
	if (count("fully") === reach.length) {
		return reach.length === 1
			? "The one host in scope was fully evaluated."
			: `All ${reach.length} hosts were fully evaluated.`;
	}
	const failed = count("failed");
	const phrases = [
		[count("fully"), "fully evaluated"],
		[count("partly"), "partly evaluated"],
		[failed, `not reached because ${failed === 1 ? "its scan" : "their scans"} failed`],
		[count("not-scanned"), "not scanned"],
	] as const;
	const said = phrases.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
	return `Of ${counted(reach.length, "host")}: ${said.join(", ")}.`;
}
