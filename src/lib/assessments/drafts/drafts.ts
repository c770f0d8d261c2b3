import * as z from "zod/mini";
import { evidenceId } from "#contract/evidence/evidence-id.ts";

/** The part of an answer that was typed but not submitted yet. */
const typed = z.object({
	/** A text, a number or a tag, as typed. */
	text: z.optional(z.string()),
	choices: z.optional(z.array(z.string())),
	note: z.optional(z.string()),
});
export type Typed = z.infer<typeof typed>;

const signerDraft = z.object({
	name: z.string(),
	role: z.string(),
	email: z.optional(z.string()),
	signature: evidenceId,
});
export type SignerDraft = z.infer<typeof signerDraft>;

/**
 * What this device remembers about an assessment besides its answers: where the person left off, unfinished answers, and who has signed.
 */
export const drafts = z.object({
	/** The last question shown; null if none yet. */
	at: z.nullable(z.string()),
	/** By question. */
	typed: z.record(z.string(), typed),
	/** Null if no one has signed yet. `sha256`: what they signed. */
	signing: z.nullable(z.object({ sha256: z.string(), signers: z.array(signerDraft) })),
});
export type Drafts = z.infer<typeof drafts>;

export const NO_DRAFTS: Drafts = { at: null, typed: {}, signing: null };

/** Sets what is typed for a question; undefined fields are cleared. */
export function withTyped(
	now: Drafts,
	questionId: string,
	change: { [K in keyof Typed]: Typed[K] | undefined },
): Drafts {
	const { [questionId]: before = {}, ...others } = now.typed;
	const left = Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined);
	return { ...now, typed: left.length === 0 ? others : { ...others, [questionId]: Object.fromEntries(left) } };
}

/** Clears the draft of a question once its answer is submitted. */
export function withoutTyped(now: Drafts, questionId: string): Drafts {
	const { [questionId]: _, ...others } = now.typed;
	return { ...now, typed: others };
}
