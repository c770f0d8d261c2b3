import type { Logger } from "../logger.ts";
import type { Due, DueTickets } from "../tickets/ports.ts";
import { type TryDeps, tryTicket } from "../tickets/try-ticket.ts";

type SendTicketsDeps = TryDeps & { due: DueTickets; log: Logger };

/** How many trackers this process talks to at once. */
const UNDER_WAY = 10;

/** Brings issues to where they should be. A slow tracker keeps none of the others waiting. */
export function createSendTickets(deps: SendTicketsDeps) {
	const tasks = new Set<Promise<void>>();
	let looking: Promise<void> | undefined;
	let isAskedAgain = false;
	let isStopping = false;

	/** One look at a time: two would both count the places that are free. */
	function look(): Promise<void> {
		isAskedAgain = true;
		looking ??= lookWhileAsked().finally(() => {
			looking = undefined;
		});
		return looking;
	}

	async function lookWhileAsked(): Promise<void> {
		// Without a key no token can be read: another process may have it.
		while (isAskedAgain && !isStopping && deps.box && tasks.size < UNDER_WAY) {
			isAskedAgain = false;
			for (const due of await deps.due.take(deps.now(), UNDER_WAY - tasks.size)) begin(due);
		}
	}

	function begin(due: Due): void {
		const task: Promise<void> = sendOne(due)
			.catch((error: unknown) => deps.log.warn({ ticketId: due.id, error }, "a ticket’s outcome was not kept"))
			.then(() => {
				tasks.delete(task);
				// What the same tracker has waiting need not wait for the next look.
				return look();
			})
			.catch((error: unknown) => deps.log.warn({ error }, "could not look for tickets"));
		tasks.add(task);
	}

	async function sendOne(due: Due): Promise<void> {
		const facts = await deps.due.facts(due.id);
		if (!facts) return;
		const settled = await tryTicket(deps, due, facts);
		await deps.due.settle(due, settled, deps.now());
		const about = settled.ok ? { remote: settled.remote } : { problem: settled.problem, code: settled.code };
		deps.log.info({ ticketId: due.id, ...about }, "ticket tried");
	}

	return {
		look,
		/** Resolves once nothing is under way. */
		async idle(): Promise<void> {
			while (tasks.size > 0) await Promise.all(tasks);
		},
		/** What is under way is settled; its own time limit bounds the wait. */
		async stop(): Promise<void> {
			isStopping = true;
			await Promise.all(tasks);
		},
	};
}
