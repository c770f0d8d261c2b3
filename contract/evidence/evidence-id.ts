import * as z from "zod/mini";

/**
 * A piece of evidence: a UUID v7 made on the device that captured it, so that requests can refer to evidence that is still waiting
 * to be sent.
 */
export const evidenceId = z.uuid("This is not an evidence ID.").brand<"EvidenceId">();
export type EvidenceId = z.infer<typeof evidenceId>;
