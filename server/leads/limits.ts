import type { Counter } from "../accounts/counter.ts";
import { countClient } from "../scans/client-key.ts";

const HOUR = 3_600;
/** Mails about leads that one mailbox gets in a day, whoever asks. */
const PER_MAILBOX = 5;

/** What one network may leave us in an hour: the setting LIMIT_PER_ADDRESS, as for scans. */
export const networkCounter = (client: string, perAddress: number): Counter => ({
	what: "leads",
	...countClient(client, perAddress),
	windowSeconds: HOUR,
});

export const mailboxCounter = (mailbox: string): Counter => ({
	what: "lead-mailbox",
	whom: mailbox,
	points: PER_MAILBOX,
	windowSeconds: 24 * HOUR,
});
