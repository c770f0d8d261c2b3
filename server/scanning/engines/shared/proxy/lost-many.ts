import type { ProxyCounts } from "./proxy.ts";

/**
 * Whether so many requests got no answer that we cannot count the target as tested. Every scan loses a few: some requests are meant to
 * upset the target.
 */
export const lostMany = ({ forwarded, unanswered }: Pick<ProxyCounts, "forwarded" | "unanswered">): boolean =>
	unanswered * 100 > forwarded;
