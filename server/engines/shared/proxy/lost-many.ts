import type { ProxyCounts } from "./proxy.ts";

/**
 * Whether so many requests got no answer that what they were to try was not tried. A few do in every scan: some of what is sent
 * is meant to upset the target.
 */
export const lostMany = ({ forwarded, unanswered }: Pick<ProxyCounts, "forwarded" | "unanswered">): boolean =>
	unanswered * 100 > forwarded;
