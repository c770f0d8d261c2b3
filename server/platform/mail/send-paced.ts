import { mailboxHash } from "../texts/mailbox.ts";
import type { MailKind } from "./pace.ts";
import type { MailPlaces } from "./store/mail-places.ts";
import type { MailTransport, OutgoingMail } from "./transport.ts";

/** How many of each kind a mailbox gets per day, from all senders. The other kinds are limited where they are requested. */
const PER_DAY: Partial<Record<MailKind, number>> = { lead: 10, invitation: 10, signed: 3 };

type About = { kind: MailKind; to: string };

/**
 * Sends an email, unless its mailbox has had enough for now: then it returns how long to wait, and composes nothing. `compose` may find
 * that there is nothing left to send.
 */
export type SendPaced = (
	about: About,
	compose: () => Promise<OutgoingMail | undefined>,
) => Promise<"sent" | "no reason" | { waits: number }>;

export const createSendPaced =
	({ places, transport }: { places: MailPlaces; transport: MailTransport }): SendPaced =>
	async ({ kind, to }, compose) => {
		const send = async () => {
			const mail = await compose();
			if (mail) await transport.send(mail);
			return mail !== undefined;
		};
		// Emails written to a local folder cannot bother anyone.
		if (!transport.leavesTheMachine) return (await send()) ? "sent" : "no reason";
		const place = await places.take(mailboxHash(to), kind, PER_DAY[kind]);
		if (!place.ok) return { waits: place.retryAfter };
		let sent = false;
		try {
			sent = await send();
		} finally {
			if (!sent) await place.giveBack();
		}
		return sent ? "sent" : "no reason";
	};
