import type { Counter } from "#server/platform/db/counter.ts";
import { countClient, countClientOnce } from "#server/platform/http/client-key.ts";

const HOUR = 3_600;
/**
 * How often one network may enter one mailbox per day. Not over all networks, because strangers could lock its owner out of our forms.
 * server/platform/mail/send-paced.ts limits how many emails are sent.
 */
const PER_MAILBOX = 5;

/** How much one network may submit in an hour: the setting LIMIT_PER_ADDRESS, as for scans. */
export const networkCounter = (client: string, perAddress: number): Counter => ({
	what: "leads",
	...countClient(client, perAddress),
	windowSeconds: HOUR,
});

export const mailboxCounter = (client: string, mailbox: string): Counter => ({
	what: "lead-mailbox",
	...countClientOnce(client, PER_MAILBOX, (network) => `${network} ${mailbox}`),
	windowSeconds: 24 * HOUR,
});
