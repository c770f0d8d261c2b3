import { counted } from "#contract/format/count.ts";
import { dayText } from "#contract/format/time.ts";
import { firstDue } from "../data/decisions.ts";
import { hostsOf, type ReportProblem } from "../data/figures.ts";
import { reachOf, unreachedOf } from "../data/reach.ts";
import type { ReportData } from "../data/report-data.ts";

/** One sentence: the state, what it means, and what has to be decided. */
export function verdictOf(data: ReportData, problems: readonly ReportProblem[]): string {
	const reach = reachOf(data);
	// If something is open, there was a scan, if only before or after the period.
	const known = new Set(hostsOf(problems.flatMap((problem) => problem.findings)));
	const unreached = unreachedOf(reach).filter(({ host }) => !known.has(host)).length;
	const scanned = reach.length - unreached;
	if (reach.length === 0) return "No host was scanned yet, so nothing is known: decide which host to scan first.";
	if (scanned === 0) {
		const none = reach.length === 1 ? "The only host" : `None of the ${reach.length} hosts`;
		return `${none} could ${reach.length === 1 ? "not " : ""}be scanned, so nothing is known: decide who makes ${reach.length === 1 ? "it" : "them"} reachable.`;
	}
	const rest =
		unreached > 0 ? `; ${counted(unreached, "more host")} could not be scanned, so nothing is known there` : "";
	const high = problems.filter(({ severity }) => severity === "high");
	if (high.length > 0) {
		const findings = high.flatMap((problem) => problem.findings);
		const hosts = hostsOf(findings).length;
		// A host's open findings outlive its scans: then it does not count among the scanned hosts.
		const on = hosts > scanned ? counted(hosts, "host") : `${hosts} of ${counted(scanned, "scanned host")}`;
		const where = `${counted(findings.length, "finding")} on ${on}`;
		const them = high.length === 1 ? "it" : "them";
		const due = firstDue(data, high);
		const day = dayText(due, "utc");
		const isLate = due < data.generatedAt.slice(0, 10);
		const decide = isLate
			? `decide who fixes ${them} now, ${high.length === 1 ? "as it" : "as the first"} was due on ${day}`
			: `decide who fixes ${them} by ${day}`;
		return `${counted(high.length, "serious problem")} (${where}) could be used by an attacker today: ${decide}${rest}.`;
	}
	const where = scanned === 1 ? "the host that was scanned" : `the ${scanned} hosts that were scanned`;
	if (problems.length > 0) {
		return `Nothing serious is open on ${where}, but ${counted(problems.length, "smaller problem")} would make an attack easier: decide who fixes ${problems.length === 1 ? "it" : "them"} and when${rest}.`;
	}
	return `Nothing open on ${where} needs a fix: decide when to scan again${rest}.`;
}
