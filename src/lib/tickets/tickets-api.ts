import { queryOptions } from "@tanstack/react-query";
import { IDEMPOTENCY_KEY } from "#contract/requests/headers.ts";
import { API_PATHS, fillPath } from "#contract/routes.ts";
import {
	idOfSubject,
	type Ticket,
	type TicketRequest,
	type TicketSubject,
	ticketAccepted,
	ticketList,
} from "#contract/tickets/tickets.ts";
import { callApi } from "#src/lib/data/api.ts";
import { scopeKey, type WorkScope } from "#src/lib/workspace/scope.ts";

/** How often to refetch while a tracker is working on something. */
const UNDER_WAY_MS = 2_000;

const isUnderWay = ({ state, trouble }: Ticket) =>
	(state === "creating" || state === "closing" || state === "reopening") && trouble?.nextAt !== null;

export const ticketKeys = {
	about: (about: TicketSubject) => ["tickets", about.type, idOfSubject(about)],
} as const;

/** `GET tickets/` of one finding or task. Issue locations are never stored on a device. */
export const ticketsQuery = (about: TicketSubject, scope: WorkScope) =>
	queryOptions({
		queryKey: [...ticketKeys.about(about), ...scopeKey(scope)],
		meta: { kept: false },
		queryFn: ({ signal }) =>
			callApi(`${API_PATHS.tickets}?${new URLSearchParams({ [about.type]: idOfSubject(about) })}`, {
				answer: ticketList,
				signal,
				scope,
			}),
		refetchInterval: ({ state: { data } }) => (data?.tickets.some(isUnderWay) ? UNDER_WAY_MS : false),
	});

export const createTicket = (scope: WorkScope, body: TicketRequest, key: string) =>
	callApi(API_PATHS.tickets, {
		method: "POST",
		body,
		answer: ticketAccepted,
		scope,
		headers: { [IDEMPOTENCY_KEY]: key },
	});
export const retryTicket = (scope: WorkScope, ticketId: string) =>
	callApi(fillPath(API_PATHS.retryTicket, { ticketId }), { method: "POST", scope });
