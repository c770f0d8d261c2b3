import { createHmac, hash } from "node:crypto";
import type { ScanRequest } from "#contract/scans/scans.ts";

/** How a request is remembered: enough to recognize it, too little to learn its content. */
export type RequestIdentity = { keyHash: Buffer; bodyHash: Buffer };

/**
 * The key is stored as a hash, and the body as a hash keyed with the key itself: someone who reads the table later has no key and so
 * cannot test guessed addresses and targets against it. Bodies are compared in canonical form: parsed, keys in order.
 */
export function identifyRequest(key: string, body: Record<string, string | undefined>): RequestIdentity {
	const canonical = JSON.stringify(Object.entries(body).toSorted(([a], [b]) => (a < b ? -1 : 1)));
	return {
		keyHash: hash("sha256", key, "buffer"),
		bodyHash: createHmac("sha256", key).update(canonical).digest(),
	};
}

/**
 * What is compared to tell whether two requests to start a scan are the same. Two kinds may have the same fields. The free scan came
 * before the others, so its stored requests have no kind.
 */
export const comparedBy = ({ kind, body }: ScanRequest): Record<string, string | undefined> =>
	kind === "combined" ? body : { ...body, kind };
