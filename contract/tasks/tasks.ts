import * as z from "zod/mini";
import { atMost, inOneLine } from "#contract/at-most.ts";
import { classId } from "#contract/controls/classes.ts";
import { controlId } from "#contract/controls/controls.ts";
import { givenTime } from "#contract/given-time.ts";
import { accountId, clientId } from "#contract/ids.ts";

/** Most unfinished tasks of one client. */
export const TASKS_LIMIT = 5_000;

export const taskId = z.uuid("This is not a task ID.").brand<"TaskId">();
export type TaskId = z.infer<typeof taskId>;

/** `open → doing → review → done | dropped`; it reopens when its cause comes back. */
export const TASK_STATES = ["open", "doing", "review", "done", "dropped"] as const;
export const taskState = z.enum(TASK_STATES, `A task is one of ${TASK_STATES.join(", ")}.`);
export type TaskState = z.infer<typeof taskState>;
export const isEnded = (state: TaskState): boolean => state === "done" || state === "dropped";

const TASK_MOVES: Readonly<Record<TaskState, readonly TaskState[]>> = {
	open: ["doing", "done", "dropped"],
	doing: ["open", "review", "done", "dropped"],
	review: ["doing", "done", "dropped"],
	done: ["open"],
	dropped: ["open"],
};
/** The states that a person can move a task to. */
export const movesOfTask = (from: TaskState): readonly TaskState[] => TASK_MOVES[from];

/**
 * Why the task exists: findings of a class that count against a control, a person's test that failed, an answer that is not met, or
 * a person added it.
 */
const cause = z.discriminatedUnion("type", [
	z.object({ type: z.literal("findings"), class: classId, label: z.string() }),
	z.object({ type: z.literal("test"), testId: z.uuid(), title: z.string() }),
	/** A question in an assessment, answered with partly or no. `title`: the assessment's. */
	z.object({ type: z.literal("assessment"), assessmentId: z.uuid(), questionId: z.string(), title: z.string() }),
	z.object({ type: z.literal("person") }),
]);
export type TaskCause = z.infer<typeof cause>;

const person = z.object({ accountId, name: z.string() });

/** One row of the list of tasks. */
export const task = z.object({
	id: taskId,
	clientId,
	/** Untrusted text, like all texts here. */
	title: z.string(),
	note: z.string(),
	cause,
	/** The controls it is about. */
	controls: z.array(z.object({ controlId, code: z.string(), title: z.string() })),
	owner: z.nullable(person),
	/** The due date; null if it has none. */
	due: z.nullable(z.iso.date()),
	state: taskState,
	/** The result, or why it was dropped. */
	outcome: z.string(),
	createdAt: z.iso.datetime(),
	/** When its cause last reopened it; null if never. */
	reopenedAt: z.nullable(z.iso.datetime()),
	/** Open findings behind it; null if its cause is not findings. */
	findings: z.nullable(z.int()),
});
export type Task = z.infer<typeof task>;

/** Filter of `GET tasks/`. */
export const taskFilter = z.object({
	/** `mine`: tasks the member owns. */
	owner: z.optional(z.literal("mine", "The owner is mine.")),
	/** Left out: all that have not ended. */
	state: z.optional(taskState),
	/** `yes`: past the due date. Only tasks that have not ended. */
	overdue: z.optional(z.literal("yes", "Overdue is yes.")),
	control: z.optional(controlId),
	/** For an assessment: the tasks from its gaps. */
	assessment: z.optional(z.uuid("This is not an assessment’s ID.")),
});
export type TaskFilter = z.infer<typeof taskFilter>;

/** `GET tasks/`: the ones due first, then those without a due date, page by page. */
export const taskPage = z.object({
	tasks: z.array(task),
	next: z.nullable(z.string()),
	/** How many have not ended, with the same `control` and `assessment`: all, the member's own, and overdue ones. */
	counts: z.object({ open: z.int(), mine: z.int(), overdue: z.int() }),
});
export type TaskPage = z.infer<typeof taskPage>;

const title = z
	.string("Please give a title.")
	.check(inOneLine(), z.trim(), z.minLength(1, "Please give a title."), atMost(200, "That title is too long."));
const note = z.string("Please give the note as text.").check(z.trim(), atMost(2_000, "That note is too long."));
const due = z.iso.date("Please give the day as YYYY-MM-DD.");

/** `POST tasks/`: a task that a person adds. */
export const taskRequest = z.strictObject({
	/** Made on the device, so that later requests can refer to it while it waits. */
	id: taskId,
	title,
	note,
	controls: z.array(controlId).check(z.maxLength(20, "Please name at most 20 controls.")),
	/** Left out: nobody. */
	owner: z.optional(accountId),
	/** Left out: none. */
	due: z.optional(due),
});
export type TaskRequest = z.infer<typeof taskRequest>;

/** `POST tasks/changes/`: what a person says about a task. For each field, the latest `saidAt` wins. */
export const taskChange = z.strictObject({
	taskId,
	change: z
		.strictObject({
			title: z.optional(title),
			note: z.optional(note),
			/** Null: nobody. */
			owner: z.optional(z.nullable(accountId)),
			/** Null: none. */
			due: z.optional(z.nullable(due)),
			state: z.optional(taskState),
			/** Required for `dropped`, which must keep one. Without a state, it belongs to the current state. */
			outcome: z.optional(
				z.string("Please give the outcome as text.").check(z.trim(), atMost(1_000, "That outcome is too long.")),
			),
		})
		.check(
			z.refine(({ state, outcome }) => state !== "dropped" || (outcome ?? "") !== "", "Please say why it is dropped."),
		),
	saidAt: givenTime,
});
export type TaskChange = z.infer<typeof taskChange>;
