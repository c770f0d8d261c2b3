import type { Credentials, SignInWay } from "#contract/accounts/accounts.ts";
import type { AccountId } from "#contract/ids.ts";
import { takePoints } from "#server/platform/db/counter.ts";
import { tokenHash } from "#server/platform/keys/tokens.ts";
import { type AccessRefusal, limited } from "../../sessions/refusal.ts";
import type { Account } from "../account.ts";
import type { AccountDeps } from "../account-deps.ts";
import { addressKey } from "../email/address.ts";
import { signInCounters } from "../limits.ts";
import { beginPending } from "../second-factor/pending-sign-in.ts";
import type { AccountStatements } from "../store/account-store.ts";
import { beginSession, knowDevice } from "./begin-session.ts";
import { tellOfDevice } from "./tell-of-device.ts";

export type Visitor = {
	/** Network address. */
	client: string;
	userAgent: string | undefined;
	/** Cookies as received. */
	sessionToken: string | undefined;
	deviceToken: string | undefined;
};

export type SignedIn = { ok: true; sessionToken: string; deviceToken: string; accountId: AccountId };
/** The password was right, and the account has a second factor. */
type Pending = { ok: true; pendingToken: string; accountId: AccountId };

const UNKNOWN: AccessRefusal = {
	ok: false,
	code: "invalid_credentials",
	message: "Invalid email or password",
	reason: "unknown_address",
};

/** The hash of a device's token, if the account with this address has signed in on it. */
export async function deviceOf(
	store: Pick<AccountStatements, "accountOfDevice">,
	deviceToken: string | undefined,
	emailKey: string,
): Promise<Buffer | undefined> {
	const hash = deviceToken === undefined ? undefined : tokenHash(deviceToken);
	return hash && (await store.accountOfDevice(hash, emailKey)) ? hash : undefined;
}

type Ending = { visitor: Visitor; device: Buffer | undefined; signedInWith: SignInWay; twoFactors: boolean; now: Date };

/** Starts the session of a visitor who has given everything the account requires. */
export async function endSignIn(
	tx: AccountStatements,
	account: Account,
	{ visitor, device, signedInWith, twoFactors, now }: Ending,
): Promise<SignedIn> {
	const { accountId } = account;
	if (visitor.sessionToken !== undefined) await tx.endSessionOf(tokenHash(visitor.sessionToken));
	if (device) await tx.forgetDevice(device);
	const sessionToken = await beginSession(tx, accountId, { ...visitor, signedInWith, twoFactors, now });
	if (!device) await tellOfDevice(tx, account, visitor, now);
	const deviceToken = await knowDevice(tx, accountId, now);
	return { ok: true, sessionToken, deviceToken, accountId };
}

/**
 * Starts a session under a new token and ends the one that the browser had, so a cookie that an attacker planted there is worthless
 * afterward. The answer and the work are the same no matter what is wrong. With a second factor, no session starts yet, and what was
 * counted stays counted until the second step succeeds.
 */
export async function signIn(
	{ store, passwords, limits, now }: AccountDeps,
	{ email, password }: Credentials,
	visitor: Visitor,
): Promise<SignedIn | Pending | AccessRefusal> {
	const emailKey = addressKey(email);
	const device = await deviceOf(store, visitor.deviceToken, emailKey);
	const counters = signInCounters({ emailKey, client: visitor.client, device }, limits);
	const room = await store.transaction((tx) => takePoints(tx, counters));
	if (!room.ok) return limited("too_many", "There were too many attempts to sign in.", room.retryAfter);

	const account = await store.accountByKey(emailKey);
	const matches = await passwords.verify(password, account?.passwordHash);
	if (!account) return UNKNOWN;
	const { accountId } = account;
	const wrong: AccessRefusal = { ...UNKNOWN, reason: "wrong_password", accountId };
	if (!matches) return wrong;

	return store.transaction(async (tx) => {
		// The password may have been changed since it was read; then no session may start with the old one.
		const held = await tx.lockAccount(accountId);
		if (held?.passwordHash !== account.passwordHash) return wrong;
		if ((await tx.totpOf(accountId))?.confirmedAt) {
			return { ok: true, pendingToken: await beginPending(tx, accountId, now()), accountId } as const;
		}
		for (const counter of counters) await tx.returnPoint(counter);
		return endSignIn(tx, held, { visitor, device, signedInWith: "password", twoFactors: false, now: now() });
	});
}
