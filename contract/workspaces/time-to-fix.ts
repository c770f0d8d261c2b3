import * as z from "zod/mini";

const days = z
	.int("Please give the time in days.")
	.check(z.minimum(1, "At least 1 day."), z.maximum(1_096, "At most 1,096 days."));

/**
 * A workspace's time to fix: days from when a finding was first seen, or seen again, until it has to be fixed, by severity. Tasks, runs,
 * reports and effectiveness go by it. Findings rated none have no due date.
 */
export const timeToFix = z
	.strictObject({ high: days, medium: days, low: days })
	.check(
		z.refine(
			({ high, medium, low }) => high <= medium && medium <= low,
			"Please give high no more days than medium, and medium no more than low.",
		),
	);
export type TimeToFix = z.infer<typeof timeToFix>;

/** What a workspace begins with. */
export const TIME_TO_FIX: TimeToFix = { high: 15, medium: 30, low: 90 };
