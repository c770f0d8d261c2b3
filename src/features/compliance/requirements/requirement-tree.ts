import type { RequirementDetail } from "#contract/frameworks/frameworks.ts";
import { isInStatement } from "#contract/frameworks/statement.ts";
import type { FrameworkAddress } from "../framework-address.ts";

/** A top-level heading with everything under it in the pack's order: subheadings and requirements. */
export type Group = {
	/** Null for requirements without a heading. */
	heading: RequirementDetail | null;
	/** `depth`: levels below the group's own heading, starting at 1. */
	parts: readonly { requirement: RequirementDetail; depth: number }[];
};

export type RequirementFilter = Pick<FrameworkAddress, "q" | "standing" | "decision">;

export const isFiltered = ({ q, standing, decision }: RequirementFilter): boolean =>
	q.trim() !== "" || standing !== undefined || decision !== undefined;

/** Whether a requirement (not a heading) passes the filter. */
function passes(requirement: RequirementDetail, { q, standing, decision }: RequirementFilter): boolean {
	const { id, title, about, official } = requirement;
	if (standing && requirement.standing !== standing) return false;
	if (decision === "reviewed" && requirement.decision?.reviewedOn == null) return false;
	if (decision && decision !== "reviewed" && requirement.decision?.state !== decision) return false;
	const wanted = q.trim().toLowerCase();
	if (wanted === "") return true;
	return [id, title, about, official?.title ?? "", official?.text ?? ""].some((text) =>
		text.toLowerCase().includes(wanted),
	);
}

/** The requirements that pass, under their headings. Empty headings are left out. */
export function groupsOf(all: readonly RequirementDetail[], filter: RequirementFilter): Group[] {
	const byId = new Map(all.map((one) => [one.id, one]));
	/** Its ancestors, from the top down. */
	const above = (one: RequirementDetail): RequirementDetail[] => {
		const parent = one.parent === null ? undefined : byId.get(one.parent);
		return parent ? [...above(parent), parent] : [];
	};
	const shown = new Set(
		all
			.filter((one) => !one.isHeading && passes(one, filter))
			.flatMap((one) => [one.id, ...above(one).map(({ id }) => id)]),
	);
	const groups = new Map<
		string | null,
		{ heading: RequirementDetail | null; parts: { requirement: RequirementDetail; depth: number }[] }
	>();
	for (const requirement of all) {
		if (!shown.has(requirement.id)) continue;
		const path = above(requirement);
		const [top = requirement.isHeading ? requirement : null] = path;
		const group = groups.get(top?.id ?? null) ?? { heading: top, parts: [] };
		groups.set(top?.id ?? null, group);
		if (requirement !== top) group.parts.push({ requirement, depth: path.length });
	}
	return [...groups.values()];
}

/** Ids of the requirements that there is something to decide about. */
export const decidableIn = ({ parts }: Group): string[] =>
	parts.flatMap(({ requirement }) => (isInStatement(requirement) ? [requirement.id] : []));

/** What a folded group says about what is in it. */
export function groupCounts({ parts }: Group): { all: number; undecided: number; against: number } {
	const leaves = parts.map(({ requirement }) => requirement).filter(({ isHeading }) => !isHeading);
	return {
		all: leaves.length,
		undecided: leaves.filter(({ decision }) => decision?.state === "undecided").length,
		against: leaves.filter(
			({ standing, decision }) => standing === "evidence-against" && decision?.state !== "not-applicable",
		).length,
	};
}
