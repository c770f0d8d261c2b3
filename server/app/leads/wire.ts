import { randomUUID } from "node:crypto";
import type { Base } from "#server/platform/base.ts";
import { createAcceptLead } from "./accept-lead.ts";
import { createLeadStore } from "./store/lead-store.ts";

/** What visitors submit: subscriptions, messages, demo requests. */
export function wireLeads({ config, pool, queue }: Base) {
	const store = createLeadStore(pool, (mail, through) => queue.send("lead-mail", mail, { through }));
	return {
		store,
		accept: createAcceptLead({ store, perAddress: config.LIMIT_PER_ADDRESS, newId: randomUUID }),
	};
}
