import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { TicketSubject } from "#contract/tickets/tickets.ts";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { createTicket, retryTicket, ticketKeys } from "./tickets-api.ts";

/** Creates a ticket, and retries what failed with one. */
export function useTickets(about: TicketSubject) {
	const client = useQueryClient();
	const { scope } = useScope();
	const { state, submit } = useSubmission();
	// Clicking again because no answer came reuses the key.
	const keys = useRef(new Map<string, string>());
	const changed = async (call: () => Promise<unknown>) => {
		try {
			return await call();
		} finally {
			// Not awaited: without a network it would wait for one.
			void client.invalidateQueries({ queryKey: ticketKeys.about(about) });
		}
	};
	return {
		state,
		async create(trackerId: string): Promise<void> {
			const key = keys.current.get(trackerId) ?? crypto.randomUUID();
			keys.current.set(trackerId, key);
			const done = await submit(() => changed(() => createTicket(scope, { trackerId, about }, key)));
			if (done) keys.current.delete(trackerId);
		},
		async retry(ticketId: string): Promise<void> {
			await submit(() => changed(() => retryTicket(scope, ticketId)));
		},
	};
}
