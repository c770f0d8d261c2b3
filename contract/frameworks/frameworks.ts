import * as z from "zod/mini";
import { atMost } from "#contract/at-most.ts";
import { controlState } from "#contract/controls/controls.ts";
import { standing, standingCounts } from "#contract/controls/standing.ts";
import { givenTime } from "#contract/given-time.ts";
import { accountId } from "#contract/ids.ts";
import { frameworkId, pack, requirementId } from "./pack.ts";

/**
 * What a client decided about a requirement: `undecided → applicable | not-applicable`. A review says on a day that the decision still
 * holds. All decisions of a framework are its statement of applicability.
 */
export const DECISION_STATES = ["undecided", "applicable", "not-applicable"] as const;
export const decisionState = z.enum(DECISION_STATES, `A decision is one of ${DECISION_STATES.join(", ")}.`);
export type DecisionState = z.infer<typeof decisionState>;

const person = z.object({ accountId, name: z.string() });

const decision = z.object({
	state: decisionState,
	/** Why; of `not-applicable` never empty. Untrusted text. */
	justification: z.string(),
	/** The day of the last review; null if there was none since it was decided. */
	reviewedOn: z.nullable(z.iso.date()),
	/** Null while undecided. */
	saidAt: z.nullable(z.iso.datetime()),
	by: z.nullable(person),
});
export type Decision = z.infer<typeof decision>;

const decisionCounts = z.object({
	undecided: z.int(),
	applicable: z.int(),
	"not-applicable": z.int(),
	reviewed: z.int(),
});

/** A framework in the list: what the pack is, and how the client stands. */
const frameworkSummary = z.object({
	...pack.shape,
	id: frameworkId,
	/** How many requirements there are to decide about. */
	requirements: z.int(),
	/** When the client chose it; null if it has not. What was decided before stays. */
	chosenAt: z.nullable(z.iso.datetime()),
	decisions: decisionCounts,
	/** Of requirements that are not decided to be not applicable. */
	standings: standingCounts,
	/** The official words that this workspace loaded; null if none. */
	catalog: z.nullable(
		z.object({
			/** Untrusted text. */
			title: z.string(),
			version: z.string(),
			loadedAt: z.iso.datetime(),
			/** How many requirements it has words for. */
			texts: z.int(),
		}),
	),
});
export type FrameworkSummary = z.infer<typeof frameworkSummary>;

/** `GET frameworks/`. */
export const frameworkList = z.object({ frameworks: z.array(frameworkSummary) });
export type FrameworkList = z.infer<typeof frameworkList>;

/** A requirement as a client sees it, or a heading above some. */
const requirementDetail = z.object({
	id: requirementId,
	parent: z.nullable(requirementId),
	/** Ours. */
	title: z.string(),
	about: z.string(),
	/** The official words, if the workspace loaded them. Untrusted text. */
	official: z.nullable(z.object({ title: z.string(), text: z.string() })),
	/** Headings have none of what follows. */
	isHeading: z.boolean(),
	decision: z.nullable(decision),
	standing: z.nullable(standing),
	controls: z.array(
		z.object({ controlId: z.uuid(), code: z.string(), title: z.string(), state: controlState, standing }),
	),
	/** Accepted and submitted pieces on it, or on its controls, that have not expired. */
	evidence: z.int(),
});
export type RequirementDetail = z.infer<typeof requirementDetail>;

/** `GET frameworks/{frameworkId}/`: with all requirements, in the pack's order. */
export const frameworkDetail = z.object({ ...frameworkSummary.shape, all: z.array(requirementDetail) });
export type FrameworkDetail = z.infer<typeof frameworkDetail>;

/** `PUT frameworks/{frameworkId}/choice/`. Choosing it adds those of our controls that serve it and that the client does not have. */
export const frameworkChoice = z.strictObject({ chosen: z.boolean("Please say whether it is chosen.") });
export const frameworkChosen = z.object({
	chosen: z.boolean(),
	/** How many controls were added. */
	added: z.int(),
});
export type FrameworkChosen = z.infer<typeof frameworkChosen>;

const DECISIONS_LIMIT = 500;

/** `POST frameworks/decisions/`: a decision about one or more requirements, or a review of those that stand. */
export const decisionRequest = z
	.strictObject({
		framework: frameworkId,
		requirements: z
			.array(requirementId, "Please give a list of requirements.")
			.check(
				z.minLength(1, "Please give at least one requirement."),
				z.maxLength(DECISIONS_LIMIT, `Please give at most ${DECISIONS_LIMIT} requirements.`),
			),
		/** `reviewed` leaves the decision as it is and says that it still holds on the day of `saidAt`. */
		decision: z.enum([...DECISION_STATES, "reviewed"], "This is not a decision."),
		/** Required for `not-applicable`. Untrusted text. */
		justification: z
			.string("Please give the justification as text.")
			.check(z.trim(), atMost(1_000, "That justification is too long.")),
		saidAt: givenTime,
	})
	.check(
		z.refine(
			({ decision, justification }) => decision !== "not-applicable" || justification !== "",
			"Please say why it does not apply.",
		),
	);
export type DecisionRequest = z.infer<typeof decisionRequest>;

/** `GET frameworks/{frameworkId}/statement/{format}/`. */
export const STATEMENT_FORMATS = ["pdf", "csv", "xlsx"] as const;
export const statementFormat = z.enum(STATEMENT_FORMATS, `The format is one of ${STATEMENT_FORMATS.join(", ")}.`);

/** What was read of a catalog and not taken, with the place in the file and why. */
const notTaken = z.object({
	/** Such as `row 14` or `groups/2/controls/0`. */
	where: z.string(),
	/** The id, as far as there was one. Untrusted text, shortened. */
	id: z.string(),
	why: z.string(),
});

/** `POST frameworks/{frameworkId}/catalog/`: the official words, from an OSCAL catalog (JSON), a CSV or an XLSX file. */
export const catalogLoaded = z.object({
	title: z.string(),
	version: z.string(),
	/** How many requirements of the pack have words now. */
	taken: z.int(),
	/** Ids of the pack that the file has no words for, at most 100. */
	without: z.array(requirementId),
	/** At most 500; `leftOut` counts the rest. */
	notTaken: z.array(notTaken),
	leftOut: z.int(),
});
export type CatalogLoaded = z.infer<typeof catalogLoaded>;
