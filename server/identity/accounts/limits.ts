import type { Counter } from "#server/platform/db/counter.ts";
import { countClient, countClientOnce } from "#server/platform/http/client-key.ts";
import { CODE_LIFE_MS, type CodePurpose } from "./codes.ts";

/** The settings LIMIT_SIGN_IN and LIMIT_ACCOUNT_CALLS. */
export type AccountLimits = { signIn: number; calls: number };

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A network may fail more often across all its accounts, and so may all networks together for one account. */
const MANY = 10;

/** For one code. */
const TRIES = 5;

/** Who tries to sign in: a device that the account knows, or anyone else. */
type Tries = { emailKey: string; client: string; device: Buffer | undefined };

/**
 * What a wrong password counts against. A device that has signed in to the account before has its own counter: its owner can get in with
 * it, no matter what strangers do (OWASP, "device cookies"). Every request takes them in this order.
 */
export function signInCounters({ emailKey, client, device }: Tries, { signIn }: AccountLimits): Counter[] {
	if (device) {
		const whom = `${device.toString("hex")} ${emailKey}`;
		return [{ what: "sign-in-device", whom, points: signIn, windowSeconds: 15 * MINUTE }];
	}
	const network = { what: "sign-in-client", ...countClient(client, signIn * MANY), windowSeconds: HOUR };
	return [network, ...accountCounters(emailKey, client, { signIn })];
}

/** What attempts by strangers at one account count against: all of them together, and each network. */
export const accountCounters = (
	emailKey: string,
	client: string,
	{ signIn }: Pick<AccountLimits, "signIn">,
): Counter[] => [
	{ what: "sign-in-account", whom: emailKey, points: signIn * MANY, windowSeconds: HOUR },
	{
		what: "sign-in-account-client",
		...countClientOnce(client, signIn, (network) => `${network} ${emailKey}`),
		windowSeconds: 15 * MINUTE,
	},
];

/** Password tries by someone who is signed in to the account. */
export const passwordCounter = (accountId: string, { signIn }: AccountLimits): Counter => ({
	what: "password-check",
	whom: accountId,
	points: signIn,
	windowSeconds: 15 * MINUTE,
});

/** Calls from one network that may send an email, all kinds together, or wrong codes. */
export const callCounter = (what: "mails" | "codes", client: string, { calls }: AccountLimits): Counter => ({
	what: `account-${what}`,
	...countClient(client, calls),
	windowSeconds: HOUR,
});

/** Challenges for passkeys that one network can ask for: every sign-in page that is opened asks for one. */
export const passkeyCounter = (client: string, { calls }: AccountLimits): Counter => ({
	what: "passkey-challenges",
	...countClient(client, calls * MANY),
	windowSeconds: HOUR,
});

/**
 * Emails with codes that one network can cause to one mailbox. Lower than the mailbox's total, so that no single network can use that up.
 */
export function senderCounters(client: string, mailbox: string): Counter[] {
	const count = (points: number) => countClientOnce(client, points, (network) => `${network} ${mailbox}`);
	return [
		{ what: "mails-sender-hour", ...count(5), windowSeconds: HOUR },
		{ what: "mails-sender-day", ...count(10), windowSeconds: DAY },
	];
}

/**
 * Emails with codes to one mailbox, from all networks. A code for a new password is not sent again while it is valid, so its
 * counter only matters if many networks use up its tries; it starts again when the first code expires.
 */
export const mailboxCounter = (purpose: CodePurpose, mailbox: string): Counter =>
	purpose === "reset"
		? { what: "mails-reset", whom: mailbox, points: 5, windowSeconds: CODE_LIFE_MS.reset / 1_000 }
		: { what: "mails-confirm", whom: mailbox, points: 15, windowSeconds: HOUR };

/** Emails to the owner of an address that is registered again. */
export const knownAddressCounter = (mailbox: string): Counter => ({
	what: "mail-address-known",
	whom: mailbox,
	points: 1,
	windowSeconds: HOUR,
});

/** Codes for a new password requested by a device that the account knows; requests by strangers do not count. */
export const deviceMailCounter = (emailKey: string): Counter => ({
	what: "mails-device",
	whom: emailKey,
	points: 3,
	windowSeconds: HOUR,
});

/** New addresses per account: each one gets an email. */
export const addressChangeCounter = (accountId: string): Counter => ({
	what: "address-changes",
	whom: accountId,
	points: 3,
	windowSeconds: HOUR,
});

/** Tries at one code by one network, or by one device that the account knows, so that nobody uses up someone else's tries. */
export const codeTriesCounter = (
	codeHash: string,
	{ client, device }: { client: string; device?: Buffer | undefined },
): Counter => ({
	what: "code-tries",
	...(device
		? { whom: `${codeHash} device ${device.toString("hex")}`, points: TRIES }
		: countClientOnce(client, TRIES, (network) => `${codeHash} network ${network}`)),
	windowSeconds: DAY,
});
