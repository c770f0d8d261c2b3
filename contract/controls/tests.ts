import * as z from "zod/mini";
import { atMost, inOneLine } from "#contract/at-most.ts";
import { evidenceId } from "#contract/evidence/evidence-id.ts";
import { givenTime } from "#contract/given-time.ts";
import { accountId, scanId } from "#contract/ids.ts";
import { timeToFix } from "#contract/workspaces/time-to-fix.ts";
import { classId } from "./classes.ts";

/** Most tests of one control. */
export const TESTS_LIMIT = 20;

export const testId = z.uuid("This is not a test ID.").brand<"TestId">();
export type TestId = z.infer<typeof testId>;
/** A UUID v7. For a person's run, the device makes it. */
export const runId = z.uuid("This is not a run ID.").brand<"RunId">();
export type RunId = z.infer<typeof runId>;

export const TEST_KINDS = ["scan", "checklist", "document", "attestation"] as const;
export type TestKind = (typeof TEST_KINDS)[number];

const days = (what: string) =>
	z.int(`Please give ${what} in days.`).check(z.minimum(1, "At least 1 day."), z.maximum(1_096, "At most 1,096 days."));

const text = (most: number) =>
	z
		.string("Please give a text.")
		.check(inOneLine(), z.trim(), z.minLength(1, "Please give a text."), atMost(most, "That text is too long."));

/** How a control is tested. */
export const testSpec = z.discriminatedUnion(
	"kind",
	[
		z.strictObject({
			kind: z.literal("scan"),
			/** Any scan that can detect findings of these classes is a run of the test. */
			classes: z.array(classId).check(z.minLength(1, "Please name a class of findings.")),
			/** Empty: all hosts of the client. */
			hosts: z.array(z.string().check(atMost(255, "That host is too long."))).check(z.maxLength(200)),
			/** In answers, the workspace’s. In requests it is ignored: a test once had its own. */
			timeToFix: z.optional(timeToFix),
		}),
		z.strictObject({
			kind: z.literal("checklist"),
			questions: z.array(text(200)).check(z.minLength(1, "Please ask something."), z.maxLength(30)),
		}),
		z.strictObject({ kind: z.literal("document"), document: text(200) }),
		z.strictObject({ kind: z.literal("attestation"), statement: text(500) }),
	],
	`A test is one of ${TEST_KINDS.join(", ")}.`,
);
export type TestSpec = z.infer<typeof testSpec>;

/** What a test by people asks, word for word; empty for a scan test. */
export function askedBy(spec: TestSpec): string[] {
	switch (spec.kind) {
		case "scan":
			return [];
		case "checklist":
			return spec.questions;
		case "document":
			return [spec.document];
		case "attestation":
			return [spec.statement];
	}
}

export const RUN_RESULTS = ["passed", "failed", "incomplete"] as const;
export const runResult = z.enum(RUN_RESULTS, `A run is one of ${RUN_RESULTS.join(", ")}.`);
export type RunResult = z.infer<typeof runResult>;

/** One run of a test. It is written once and never changes. */
const testRun = z.object({
	id: runId,
	testId,
	/** The scanned host; empty for a person's run. */
	host: z.string(),
	at: z.iso.datetime(),
	/** Start of the period it covers: the previous run. */
	windowFrom: z.iso.datetime(),
	windowTo: z.iso.datetime(),
	result: runResult,
	/** Why, in a sentence. */
	reason: z.string(),
	/** The last day on which it is valid. */
	expiresOn: z.iso.date(),
	/** The scan behind the run; it may have been deleted since. Null for a person's. */
	scanId: z.nullable(scanId),
	/** Null for a scan's. */
	by: z.nullable(z.object({ accountId, name: z.string() })),
	/** The piece of evidence it produced. Null if it has none, or if that was deleted. */
	evidenceId: z.nullable(z.uuid()),
	/** Its evidence was deleted: the run stays in the history and no longer counts. */
	evidenceDeleted: z.boolean(),
});
export type TestRun = z.infer<typeof testRun>;

/** A test with its newest runs. */
export const controlTest = z.object({
	id: testId,
	title: z.string(),
	spec: testSpec,
	/** Its cadence, in days. */
	everyDays: z.int(),
	active: z.boolean(),
	/** Null while it is not active. */
	nextDue: z.nullable(z.iso.date()),
	/** Newest first, at most 12. */
	runs: z.array(testRun),
});
export type ControlTest = z.infer<typeof controlTest>;

/** `POST controls/{controlId}/tests/`. */
export const testRequest = z.strictObject({
	id: testId,
	title: text(200),
	spec: testSpec,
	everyDays: days("the cadence"),
});
export type TestRequest = z.infer<typeof testRequest>;

/** `PATCH controls/{controlId}/tests/{testId}/`. Runs stay as they are. */
export const testChange = z.strictObject({
	title: z.optional(text(200)),
	spec: z.optional(testSpec),
	everyDays: z.optional(days("the cadence")),
	active: z.optional(z.boolean("Please say whether it is active.")),
});
export type TestChange = z.infer<typeof testChange>;

export const ANSWERS = ["yes", "no", "not-applicable"] as const;

/** A document that a test asks for: a piece of evidence that has it, or its record: where it is, which version, and who holds it. */
const heldDocument = z.union(
	[z.strictObject({ evidenceId }), z.strictObject({ place: text(500), version: text(200), holder: text(200) })],
	"Please name the evidence that has it, or say where it is, which version, and who holds it.",
);
export type HeldDocument = z.infer<typeof heldDocument>;

/** `POST controls/runs/`: a person's run of a checklist, document or attestation test. */
export const runRequest = z.strictObject({
	id: runId,
	testId,
	/** By the device's clock. */
	saidAt: givenTime,
	outcome: z.union(
		[
			/** For a checklist: one per question, in order. A `no` fails the run. */
			z.strictObject({
				answers: z.array(z.enum(ANSWERS, "An answer is yes, no or not-applicable.")).check(z.maxLength(30)),
			}),
			/** For the other kinds: whether the document exists and is recent, or the statement holds. */
			z.strictObject({
				holds: z.boolean("Please say whether it holds."),
				/** The document. Without it, a run of a document test that says it is there is incomplete. */
				document: z.optional(heldDocument),
			}),
		],
		"Please give the answers, or say whether it holds.",
	),
	/**
	 * What the person was asked, word for word: the questions, the document, or the statement. If it has changed since, the run is
	 * refused: the answer would belong to a different question. Left out: not compared.
	 */
	asked: z.optional(z.array(text(500)).check(z.maxLength(30))),
	/** What the person has to add. Required if the run fails. Untrusted text. */
	note: z.string("Please give the note as text.").check(z.trim(), atMost(2_000, "That note is too long.")),
});
export type RunRequest = z.infer<typeof runRequest>;

/** `GET controls/{controlId}/runs/`: newest first, page by page. */
export const runPage = z.object({ runs: z.array(testRun), next: z.nullable(z.string()) });
export type RunPage = z.infer<typeof runPage>;
