import * as z from "zod/mini";
import type { Operation } from "#contract/operation.ts";
import { API_PATHS } from "#contract/routes.ts";
import { ticketAccepted, ticketFilter, ticketList, ticketRequest } from "./tickets.ts";
import { tracker, trackerChange, trackerChecked, trackerList, trackerRequest } from "./trackers.ts";

const managers = { access: "account", permission: "manage", tag: "Tickets" } as const;
const params = z.object({ trackerId: z.uuid("This is not a tracker ID.") });

/** Calls about trackers, which tokens cannot make, and about their tickets. */
export const TICKET_OPERATIONS = {
	listTrackers: {
		method: "GET",
		path: API_PATHS.trackers,
		...managers,
		summary: "The trackers of the workspace.",
		success: 200,
		answer: trackerList,
	},
	addTracker: {
		method: "POST",
		path: API_PATHS.trackers,
		...managers,
		stepUp: true,
		summary: "Connect a project of GitHub, GitLab or Jira. No answer ever has its token.",
		body: trackerRequest,
		success: 201,
		answer: tracker,
	},
	changeTracker: {
		method: "PATCH",
		path: API_PATHS.tracker,
		...managers,
		stepUp: true,
		summary: "Change a tracker. Tickets that were given up are tried again.",
		params,
		body: trackerChange,
		success: 200,
		answer: tracker,
	},
	removeTracker: {
		method: "DELETE",
		path: API_PATHS.tracker,
		...managers,
		summary: "Disconnect a tracker. Its issues stay as they are, and are forgotten here.",
		params,
		success: 204,
	},
	checkTracker: {
		method: "POST",
		path: API_PATHS.checkTracker,
		...managers,
		summary: "Ask the tracker whether its project can be reached. Nothing is written there.",
		params,
		success: 200,
		answer: trackerChecked,
	},
	listTickets: {
		method: "GET",
		path: API_PATHS.tickets,
		access: "account",
		permission: "read",
		tag: "Tickets",
		summary: "The tickets of one finding or one task, and where one can be created.",
		query: ticketFilter,
		success: 200,
		answer: ticketList,
	},
	createTicket: {
		method: "POST",
		path: API_PATHS.tickets,
		access: "account",
		permission: "work",
		scope: "tickets:write",
		tag: "Tickets",
		summary: "Create an issue for a finding or a task. There is one in each tracker, however often it is asked for.",
		body: ticketRequest,
		success: 202,
		answer: ticketAccepted,
		idempotent: true,
	},
	retryTicket: {
		method: "POST",
		path: API_PATHS.retryTicket,
		access: "account",
		permission: "work",
		tag: "Tickets",
		summary: "Try now what did not work with a ticket.",
		params: z.object({ ticketId: z.uuid("This is not a ticket ID.") }),
		success: 204,
	},
} as const satisfies Record<string, Operation>;
