/** What a mail is about, as far as its pace depends on it. */
export type MailKind = "scan" | "lead" | "code" | "reset" | "notice" | "digest";

/** A mail that left for a mailbox within the last day. */
export type SentMail = { kind: MailKind; secondsAgo: number };

const MINUTE = 60;
const DAY = 86_400;

/**
 * How many mails of all kinds a mailbox has had within the last minute when one of these has to wait. Anybody can cause mail
 * about scans and leads, so room is kept for codes. What is not here is never held up by others: a code for a new password,
 * of which there is one at a time, and what tells owners about their account or was ordered by them.
 */
const IN_A_MINUTE: Partial<Record<MailKind, number>> = { scan: 3, lead: 3, code: 5 };

/** In how many seconds a mailbox may have this mail; 0 for at once. `perDay`: how many of its kind it gets in a day. */
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
