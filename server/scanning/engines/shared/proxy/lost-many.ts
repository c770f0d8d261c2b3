import type { ProxyCounts } from "./proxy.ts";

/**
 * Whether so many requests got no answer that we cannot count them as tried. In every scan there are a few: some of what is sent
 * is meant to upset the target.
 */
export const lostMany = ({ forwarded, unanswered }: Pick<ProxyCounts, "forwarded" | "unanswered">): boolean =>
	unanswered * 100 > forwarded;
