import { countClient } from "../scans/client-key.ts";
import type { Counter } from "./counter.ts";

/** The settings LIMIT_SIGN_IN and LIMIT_ACCOUNT_CALLS. */
export type AccountLimits = { signIn: number; calls: number };

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Over all its accounts a network may fail more often, and so may all networks together at one account. */
const MANY = 10;
/** Mails with a code that one mailbox gets in an hour, of each kind. */
const MAILS_PER_HOUR = 5;

/** Who tries to sign in: a device that knows the account, or anybody. */
type Tries = { emailKey: string; client: string; device: Buffer | undefined };

/**
 * What a wrong password counts against. A device that has been signed in with the account before has a counter of its own:
 * whatever strangers do, its owner gets in with it (OWASP, "device cookies"). In the order in which everybody takes them.
 */
export function signInCounters({ emailKey, client, device }: Tries, { signIn }: AccountLimits): Counter[] {
	if (device) {
		const whom = `${device.toString("hex")} ${emailKey}`;
		return [{ what: "sign-in-device", whom, points: signIn, windowSeconds: 15 * MINUTE }];
	}
	const network = { what: "sign-in-client", ...countClient(client, signIn * MANY), windowSeconds: HOUR };
	return [network, ...accountCounters(emailKey, client, { signIn })];
}

/** What strangers count against at one account: all of them together, and each network. */
export const accountCounters = (
	emailKey: string,
	client: string,
	{ signIn }: Pick<AccountLimits, "signIn">,
): Counter[] => [
	{ what: "sign-in-account", whom: emailKey, points: signIn * MANY, windowSeconds: HOUR },
	{
		what: "sign-in-account-client",
		...countClient(client, signIn, (network) => `${network} ${emailKey}`),
		windowSeconds: 15 * MINUTE,
	},
];

/** Tries at the password of an account by somebody who holds a session of it. */
export const passwordCounter = (accountId: string, { signIn }: AccountLimits): Counter => ({
	what: "password-check",
	whom: accountId,
	points: signIn,
	windowSeconds: 15 * MINUTE,
});

/** Calls that may send somebody a mail or try a code, by one network. */
export const callCounter = (
	what: "registrations" | "forgotten" | "codes",
	client: string,
	{ calls }: AccountLimits,
): Counter => ({ what, ...countClient(client, calls), windowSeconds: HOUR });

/** Mails of one kind to one mailbox, whoever asks. */
export const mailCounter = (kind: "confirm" | "change" | "reset", mailbox: string): Counter => ({
	what: `mail-${kind}`,
	whom: mailbox,
	points: MAILS_PER_HOUR,
	windowSeconds: HOUR,
});

/** Mails to somebody whose address was given again at a registration; the one about the registration counts too. */
export const knownAddressCounter = (mailbox: string): Counter => ({
	what: "mail-address-known",
	whom: mailbox,
	points: 1,
	windowSeconds: HOUR,
});
