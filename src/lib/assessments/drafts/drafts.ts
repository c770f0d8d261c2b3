import * as z from "zod/mini";
import { evidenceId } from "#contract/evidence/evidence-id.ts";

/** What was typed of an answer and is not said yet. */
const typed = z.object({
	/** Of a text, a number or a tag, as typed. */
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

/** What this device remembers of an assessment beside its answers: where its person was, what is half typed, and who has signed so far. */
export const drafts = z.object({
	/** The question that was shown last; null: none yet. */
	at: z.nullable(z.string()),
	/** By question. */
	typed: z.record(z.string(), typed),
	/** Null: nobody has signed yet. `sha256`: what they signed. */
	signing: z.nullable(z.object({ sha256: z.string(), signers: z.array(signerDraft) })),
});
export type Drafts = z.infer<typeof drafts>;

export const NO_DRAFTS: Drafts = { at: null, typed: {}, signing: null };

/** What is typed of a question from now on; what is undefined is not typed any more. */
export function withTyped(
	now: Drafts,
	questionId: string,
	change: { [K in keyof Typed]: Typed[K] | undefined },
): Drafts {
	const { [questionId]: before = {}, ...others } = now.typed;
	const left = Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined);
	return { ...now, typed: left.length === 0 ? others : { ...others, [questionId]: Object.fromEntries(left) } };
}

/** Nothing is typed of a question any more: it was said. */
export function withoutTyped(now: Drafts, questionId: string): Drafts {
	const { [questionId]: _, ...others } = now.typed;
	return { ...now, typed: others };
}
