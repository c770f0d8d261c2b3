import type { Counter } from "../accounts/counter.ts";
import { countClient } from "../scans/client-key.ts";

const HOUR = 3_600;
/**
 * How often one network may give one mailbox in a day. Not over all networks: strangers could close our forms to its owner.
 * How many mails that makes is another matter (server/jobs/send-paced.ts).
 */
const PER_MAILBOX = 5;

/** What one network may leave us in an hour: the setting LIMIT_PER_ADDRESS, as for scans. */
export const networkCounter = (client: string, perAddress: number): Counter => ({
	what: "leads",
	...countClient(client, perAddress),
	windowSeconds: HOUR,
});

export const mailboxCounter = (client: string, mailbox: string): Counter => ({
	what: "lead-mailbox",
	...countClient(client, PER_MAILBOX, (network) => `${network} ${mailbox}`),
	windowSeconds: 24 * HOUR,
});
