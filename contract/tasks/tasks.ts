import * as z from "zod/mini";
import { atMost, inOneLine } from "#contract/at-most.ts";
import { classId } from "#contract/controls/classes.ts";
import { controlId } from "#contract/controls/controls.ts";
import { givenTime } from "#contract/given-time.ts";
import { accountId, clientId } from "#contract/ids.ts";

/** Most tasks of one client that are not done. */
export const TASKS_LIMIT = 5_000;

export const taskId = z.uuid("This is not a task ID.").brand<"TaskId">();
export type TaskId = z.infer<typeof taskId>;

/** `open → doing → review → done | dropped`; it opens again when its cause does. */
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

/** Why there is a task: findings of a class that speak against a control, a test by a person that failed,
 * an answer that is not met, or because a person said so. */
const cause = z.discriminatedUnion("type", [
	z.object({ type: z.literal("findings"), class: classId, label: z.string() }),
	z.object({ type: z.literal("test"), testId: z.uuid(), title: z.string() }),
	/** The question of an assessment that was answered with partly or no. `title`: the assessment's. */
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
	/** The last day on which it is in time; null if it has none. */
	due: z.nullable(z.iso.date()),
	state: taskState,
	/** What came of it, or why it was dropped. */
	outcome: z.string(),
	createdAt: z.iso.datetime(),
	/** When its cause opened it again; null if never. */
	reopenedAt: z.nullable(z.iso.datetime()),
	/** Findings of its cause that are open now; null if its cause is none. */
	findings: z.nullable(z.int()),
});
export type Task = z.infer<typeof task>;

/** Filter of `GET tasks/`. */
export const taskFilter = z.object({
	/** `mine`: those that the member owns. */
	owner: z.optional(z.literal("mine", "The owner is mine.")),
	/** Left out: all that are not ended. */
	state: z.optional(taskState),
	/** `yes`: its day is over. Only those that are not ended. */
	overdue: z.optional(z.literal("yes", "Overdue is yes.")),
	control: z.optional(controlId),
	/** Of an assessment: those of its gaps. */
	assessment: z.optional(z.uuid("This is not an assessment’s ID.")),
});
export type TaskFilter = z.infer<typeof taskFilter>;

/** `GET tasks/`: the ones due first, then those without a day, page by page. */
export const taskPage = z.object({
	tasks: z.array(task),
	next: z.nullable(z.string()),
	/** How many there are that are not ended, with the same `control` and `assessment`: all, the member's own, and overdue ones. */
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
	/** Made on the device, so that later words can name it while it waits. */
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

/** `POST tasks/changes/`: what a person says of a task. Each field counts by the time at which it was said. */
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
			/** Required for `dropped`, and of that cannot be emptied. Alone, it is that of the state that it has. */
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
