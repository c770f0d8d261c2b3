import type { OwnFrameworkReport, PackLinks } from "#contract/frameworks/own-frameworks.ts";
import { leavesOf, type Requirement } from "#contract/frameworks/pack.ts";
import type { OwnRead } from "./collect-own.ts";

const GROUPS_LISTED = 100;
const CODES_LISTED = 100;
const FIRST = 5;
const CODE_READ = 60;

/** Codes of controls that a workspace can mean, by how they are compared. */
export type KnownCodes = ReadonlyMap<string, string>;

export const comparedCode = (code: string): string => code.toLowerCase();

/** The links of a file whose codes are those of controls, with the codes as controls have them, and the other codes. */
export function linksTo(known: KnownCodes, links: PackLinks): { links: PackLinks; unknownCodes: string[] } {
	const served = new Map<string, Set<string>>();
	const unknownCodes: string[] = [];
	for (const { code, requirements } of links) {
		const found = known.get(comparedCode(code));
		if (found === undefined) unknownCodes.push(code);
		else served.set(found, new Set([...(served.get(found) ?? []), ...requirements]));
	}
	return {
		links: [...served].map(([code, requirements]) => ({ code, requirements: [...requirements] })),
		unknownCodes,
	};
}

/** What a file adds, as people see it before it is stored. */
export function reportOf(read: OwnRead, known: KnownCodes): OwnFrameworkReport {
	const { requirements, links: written, texts: _, ...said } = read;
	const { links, unknownCodes } = linksTo(known, written);
	const leaves = leavesOf({ requirements });
	return {
		...said,
		requirements: leaves.length,
		headings: requirements.length - leaves.length,
		groups: groupsOf(requirements, leaves),
		first: leaves.slice(0, FIRST).map(({ id, title }) => ({ id, title })),
		controls: links.length,
		linked: new Set(links.flatMap((link) => link.requirements)).size,
		unknownCodes: unknownCodes.slice(0, CODES_LISTED).map((code) => code.slice(0, CODE_READ).toWellFormed()),
	};
}

function groupsOf(requirements: readonly Requirement[], leaves: readonly Requirement[]): OwnFrameworkReport["groups"] {
	const tops = new Map<string, string>();
	// Headings come before what is below them.
	for (const { id, parent } of requirements) tops.set(id, parent === undefined ? id : (tops.get(parent) ?? parent));
	const below = Map.groupBy(leaves, ({ id }) => tops.get(id) ?? id);
	return requirements
		.filter(({ id, parent }) => parent === undefined && below.get(id)?.some((leaf) => leaf.id !== id))
		.slice(0, GROUPS_LISTED)
		.map(({ id, title }) => ({ id, title, requirements: below.get(id)?.length ?? 0 }));
}
