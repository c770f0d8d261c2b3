import { createHmac, hash } from "node:crypto";
import type { ScanRequest } from "#contract/scans/scans.ts";

/** How a request is remembered: enough to recognize it, too little to learn its content. */
export type RequestIdentity = { keyHash: Buffer; bodyHash: Buffer };

/**
 * The key is stored as a hash, and the body as a hash keyed with the key itself: a later reader of the table has no key
 * and so cannot try addresses and targets against it. Bodies are compared in canonical form: parsed, keys in order.
 */
export function identifyRequest(key: string, body: Record<string, string | undefined>): RequestIdentity {
	const canonical = JSON.stringify(Object.entries(body).toSorted(([a], [b]) => (a < b ? -1 : 1)));
	return {
		keyHash: hash("sha256", key, "buffer"),
		bodyHash: createHmac("sha256", key).update(canonical).digest(),
	};
}

/**
 * What two requests to start a scan are compared by. Two kinds may have the same fields. The free scan was there before the
 * others, and what is stored of its requests has no kind.
 */
export const comparedBy = ({ kind, body }: ScanRequest): Record<string, string | undefined> =>
	kind === "combined" ? body : { ...body, kind };
