import * as z from "zod/mini";
import { atMost, inOneLine } from "#contract/at-most.ts";
import { fingerprint } from "#contract/findings/vulnerabilities.ts";
import { frameworkId, ownFrameworkId, requirementId, shippedId } from "#contract/frameworks/pack.ts";
import { givenTime } from "#contract/given-time.ts";
import { accountId, clientId } from "#contract/ids.ts";
import { controlKind } from "./catalog.ts";
import { classId } from "./classes.ts";
import { standing } from "./standing.ts";
import { controlTest } from "./tests.ts";

/** Most controls of one client. */
export const CONTROLS_LIMIT = 500;

/** A control: a UUID v7 made where it is added, on the device or on the server. */
export const controlId = z.uuid("This is not a control ID.").brand<"ControlId">();
export type ControlId = z.infer<typeof controlId>;

/** `planned → operating ⇄ not-operating → retired`; any of them can be retired, and a retired control can be planned again. */
export const CONTROL_STATES = ["planned", "operating", "not-operating", "retired"] as const;
export const controlState = z.enum(CONTROL_STATES, `A control is one of ${CONTROL_STATES.join(", ")}.`);
export type ControlState = z.infer<typeof controlState>;

export const CONTROL_STATE_LABELS: Readonly<Record<ControlState, string>> = {
	planned: "Planned",
	operating: "Operating",
	"not-operating": "Not operating",
	retired: "Retired",
};

const CONTROL_MOVES: Readonly<Record<ControlState, readonly ControlState[]>> = {
	planned: ["operating", "retired"],
	operating: ["not-operating", "retired"],
	"not-operating": ["operating", "retired"],
	retired: ["planned"],
};
/** The states that a person can move a control to. */
export const movesOfControl = (from: ControlState): readonly ControlState[] => CONTROL_MOVES[from];

/** Whether this state needs a reason. */
export const needsReason = (state: ControlState): boolean => state === "not-operating" || state === "retired";

const code = z
	.string("Please give a code.")
	.check(inOneLine(), z.trim(), z.minLength(1, "Please give a code."), atMost(20, "That code is too long."));
const title = z
	.string("Please give a title.")
	.check(inOneLine(), z.trim(), z.minLength(1, "Please give a title."), atMost(200, "That title is too long."));
const objective = z
	.string("Please give the objective as text.")
	.check(z.trim(), atMost(2_000, "That objective is too long."));
const reason = z.string("Please give the reason as text.").check(z.trim(), atMost(1_000, "That reason is too long."));

/** One requirement that a control serves. */
const servedRequirement = z.object({ framework: shippedId, requirementId });
const ownRequirement = z.object({ framework: ownFrameworkId, requirementId });
export type ServedRequirement = z.infer<typeof servedRequirement> | z.infer<typeof ownRequirement>;

const person = z.object({ accountId, name: z.string() });

/** A control in a list. */
const controlSummary = z.object({
	id: controlId,
	clientId,
	/** Unique for the client: `VM-01`. Untrusted text, like all texts here. */
	code: z.string(),
	title: z.string(),
	kind: controlKind,
	state: controlState,
	/** A member, if they still are one. */
	owner: z.nullable(person),
	standing,
	/** Why it has this standing, in a sentence. */
	why: z.string(),
	/** Findings that count against it. */
	findings: z.int(),
	/** Tasks about it that are not done. */
	openTasks: z.int(),
	/** The next day a test is due; null if no test is active. */
	nextDue: z.nullable(z.iso.date()),
	/** In the order of FRAMEWORK_IDS. */
	requirements: z.array(servedRequirement),
	/** Of frameworks that the workspace added. A list of its own, because earlier versions of the app take no others for frameworks. */
	ownRequirements: z._default(z.array(ownRequirement), []),
});
export type ControlSummary = z.infer<typeof controlSummary>;

/** All requirements that a control serves. */
export const servedBy = ({
	requirements,
	ownRequirements,
}: Pick<ControlSummary, "requirements" | "ownRequirements">): ServedRequirement[] => [
	...requirements,
	...ownRequirements,
];

/** `GET controls/`: those of the client, by code. */
export const controlList = z.object({ controls: z.array(controlSummary) });
export type ControlList = z.infer<typeof controlList>;

/** Filter of `GET controls/`. */
export const controlFilter = z.object({
	framework: z.optional(frameworkId),
	/** Only with `framework`. */
	requirement: z.optional(requirementId),
	/** Controls that this finding counts against. */
	finding: z.optional(fingerprint),
	/** Controls that open or accepted findings of this host count against. */
	host: z.optional(z.string().check(atMost(255, "That host is too long."))),
});
export type ControlFilter = z.infer<typeof controlFilter>;

/** Most hosts that are left out of one control. */
export const LEFT_OUT_LIMIT = 200;
const leftOutReason = reason.check(z.minLength(1, "Please say why it is left out."));

/** A host that does not count for a control, and why. */
const leftOutHost = z.object({
	host: z.string(),
	/** Untrusted text. */
	reason: z.string(),
	at: z.iso.datetime(),
	by: person,
});
export type LeftOutHost = z.infer<typeof leftOutHost>;

/** `GET controls/{controlId}/`. */
export const controlDetail = z.object({
	...controlSummary.shape,
	objective: z.string(),
	/** Why it is not operating, or retired. */
	reason: z.string(),
	/** Code of the catalog control it came from; null for the workspace's own. */
	catalogCode: z.nullable(z.string()),
	tests: z.array(controlTest),
	/** Findings that count against it, by class, largest class first. */
	against: z.array(z.object({ class: classId, label: z.string(), findings: z.int(), high: z.int() })),
	/** Hosts that a person left out of it, by name. The previous release leaves this out. */
	leftOut: z.optional(z.array(leftOutHost)),
	/** Accepted and submitted pieces on it that have not expired. */
	evidence: z.int(),
	/** What people said about it, newest first, at most 50. */
	words: z.array(
		z.object({
			at: z.iso.datetime(),
			by: person,
			/** The field that was changed: `state`, `owner`, `title`, `objective`, `note`, `leftOut`. */
			field: z.string(),
			/** For display. */
			text: z.string(),
		}),
	),
});
export type ControlDetail = z.infer<typeof controlDetail>;

/** `POST controls/`: adds one of the workspace's own. It starts as `planned`. 409 `already_exists` if its code is taken. */
export const controlRequest = z.strictObject({
	id: controlId,
	code,
	title,
	objective,
	kind: controlKind,
	requirements: z.array(z.strictObject({ framework: frameworkId, requirementId })).check(z.maxLength(200)),
});
export type ControlRequest = z.infer<typeof controlRequest>;

/** `POST controls/changes/`: what a person says about a control. For each field, the latest `saidAt` wins. */
export const controlChange = z.strictObject({
	controlId,
	change: z
		.strictObject({
			title: z.optional(title),
			objective: z.optional(objective),
			/** Null: nobody. */
			owner: z.optional(z.nullable(accountId)),
			state: z.optional(controlState),
			/** The state that the change starts from. With it, any state can follow, so that a mistake can be undone; without it, only a usual move. */
			from: z.optional(controlState),
			/** Required for `not-operating` and `retired`, which must keep one. Without a state, it is the reason for the current state. */
			reason: z.optional(reason),
			/**
			 * A host that no longer counts for the control, with the reason, or that counts again (null). For each host, the latest
			 * `saidAt` wins. Tests, findings and scans of the host stay as they are; only this control leaves them out.
			 */
			leftOut: z.optional(
				z.strictObject({
					host: z
						.string("Please give a host.")
						.check(
							z.trim(),
							z.toLowerCase(),
							z.minLength(1, "Please give a host."),
							atMost(255, "That host is too long."),
						),
					reason: z.nullable(leftOutReason),
				}),
			),
			/** Kept in the control's history. */
			note: z.optional(
				z.string("Please give the note as text.").check(z.trim(), atMost(2_000, "That note is too long.")),
			),
		})
		.check(
			z.refine(
				({ state, reason }) => state === undefined || !needsReason(state) || (reason ?? "") !== "",
				"Please give the reason.",
			),
		),
	saidAt: givenTime,
});
export type ControlChange = z.infer<typeof controlChange>;

/** 202 for everything said about controls, requirements, tasks and evidence: stored for good. */
export const wordAccepted = z.object({
	receipt: z.object({
		key: z.nullable(z.string()),
		acceptedAt: z.iso.datetime(),
		/** How many fields or things took the change; the others have a newer one. */
		taken: z.int(),
	}),
});
export type WordAccepted = z.infer<typeof wordAccepted>;

/** `PUT controls/{controlId}/requirements/`: links it to a requirement, or removes the link. */
export const requirementLink = z.strictObject({
	framework: frameworkId,
	requirementId,
	linked: z.boolean("Please say whether it is to be linked."),
});
export type RequirementLink = z.infer<typeof requirementLink>;
