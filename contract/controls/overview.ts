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
	/** What changed in the last seven days, newest first: tests that failed after passing, or the other way around. */
	changed: z.array(
		z.object({
			at: z.iso.datetime(),
			clientId,
			controlId,
			code: z.string(),
			title: z.string(),
			/** `failed`: after it had passed or never run. `passed`: after it had failed. */
			what: z.enum(["failed", "passed"]),
			/** Why, in a sentence. */
			reason: z.string(),
		}),
	),
	/** How many changed in that time, including those not in the list. */
	changedCount: z.int(),
	/** What is due in the next seven days or overdue, the earliest first. */
	due: z.array(
		z.object({
			on: z.iso.date(),
			clientId,
			what: z.enum(["task", "test", "evidence"]),
			/** ID of the task, the test's control, or the piece of evidence. */
			id: z.uuid(),
			title: z.string(),
		}),
	),
	/** How many are due in that time, including those not in the list. */
	dueCount: z.int(),
	/** What an auditor would find: controls by standing, and open decisions. */
	auditor: z.object({
		standings: standingCounts,
		undecided: z.int(),
		/** Controls without a test. */
		untested: z.int(),
		/** The controls with the worst standing, at most OVERVIEW_LINES. */
		worst: z.array(z.object({ clientId, controlId, code: z.string(), title: z.string(), standing, why: z.string() })),
	}),
});
export type ComplianceOverview = z.infer<typeof complianceOverview>;
