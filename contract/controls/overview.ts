import * as z from "zod/mini";
import { clientId } from "#contract/ids.ts";
import { controlId } from "./controls.ts";
import { standing, standingCounts } from "./standing.ts";

/** Most lines of each list. */
export const OVERVIEW_LINES = 10;

/** `GET compliance/overview/`: three questions for the first screen. */
export const complianceOverview = z.object({
	/** Whether any framework is chosen; if not, the rest is empty. */
	begun: z.boolean(),
	/** What changed in the last seven days, newest first: runs that failed after they had passed or the other way round. */
	changed: z.array(
		z.object({
			at: z.iso.datetime(),
			clientId,
			controlId,
			code: z.string(),
			title: z.string(),
			/** How the test turned out: `failed` after it had passed or never run, or `passed` after it had failed. */
			what: z.enum(["failed", "passed"]),
			/** Why, in a sentence. */
			reason: z.string(),
		}),
	),
	/** All that changed in that time, with what is not in the list. */
	changedCount: z.int(),
	/** What is due in the next seven days or overdue, the earliest first. */
	due: z.array(
		z.object({
			on: z.iso.date(),
			clientId,
			what: z.enum(["task", "test", "evidence"]),
			/** Of the task, the control whose test it is, or the piece of evidence. */
			id: z.uuid(),
			title: z.string(),
		}),
	),
	/** All that is due in that time, with what is not in the list. */
	dueCount: z.int(),
	/** What an auditor would find: controls by standing, and decisions that are open. */
	auditor: z.object({
		standings: standingCounts,
		undecided: z.int(),
		/** Controls that nothing tests. */
		untested: z.int(),
		/** The controls that stand worst, at most OVERVIEW_LINES. */
		worst: z.array(z.object({ clientId, controlId, code: z.string(), title: z.string(), standing, why: z.string() })),
	}),
});
export type ComplianceOverview = z.infer<typeof complianceOverview>;
