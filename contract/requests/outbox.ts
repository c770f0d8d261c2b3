import * as z from "zod/mini";
import { BATCH_LIMIT } from "#contract/routes.ts";

/**
 * One entry of a batch: a request that could also be sent on its own. Only its shape is checked here, so that one bad entry does
 * not affect the others.
 */
const batchEntry = z.strictObject({
	/** Its `Idempotency-Key`. */
	key: z.string("Each entry needs a key."),
	/** Which call it is: one of ENTRY_PATHS. */
	kind: z.string("Each entry needs a kind."),
	/** Its `Plumbline-Account`. */
	account: z.string("Each entry needs an account."),
	/** Its `Plumbline-Workspace`; optional like the header. */
	workspace: z.optional(z.string("A workspace is text.")),
	/** Its `Plumbline-Client`; optional like the header. */
	client: z.optional(z.string("A client is text.")),
	/** Its JSON body. */
	body: z.unknown(),
});
export type BatchEntry = z.infer<typeof batchEntry>;

/** `POST outbox/`: up to BATCH_LIMIT entries. Each is accepted or refused, and committed, on its own. */
export const outboxBatch = z.strictObject({
	entries: z
		.array(batchEntry, "Please give a list of entries.")
		.check(
			z.minLength(1, "Please give at least one entry."),
			z.maxLength(BATCH_LIMIT, `Please give at most ${BATCH_LIMIT} entries.`),
		),
});
export type OutboxBatch = z.infer<typeof outboxBatch>;

/** The answer the entry would have gotten as a single request; `details.retryAfter` takes the place of `Retry-After`. */
const batchAnswer = z.object({
	key: z.string(),
	/** HTTP status. */
	status: z.int(),
	/** The parsed JSON body; null if there is none. */
	body: z.unknown(),
});

/** 200, whatever the answers to the entries are: one answer per entry, in order. */
export const outboxAnswers = z.object({ answers: z.array(batchAnswer) });
export type OutboxAnswers = z.infer<typeof outboxAnswers>;
