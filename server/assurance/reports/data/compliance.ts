import type { ControlSummary, ServedRequirement } from "#contract/controls/controls.ts";
import { REQUIREMENT_STANDING_LABELS, STANDINGS } from "#contract/controls/standing.ts";
import { countedControls, type FrameworkDetail, type RequirementDetail } from "#contract/frameworks/frameworks.ts";
import { classOfRule } from "../../findings/finding-classes.ts";

/** A control that serves a requirement and is not retired. */
export type ReportControl = Pick<ControlSummary, "id" | "code" | "title" | "standing" | "why" | "findings"> & {
	requirements: ServedRequirement[];
	/** What its scan tests look for, each on these hosts; on none: on all hosts of the client. */
	looksFor: { classes: string[]; hosts: string[] }[];
	/** Hosts that a person left out of it. */
	leftOut: string[];
};

/** How one client stands with the frameworks of a report, as its screens show it. */
export type ReportCompliance = {
	/** Its name; empty if the client is the workspace itself. */
	client: string;
	/** Without official wording, which a workspace may not hand on. */
	frameworks: FrameworkDetail[];
	/** By code. */
	controls: ReportControl[];
};

/** All that are no headings. */
export const requirementsOf = ({ all }: FrameworkDetail): RequirementDetail[] =>
	all.filter(({ isHeading }) => !isHeading);

/** A finding of a client's host. */
type Found = { client: string; asset: string; finding: { rule: string } };

/** Whether a finding is evidence against a control: one of its tests looks for it on that host. */
export function isAgainst({ client }: ReportCompliance, { looksFor, leftOut }: ReportControl, found: Found): boolean {
	const of = classOfRule(found.finding.rule);
	return (
		of !== undefined &&
		found.client === client &&
		!leftOut.includes(found.asset) &&
		looksFor.some(({ classes, hosts }) => classes.includes(of) && (hosts.length === 0 || hosts.includes(found.asset)))
	);
}

/** Why a requirement has its standing: its controls by theirs. For one that does not apply, why not. */
export function whyOfRequirement({ decision, controls }: RequirementDetail): string {
	if (decision?.state === "not-applicable") return decision.justification;
	const counted = countedControls(controls);
	if (counted.length === 0) return "No control serves it.";
	return STANDINGS.flatMap((standing) => {
		const codes = counted.filter((control) => control.standing === standing).map(({ code }) => code);
		return codes.length === 0 ? [] : [`${REQUIREMENT_STANDING_LABELS[standing]}: ${codes.join(", ")}.`];
	}).join(" ");
}
