import * as z from "zod/mini";
import { atMost } from "#contract/at-most.ts";
import { FRAMEWORK_IDS } from "./framework-ids.ts";

const NO_FRAMEWORK = `A framework is one of ${FRAMEWORK_IDS.join(", ")}, or one that the workspace added.`;

/** A framework for which we ship a pack. */
export const shippedId = z.enum(FRAMEWORK_IDS, NO_FRAMEWORK);
export type ShippedId = z.infer<typeof shippedId>;

/** A framework that a workspace added: `own-` and a UUID v7 in base 36, so that it is no longer than ids of frameworks may be. */
export const ownFrameworkId = z
	.string(NO_FRAMEWORK)
	.check(atMost(30, NO_FRAMEWORK), z.regex(/^own-[0-9a-z]{25}$/, NO_FRAMEWORK))
	.brand<"OwnFrameworkId">();
export type OwnFrameworkId = z.infer<typeof ownFrameworkId>;

export const frameworkId = z.union([shippedId, ownFrameworkId], NO_FRAMEWORK);
export type FrameworkId = z.infer<typeof frameworkId>;

export const isOwn = (id: FrameworkId): id is OwnFrameworkId => id.startsWith("own-");

const upTo = (most: number) => z.string().check(z.maxLength(most));
const sentence = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));
export const REQUIREMENT_TITLE_LIMIT = 120;
export const REQUIREMENT_ABOUT_LIMIT = 400;

/** A framework's own id for something, such as `PR.AA-01`, `A.8.24`, `CC6.1`, `4.2.1`, `Art. 32(1)`. */
export const requirementId = z
	.string("Please give a requirement’s ID.")
	.check(z.minLength(1, "Please give a requirement’s ID."), z.maxLength(60, "That ID is too long."));

/** One requirement of a framework, or a heading. */
const requirement = z.strictObject({
	/** The framework's own id, exactly. */
	id: requirementId,
	/** The heading it is under. Left out: it is at the top level. */
	parent: z.optional(requirementId),
	/** Ours, never the framework's. Of a framework that a workspace added: its file's, shortened. */
	title: sentence(REQUIREMENT_TITLE_LIMIT),
	/** What it asks for, in our own sentence. Of a framework that a workspace added: its file's words, shortened; empty if there are none. */
	about: upTo(REQUIREMENT_ABOUT_LIMIT),
});
export type Requirement = z.infer<typeof requirement>;

export const PACK_KINDS = ["law", "standard", "guideline"] as const;

/**
 * A framework as data: official ids, and a title and a sentence for each. A pack of ours contains no text from a standard or a statute,
 * whatever its license: people who need the official wording load it. A pack that a workspace added has the words of its file.
 */
export const pack = z.strictObject({
	id: frameworkId,
	/** As usually written: `ISO/IEC 27001:2022`. */
	name: sentence(60),
	/** The edition the ids come from. */
	version: upTo(60),
	publisher: upTo(80),
	/** Whether it is required by law, promised to others, or chosen freely. */
	kind: z.enum(PACK_KINDS),
	/** What it is and who it is for, in one to three of our own sentences. */
	about: upTo(700),
	/** The day we compared ids and sentences with the source, or the day the file was loaded. */
	asOf: z.iso.date(),
	/** For a framework that a workspace added: what its file calls itself. */
	source: z.strictObject({ title: sentence(200), url: z.optional(z.url({ protocol: /^https$/ })) }),
	/** What it calls its requirements, in the plural: `subcategories`. */
	units: sentence(60),
	/** What the pack leaves out, or must not be taken to mean. Whole sentences. */
	notCovered: z.array(sentence(400)),
	requirements: z.array(requirement).check(z.minLength(1)),
	/** Top-level headings with requirements that nobody may leave out, and what they are called together. */
	always: z.optional(z.strictObject({ name: sentence(60), headings: z.array(requirementId).check(z.minLength(1)) })),
});
export type Pack = z.infer<typeof pack>;

/** What each pack that we ship has to have. */
export const shippedPack = z.extend(pack, {
	id: shippedId,
	version: sentence(60),
	publisher: sentence(80),
	about: sentence(700),
	source: z.strictObject({ title: sentence(200), url: z.url({ protocol: /^https$/ }) }),
	notCovered: z.array(sentence(400)).check(z.minLength(1)),
	requirements: z.array(z.extend(requirement, { about: sentence(REQUIREMENT_ABOUT_LIMIT) })).check(z.minLength(1)),
});
export type ShippedPack = Omit<Pack, "id"> & { id: ShippedId };

/** The requirements that are decided and counted: all that are not headings. */
export function leavesOf({ requirements }: Pick<Pack, "requirements">): Requirement[] {
	const headings = new Set(requirements.map(({ parent }) => parent));
	return requirements.filter(({ id }) => !headings.has(id));
}

/** The requirements that always apply, so that there is nothing to decide about them. */
export function alwaysOf({ requirements, always }: Pick<Pack, "requirements" | "always">): ReadonlySet<string> {
	const known = new Set(always?.headings);
	// Parents come before their children.
	for (const { id, parent } of requirements) if (parent !== undefined && known.has(parent)) known.add(id);
	return known;
}

/** The requirements to decide about. They make up the statement of applicability. */
export function decidableOf(pack: Pick<Pack, "requirements" | "always">): Requirement[] {
	const always = alwaysOf(pack);
	return leavesOf(pack).filter(({ id }) => !always.has(id));
}

/** Why a pack cannot be used; empty if it can. Ids must be unique, and parents come before their children. */
export function faultsOf({ requirements, always }: Pick<Pack, "requirements" | "always">): string[] {
	const before = new Set<string>();
	const tops = new Set(requirements.flatMap(({ id, parent }) => (parent === undefined ? id : [])));
	const misplaced = (always?.headings ?? []).filter((id) => !tops.has(id)).map((id) => `${id} is no top-level heading`);
	return requirements
		.flatMap(({ id, parent }) => {
			const faults = [
				...(before.has(id) ? [`${id} is there twice`] : []),
				...(parent !== undefined && !before.has(parent) ? [`${id} stands under ${parent}, which is not above it`] : []),
			];
			before.add(id);
			return faults;
		})
		.concat(misplaced);
}
