import * as z from "zod/mini";
import { fingerprint } from "#contract/findings/vulnerabilities.ts";
import { taskId } from "#contract/tasks/tasks.ts";
import { TRACKER_PROBLEMS, trackerSystem } from "./trackers.ts";

/** What a ticket is about. */
const ticketSubject = z.discriminatedUnion("type", [
	z.object({ type: z.literal("finding"), fingerprint }),
	z.object({ type: z.literal("task"), taskId }),
]);
export type TicketSubject = z.infer<typeof ticketSubject>;
export const idOfSubject = (about: TicketSubject): string =>
	about.type === "finding" ? about.fingerprint : about.taskId;

/** `POST tickets/`. */
export const ticketRequest = z.strictObject({
	trackerId: z.uuid("This is not a tracker ID."),
	about: ticketSubject,
});
export type TicketRequest = z.infer<typeof ticketRequest>;

/** 202: it will be created. If there already was a ticket, `ticketId` is its id. */
export const ticketAccepted = z.object({
	receipt: z.object({ key: z.nullable(z.string()), acceptedAt: z.iso.datetime() }),
	ticketId: z.uuid(),
});
export type TicketAccepted = z.infer<typeof ticketAccepted>;

const common = {
	id: z.uuid(),
	tracker: z.object({ id: z.uuid(), name: z.string(), system: trackerSystem }),
	createdAt: z.iso.datetime(),
	/** What went wrong at the latest try; null if nothing did. */
	trouble: z.nullable(
		z.object({
			problem: z.enum(TRACKER_PROBLEMS),
			code: z.nullable(z.int()),
			/** What the tracker said. Untrusted text. */
			detail: z.string(),
			/** When it is tried next; null if we gave up until someone tries again. */
			nextAt: z.nullable(z.iso.datetime()),
		}),
	),
};

/** An issue in a tracker. We do not read back what people do with it there. */
const ticket = z.discriminatedUnion("state", [
	z.object({ ...common, state: z.literal("creating") }),
	z.object({
		...common,
		/** `told`: a comment says that the subject is fixed, but the tracker offers no step that closes the issue. */
		state: z.enum(["open", "closing", "closed", "told", "reopening"]),
		issue: z.object({ key: z.string(), url: z.string() }),
		/** When the tracker last accepted a request. */
		syncedAt: z.iso.datetime(),
	}),
]);
export type Ticket = z.infer<typeof ticket>;

/** Filter of `GET tickets/`: what the tickets are about. */
export const ticketFilter = z.object({ finding: z.optional(fingerprint), task: z.optional(taskId) });

/** `GET tickets/`. */
export const ticketList = z.object({
	tickets: z.array(ticket),
	/** Where a ticket can be created; empty for members who may not. */
	trackers: z.array(z.object({ id: z.uuid(), name: z.string(), system: trackerSystem })),
});
export type TicketList = z.infer<typeof ticketList>;
