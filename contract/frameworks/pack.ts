import * as z from "zod/mini";
import { FRAMEWORK_IDS } from "./framework-ids.ts";

export const frameworkId = z.enum(FRAMEWORK_IDS, `A framework is one of ${FRAMEWORK_IDS.join(", ")}.`);
export type FrameworkId = z.infer<typeof frameworkId>;

const sentence = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));

/** What a framework calls something, such as `PR.AA-01`, `A.8.24`, `CC6.1`, `4.2.1`, `Art. 32(1)`. */
export const requirementId = z
	.string("Please give a requirement’s ID.")
	.check(z.minLength(1, "Please give a requirement’s ID."), z.maxLength(60, "That ID is too long."));

/** One thing a framework asks for, or a heading above some. */
const requirement = z.strictObject({
	/** The framework's own, to the letter. */
	id: requirementId,
	/** The heading it stands under. Left out: it stands at the top. */
	parent: z.optional(requirementId),
	/** Ours, never the framework's. */
	title: sentence(120),
	/** What it asks for, in a sentence of ours. */
	about: sentence(400),
});
export type Requirement = z.infer<typeof requirement>;

/**
 * A framework as data: official ids, and a title and a sentence for each in our own words. No text of a standard or a statute is in a
 * pack, whatever its license: who needs the official words loads them.
 */
export const pack = z.strictObject({
	id: frameworkId,
	/** As people write it: `ISO/IEC 27001:2022`. */
	name: sentence(60),
	/** The edition that the ids are from. */
	version: sentence(60),
	publisher: sentence(80),
	/** Whether one has to follow it by law, promises it to others, or chooses it. */
	kind: z.enum(["law", "standard", "guideline"]),
	/** What it is and whom it concerns, in one to three sentences of ours. */
	about: sentence(700),
	/** The day on which we compared ids and sentences with the source. */
	asOf: z.iso.date(),
	source: z.strictObject({ title: sentence(200), url: z.url({ protocol: /^https$/ }) }),
	/** What a requirement is called in it, in the plural: `subcategories`. */
	units: sentence(60),
	/** What the pack leaves out, or what must not be read into it. Whole sentences. */
	notCovered: z.array(sentence(400)).check(z.minLength(1)),
	requirements: z.array(requirement).check(z.minLength(1)),
});
export type Pack = z.infer<typeof pack>;

/** What is decided and counted: requirements that are no heading above others. */
export function leavesOf({ requirements }: Pick<Pack, "requirements">): Requirement[] {
	const headings = new Set(requirements.map(({ parent }) => parent));
	return requirements.filter(({ id }) => !headings.has(id));
}

/** Why a pack cannot be used; empty if nothing speaks against it. Ids are there once, parents stand before their children. */
export function faultsOf({ requirements }: Pick<Pack, "requirements">): string[] {
	const before = new Set<string>();
	return requirements.flatMap(({ id, parent }) => {
		const faults = [
			...(before.has(id) ? [`${id} is there twice`] : []),
			...(parent !== undefined && !before.has(parent) ? [`${id} stands under ${parent}, which is not above it`] : []),
		];
		before.add(id);
		return faults;
	});
}
