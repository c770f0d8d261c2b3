import type { RequestLimits } from "#contract/scans/engines.ts";
import type { CheckedTarget } from "#server/platform/outgoing/target.ts";

/** What a site of anyone’s is sent in a second. */
export const POLITE_PER_SECOND = 5;
/** If the operator listed the target, it is the operator's own. */
const LISTED = 100;

/** How many requests a tool may send in a second. */
export const perSecondTo = ({ listed }: Pick<CheckedTarget, "listed">): number => (listed ? LISTED : POLITE_PER_SECOND);

/** How much a scan that takes so long can send to a site that the operator has not listed: the proxy lets no more through. */
export const requestsIn = (timeLimitMs: number): RequestLimits => ({
	perSecond: POLITE_PER_SECOND,
	most: Math.ceil(timeLimitMs / 1_000) * POLITE_PER_SECOND,
});
