import * as z from "zod/mini";
import { atMost } from "#contract/at-most.ts";
import { controlState } from "#contract/controls/controls.ts";
import {
	REQUIREMENT_STANDING_LABELS,
	requirementStanding,
	requirementStandingCounts,
	shownOf,
	standing,
} from "#contract/controls/standing.ts";
import { givenTime } from "#contract/given-time.ts";
import { accountId } from "#contract/ids.ts";
import { frameworkId, pack, requirementId } from "./pack.ts";

/**
 * What a client decided about a requirement: `undecided → applicable | not-applicable`. A review confirms on a certain day that the
 * decision still holds. All decisions on a framework make up its statement of applicability.
 */
export const DECISION_STATES = ["undecided", "applicable", "not-applicable"] as const;
export const decisionState = z.enum(DECISION_STATES, `A decision is one of ${DECISION_STATES.join(", ")}.`);
export type DecisionState = z.infer<typeof decisionState>;

/** Why a requirement applies: a law asks for it, a contract does, it treats a risk, or it is good practice. */
export const REASONS = ["law", "contract", "risk", "practice"] as const;
const reason = z.enum(REASONS, `A reason is one of ${REASONS.join(", ")}.`);
export type Reason = z.infer<typeof reason>;

export const REASON_LABELS: Readonly<Record<Reason, string>> = {
	law: "Law",
	contract: "Contract",
	risk: "Risk treatment",
	practice: "Good practice",
};

const person = z.object({ accountId, name: z.string() });

const decision = z.object({
	state: decisionState,
	/** Given by a person, for `applicable` alone. */
	reasons: z.array(reason),
	/** Why; never empty for `not-applicable`. Untrusted text. */
	justification: z.string(),
	/** The day of the last review; null if there was none since the decision. */
	reviewedOn: z.nullable(z.iso.date()),
	/** Null while undecided, and for what always applies and nobody said anything about. */
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

/** A framework in the list: the pack, and the client's standing. */
const frameworkSummary = z.object({
	...pack.shape,
	id: frameworkId,
	/** How many requirements it has, with those that always apply. */
	requirements: z.int(),
	/** When the client chose it; null if not chosen. Earlier decisions stay. */
	chosenAt: z.nullable(z.iso.datetime()),
	/** Of those that there is something to decide about. */
	decisions: decisionCounts,
	/** Of all requirements except those decided to be not applicable. */
	standings: requirementStandingCounts,
	/** The official wording that this workspace loaded; null if none. */
	catalog: z.nullable(
		z.object({
			/** Untrusted text. */
			title: z.string(),
			version: z.string(),
			loadedAt: z.iso.datetime(),
			/** How many requirements it has wording for. */
			texts: z.int(),
		}),
	),
});
export type FrameworkSummary = z.infer<typeof frameworkSummary>;

/** `GET frameworks/`. */
export const frameworkList = z.object({
	/** Those for which we ship a pack. */
	frameworks: z.array(frameworkSummary),
	/** Those that the workspace added. A list of its own, because earlier versions of the app take no others for frameworks. */
	own: z._default(z.array(frameworkSummary), []),
});
export type FrameworkList = z.infer<typeof frameworkList>;

/** Ours, and then those that the workspace added. */
export const allIn = ({ frameworks, own }: FrameworkList): FrameworkSummary[] => [...frameworks, ...own];

/** A requirement as a client sees it, or a heading. */
const requirementDetail = z.object({
	id: requirementId,
	parent: z.nullable(requirementId),
	/** Ours. */
	title: z.string(),
	about: z.string(),
	/** The official wording, if the workspace loaded it. Untrusted text. */
	official: z.nullable(z.object({ title: z.string(), text: z.string() })),
	/** Headings have none of the fields below. */
	isHeading: z.boolean(),
	/** It cannot be left out, so there is nothing to decide: its decision is `applicable`. */
	always: z.boolean(),
	decision: z.nullable(decision),
	/** What follows from where its controls came from. Shown as long as a person gave no reasons. */
	defaultReasons: z.array(reason),
	standing: z.nullable(requirementStanding),
	controls: z.array(
		z.object({
			controlId: z.uuid(),
			code: z.string(),
			title: z.string(),
			state: controlState,
			standing,
			/** How much of the evidence that covers it was reviewed by its author alone. Left out: none. */
			reviewedByAuthor: z.optional(z.enum(["some", "all"])),
			owner: z.nullable(person),
		}),
	),
	/** Accepted and submitted evidence on it or its controls that has not expired. */
	evidence: z.int(),
});
export type RequirementDetail = z.infer<typeof requirementDetail>;

type RequirementControl = RequirementDetail["controls"][number];

/** The controls that count for a requirement: all but the retired ones. */
export const countedControls = <T extends Pick<RequirementControl, "state">>(controls: readonly T[]): T[] =>
	controls.filter(({ state }) => state !== "retired");

/** Their standings. */
export const countedStandings = (controls: readonly Pick<RequirementControl, "state" | "standing">[]) =>
	countedControls(controls).map(({ standing }) => standing);

/** `1 of 5`: how many of the controls that count show something. */
export function shownText({ controls }: Pick<RequirementDetail, "controls">): string {
	const counted = countedStandings(controls);
	return `${shownOf(counted)} of ${counted.length}`;
}

/** `, reviewed by its author`, if that is so of the evidence for covered controls; empty if others reviewed all of it. */
export function reviewText({ controls }: Pick<RequirementDetail, "controls">): string {
	const covered = countedControls(controls).filter(({ standing }) => standing === "covered");
	if (covered.every(({ reviewedByAuthor }) => reviewedByAuthor === undefined)) return "";
	const isAll = covered.every(({ reviewedByAuthor }) => reviewedByAuthor === "all");
	return `, ${isAll ? "" : "in part "}reviewed by its author`;
}

/**
 * A requirement's standing in words, with the numbers if it is partly shown, and with who reviewed the evidence if that was its author.
 * Nothing is said about one that does not apply.
 */
export function standingText({
	decision,
	standing,
	controls,
}: Pick<RequirementDetail, "decision" | "standing" | "controls">): string {
	if (decision?.state === "not-applicable" || standing === null) return "";
	const label = REQUIREMENT_STANDING_LABELS[standing];
	if (standing === "partly") return `${label}: ${shownText({ controls })}${reviewText({ controls })}`;
	return standing === "covered" ? `${label}${reviewText({ controls })}` : label;
}

/** A version of the statement of applicability that a person approved. */
const statementApproval = z.object({
	version: z.int(),
	approvedAt: z.iso.datetime(),
	by: person,
	/** Untrusted text. */
	note: z.string(),
});
export type StatementApproval = z.infer<typeof statementApproval>;

/** The statement of applicability as it is now, and its approved versions. */
const statement = z.object({
	/** SHA-256 in hex of what an approval is about: decisions, reasons, and controls. */
	basis: z.string(),
	/** Newest first. */
	approvals: z.array(statementApproval),
	/** Requirements whose line differs from the newest approved version; null without one. */
	changed: z.nullable(z.array(requirementId)),
});

/** `GET frameworks/{frameworkId}/`: with all requirements, in the pack's order. */
export const frameworkDetail = z.object({ ...frameworkSummary.shape, all: z.array(requirementDetail), statement });
export type FrameworkDetail = z.infer<typeof frameworkDetail>;

/** `PUT frameworks/{frameworkId}/choice/`. Choosing it adds the catalog controls that serve it and that the client does not have. */
export const frameworkChoice = z.strictObject({ chosen: z.boolean("Please say whether it is chosen.") });
export const frameworkChosen = z.object({
	chosen: z.boolean(),
	/** How many controls were added. */
	added: z.int(),
});
export type FrameworkChosen = z.infer<typeof frameworkChosen>;

const DECISIONS_LIMIT = 500;

/** `POST frameworks/decisions/`: a decision about one or more requirements, or a review of existing decisions. */
export const decisionRequest = z
	.strictObject({
		framework: frameworkId,
		requirements: z
			.array(requirementId, "Please give a list of requirements.")
			.check(
				z.minLength(1, "Please give at least one requirement."),
				z.maxLength(DECISIONS_LIMIT, `Please give at most ${DECISIONS_LIMIT} requirements.`),
			),
		/** `reviewed` keeps the decision and confirms that it still holds on the day of `saidAt`. */
		decision: z.enum([...DECISION_STATES, "reviewed"], "This is not a decision."),
		/** Only for `applicable`. Left out: none is given. */
		reasons: z.optional(z.array(reason, "Please give the reasons as a list.")),
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
		z.refine(
			({ decision, reasons = [] }) => decision === "applicable" || reasons.length === 0,
			"Reasons are for what applies.",
		),
	);
export type DecisionRequest = z.infer<typeof decisionRequest>;

/** `POST frameworks/{frameworkId}/approvals/`: approves the statement as it was shown. */
export const approvalRequest = z.strictObject({
	/** The version that this approval makes. */
	version: z.int("Please give the version.").check(z.positive("Please give the version.")),
	/** The `basis` that was shown. */
	basis: z
		.string("Please give the basis.")
		.check(atMost(64, "That is not a basis."), z.regex(/^[0-9a-f]{64}$/, "That is not a basis.")),
	note: z.string("Please give the note as text.").check(z.trim(), atMost(500, "That note is too long.")),
});
export type ApprovalRequest = z.infer<typeof approvalRequest>;

/** `GET frameworks/{frameworkId}/statement/{format}/`. */
export const STATEMENT_FORMATS = ["pdf", "csv", "xlsx"] as const;
export const statementFormat = z.enum(STATEMENT_FORMATS, `The format is one of ${STATEMENT_FORMATS.join(", ")}.`);

/** Why an entry of a catalog is not taken: the pack does not have its id, it was withdrawn, or it cannot be used as it is. */
const NOT_TAKEN_KINDS = ["unknown", "withdrawn", "unusable"] as const;

/** An entry of a catalog that is not taken, with its place in the file and the reason. */
export const notTaken = z.object({
	/** Such as `row 14` or `groups/2/controls/0`. */
	where: z.string(),
	/** The id, if there was one. Untrusted text, shortened. */
	id: z.string(),
	kind: z.enum(NOT_TAKEN_KINDS),
	why: z.string(),
});

/**
 * `POST frameworks/{frameworkId}/catalog/preview/`: what would be taken from an OSCAL catalog (JSON), a CSV or an XLSX file.
 * `POST frameworks/{frameworkId}/catalog/`: what was taken.
 */
export const catalogReport = z.object({
	/** What the file calls itself. Untrusted text. */
	title: z.string(),
	version: z.string(),
	/** Whether it says that it is of the pack's edition. Otherwise it is joined by its ids alone. */
	isSaid: z.boolean(),
	/** How many requirements of the pack it has official wording for. */
	taken: z.int(),
	/** Ids in the pack for which the file has no wording, at most 100. */
	without: z.array(requirementId),
	/** How many entries are not taken. */
	counts: z.object({ unknown: z.int(), withdrawn: z.int(), unusable: z.int() }),
	/** At most 500; `leftOut` counts the rest. */
	notTaken: z.array(notTaken),
	leftOut: z.int(),
	/** Heads of columns that are not read, at most 20. Untrusted text. */
	unread: z.array(z.string()),
});
export type CatalogReport = z.infer<typeof catalogReport>;
