import { createSendDue } from "#server/platform/jobs/send-due.ts";
import type { Logger } from "#server/platform/watch/logger.ts";
import type { Due } from "../due-ticket.ts";
import type { DueTickets } from "../store/due-tickets.ts";
import { type TryDeps, tryTicket } from "../try-ticket.ts";

type SendTicketsDeps = TryDeps & { due: DueTickets; log: Logger };

/** How many trackers this process talks to at once. */
const UNDER_WAY = 10;

/** Brings issues up to date. */
export function createSendTickets(deps: SendTicketsDeps) {
	const { log, now, due: dueTickets } = deps;
	async function send(due: Due): Promise<void> {
		const facts = await dueTickets.facts(due.id);
		if (!facts) return;
		const settled = await tryTicket(deps, due, facts);
		await dueTickets.settle(due, settled, now());
		const about = settled.ok ? { remote: settled.remote } : { problem: settled.problem, code: settled.code };
		log.info({ ticketId: due.id, ...about }, "ticket tried");
	}
	return createSendDue<Due>({
		most: UNDER_WAY,
		// Without a key no token can be decrypted: another process may have it.
		isReady: () => deps.box !== undefined,
		take: (atMost) => dueTickets.take(now(), atMost),
		send,
		onLost: ({ id }, error) => log.warn({ ticketId: id, error }, "a ticket’s outcome was not kept"),
		onNotLooked: (error) => log.warn({ error }, "could not look for tickets"),
	});
}
