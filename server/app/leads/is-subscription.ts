import type { LeadKind } from "#contract/site/leads.ts";

/** Whether it is a place on a list, which its mailbox confirms and can leave, and not a message for the team to answer. */
export const isSubscription = (kind: LeadKind): kind is "newsletter" | "waitlist" =>
	kind === "newsletter" || kind === "waitlist";
