/** Kinds of emails that have different limits. */
export type MailKind = "scan" | "lead" | "code" | "reset" | "notice" | "digest" | "invitation" | "signed";

/** An email sent to a mailbox within the last day. */
export type SentMail = { kind: MailKind; secondsAgo: number };

const MINUTE = 60;
const DAY = 86_400;

/**
 * How many emails of all kinds a mailbox must have had within the last minute before one of these waits. Anyone can trigger emails about
 * scans, leads, invitations and signed copies, so some room is reserved for codes. Other kinds never wait: a code for a new password, of
 * which there is one at a time, notices to owners about their account, and emails that owners have subscribed to.
 */
const IN_A_MINUTE: Partial<Record<MailKind, number>> = { scan: 3, lead: 3, invitation: 3, signed: 3, code: 5 };

/** How many seconds this email has to wait; 0 for none. `perDay`: how many of its kind a mailbox gets per day. */
export function waitFor(kind: MailKind, sent: readonly SentMail[], perDay = Number.POSITIVE_INFINITY): number {
	const wait = (mails: readonly SentMail[], window: number, atMost: number) => {
		const within = mails.map(({ secondsAgo }) => secondsAgo).filter((age) => age < window);
		const inTheWay = within.toSorted((a, b) => a - b)[atMost - 1];
		return inTheWay === undefined ? 0 : Math.max(1, Math.ceil(window - inTheWay));
	};
	return Math.max(
		wait(sent, MINUTE, IN_A_MINUTE[kind] ?? Number.POSITIVE_INFINITY),
		wait(
			sent.filter((mail) => mail.kind === kind),
			DAY,
			perDay,
		),
	);
}
