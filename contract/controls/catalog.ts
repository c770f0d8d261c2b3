import * as z from "zod/mini";
import { requirementId, shippedId } from "#contract/frameworks/pack.ts";
import { classId } from "./classes.ts";

export const CONTROL_KINDS = ["technical", "procedural", "physical"] as const;
export const controlKind = z.enum(CONTROL_KINDS, `A control is one of ${CONTROL_KINDS.join(", ")}.`);
export type ControlKind = z.infer<typeof controlKind>;

const sentence = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));

/** How one of our controls is tested by default. `everyDays`: its cadence. */
const proposedTest = z.discriminatedUnion("kind", [
	/** Scans of the client's hosts, of kinds that can detect findings of these classes. */
	z.strictObject({
		kind: z.literal("scan"),
		title: sentence(120),
		classes: z.array(classId).check(z.minLength(1)),
		everyDays: z.int().check(z.positive()),
	}),
	/** Questions that a person answers with yes, no or not applicable. */
	z.strictObject({
		kind: z.literal("checklist"),
		title: sentence(120),
		questions: z.array(sentence(200)).check(z.minLength(1), z.maxLength(12)),
		everyDays: z.int().check(z.positive()),
	}),
	/** A document that has to exist and be recent. */
	z.strictObject({
		kind: z.literal("document"),
		title: sentence(120),
		document: sentence(120),
		everyDays: z.int().check(z.positive()),
	}),
	/** A statement by the owner. */
	z.strictObject({
		kind: z.literal("attestation"),
		title: sentence(120),
		statement: sentence(300),
		everyDays: z.int().check(z.positive()),
	}),
]);
export type ProposedTest = z.infer<typeof proposedTest>;

/** A control of ours, proposed to clients who choose a framework that asks for it. */
const catalogControl = z.strictObject({
	/** Two or three capitals for its area and a number: `VM-01`. Never reused for another control. */
	code: z.string().check(z.regex(/^[A-Z]{2,3}-\d{2}$/)),
	/** What to do, starting with a verb: `Encrypt data on its way`. */
	title: sentence(120),
	/** What it is for, in one or two sentences. */
	objective: sentence(400),
	kind: controlKind,
	/** The requirements it serves, by pack id. */
	requirements: z.partialRecord(shippedId, z.array(requirementId).check(z.minLength(1))),
	tests: z.array(proposedTest).check(z.minLength(1)),
});
export type CatalogControl = z.infer<typeof catalogControl>;

export const catalog = z.array(catalogControl).check(z.minLength(1));
