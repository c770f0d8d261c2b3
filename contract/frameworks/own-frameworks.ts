import * as z from "zod/mini";
import { atMost, inOneLine } from "#contract/at-most.ts";
import { notTaken } from "./frameworks.ts";
import { ownFrameworkId, PACK_KINDS, pack, requirementId, shippedId } from "./pack.ts";

/** Most frameworks that one workspace adds. */
export const OWN_FRAMEWORKS_LIMIT = 20;
/** Most requirements and headings of one of them. */
export const OWN_REQUIREMENTS_LIMIT = 2_000;

const line = (field: string, most: number) =>
	z
		.string(`Please give the ${field} as text.`)
		.check(inOneLine(), z.trim(), atMost(most, `That ${field} is too long.`));

/** What a person says of a framework that the workspace adds. */
export const ownFrameworkAbout = z.object({
	/** Unique in the workspace, and not the name of one of ours. */
	name: line("name", 60).check(z.minLength(1, "Please give a name.")),
	/** Its version or edition. */
	version: z._default(line("version", 60), ""),
	publisher: z._default(line("publisher", 80), ""),
	kind: z.enum(PACK_KINDS, `It is one of ${PACK_KINDS.join(", ")}.`),
});
export type OwnFrameworkAbout = z.infer<typeof ownFrameworkAbout>;

/** `POST own-frameworks/preview/`: what a file would add. All texts are untrusted. */
export const ownFrameworkReport = z.object({
	/** What the file says of itself; empty if it does not. */
	title: z.string(),
	version: z.string(),
	publisher: z.string(),
	/** How many requirements and headings it has. */
	requirements: z.int(),
	headings: z.int(),
	/** Headings at the top, at most 100, with how many requirements are below each. */
	groups: z.array(z.object({ id: requirementId, title: z.string(), requirements: z.int() })),
	/** The first requirements, at most 5. */
	first: z.array(z.object({ id: requirementId, title: z.string() })),
	/** How many controls it links by their codes, and to how many requirements. */
	controls: z.int(),
	linked: z.int(),
	/** Codes that no control of ours or of the workspace has, at most 100. */
	unknownCodes: z.array(z.string()),
	/** How many entries are not taken. */
	counts: z.object({ withdrawn: z.int(), unusable: z.int() }),
	/** At most 500; `leftOut` counts the rest. */
	notTaken: z.array(notTaken),
	leftOut: z.int(),
	/** Heads of columns that are not read, at most 20. */
	unread: z.array(z.string()),
});
export type OwnFrameworkReport = z.infer<typeof ownFrameworkReport>;

/** `POST own-frameworks/{ownFrameworkId}/file/preview/`: also what changes for those who use it. */
export const ownFrameworkChange = z.object({
	...ownFrameworkReport.shape,
	/** How many requirements are new. */
	added: z.int(),
	/** Requirements that the file does not have, at most 100, with what rests on each in all clients. */
	gone: z.array(z.object({ id: requirementId, title: z.string(), decisions: z.int(), controls: z.int() })),
	goneCount: z.int(),
});
export type OwnFrameworkChange = z.infer<typeof ownFrameworkChange>;

/** 201 for `POST own-frameworks/`. */
export const ownFrameworkAdded = z.object({ id: ownFrameworkId, requirements: z.int() });
export type OwnFrameworkAdded = z.infer<typeof ownFrameworkAdded>;

/** `GET own-frameworks/{ownFrameworkId}/use/`: what rests on it, in all clients. */
export const ownFrameworkUse = z.object({
	/** Its name. Untrusted text. */
	name: z.string(),
	/** Clients that chose it. */
	clients: z.int(),
	decisions: z.int(),
	/** Approved versions of statements. */
	approvals: z.int(),
	/** Controls that serve it. */
	controls: z.int(),
	/** Links through which auditors get its bundle. */
	bundleLinks: z.int(),
});
export type OwnFrameworkUse = z.infer<typeof ownFrameworkUse>;

/** Details of 422 `file_refused` for a file of a framework that is there already. */
export const shippedInFile = z.object({ framework: shippedId });

/** Requirements that controls serve, by code of the control. */
const packLinks = z.array(
	z.object({ code: z.string().check(z.minLength(1), z.maxLength(20)), requirements: z.array(requirementId) }),
);
export type PackLinks = z.infer<typeof packLinks>;

/** A framework that a workspace added, in a client’s file. */
export const ownFrameworkInFile = z.object({
	pack,
	links: packLinks,
	/** Full texts of requirements for which the pack has only their beginning. */
	texts: z.array(z.object({ requirementId, title: z.string(), text: z.string() })),
});
