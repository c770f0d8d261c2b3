import type { Base } from "#server/platform/base.ts";
import { takePoint } from "#server/platform/db/rate-limits.ts";
import { createSecretBox } from "#server/platform/keys/secret-box.ts";
import { createGuard } from "#server/platform/outgoing/guard.ts";
import { createPolicy } from "#server/platform/outgoing/policy.ts";
import type { Targets } from "#server/scanning/targets/wire.ts";
import { webhookSecret } from "../webhooks/wire.ts";
import { createDueTickets } from "./store/due-tickets.ts";
import { createTicketStore } from "./store/ticket-store.ts";
import { createTrackerStore } from "./store/tracker-store.ts";

export type Tickets = Awaited<ReturnType<typeof wireTickets>>;

/** Trackers that workspaces connect, and the work that is due in them. */
export async function wireTickets({ config, deps, pool, walled, tell }: Base, { ownHosts }: Pick<Targets, "ownHosts">) {
	const policy = createPolicy({ allow: config.TICKET_ALLOW, practicePorts: [] });
	const secret = await webhookSecret(config);
	if (secret === undefined) tell("Tickets", "off: processes of several roles need WEBHOOK_SECRET");
	return {
		trackers: createTrackerStore(walled),
		store: createTicketStore(walled, deps.now),
		due: createDueTickets(pool),
		/** Undefined if the server has no key to encrypt tokens with. */
		box: secret === undefined ? undefined : createSecretBox([Buffer.from(secret, "base64url")], "trackers"),
		/** Asked before anything is sent: members can enter any address. */
		guard: createGuard({ policy, resolver: deps.resolver, ownHosts }),
		takePoint: (counter: Parameters<typeof takePoint>[1]) => takePoint(pool, counter),
	};
}
