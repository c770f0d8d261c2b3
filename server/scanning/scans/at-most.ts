import { refuse } from "#server/platform/refusals/refusal.ts";
import type { AcceptScan } from "./accept-scan.ts";

/** An outbox waits this long before it asks again. */
const RETRY_SECONDS = 2;

/**
 * Accepts as long as fewer than this many submissions are in progress, and refuses the others immediately: however slow the database or
 * the name servers are, memory stays bounded, and senders learn when to come back.
 */
export function atMost(most: number, accept: AcceptScan): AcceptScan {
	let underWay = 0;
	return async (asked) => {
		if (underWay >= most) {
			return refuse(
				"unavailable",
				"The server is starting as many scans as it can. Nothing was started. Please try again in a few seconds.",
				{ retryAfter: RETRY_SECONDS },
			);
		}
		underWay++;
		try {
			return await accept(asked);
		} finally {
			underWay--;
		}
	};
}
