import type { Credentials } from "#contract/accounts.ts";
import type { AccountId } from "#contract/ids.ts";
import { tokenHash } from "../../scans/tokens.ts";
import type { AccountDeps } from "../account-deps.ts";
import { takePoints } from "../counter.ts";
import { addressKey } from "../email/address.ts";
import { signInCounters } from "../limits.ts";
import { limited, type Refusal } from "../refusal.ts";
import { beginSession, knowDevice } from "./begin-session.ts";

type Visitor = {
	/** Network address. */
	client: string;
	userAgent: string | undefined;
	/** Cookies as received. */
	sessionToken: string | undefined;
	deviceToken: string | undefined;
};

type SignedIn = { ok: true; sessionToken: string; deviceToken: string; accountId: AccountId };

const UNKNOWN: Refusal = {
	ok: false,
	code: "invalid_credentials",
	message: "Invalid email or password",
	reason: "unknown_address",
};

/**
 * Begins a session under a new token and ends the one that the browser had, so a cookie that an attacker planted there is
 * worthless afterwards. The answer and the work are the same no matter what is wrong.
 */
export async function signIn(
	{ store, passwords, limits, now }: AccountDeps,
	{ email, password }: Credentials,
	visitor: Visitor,
): Promise<SignedIn | Refusal> {
	const emailKey = addressKey(email);
	const hash = visitor.deviceToken === undefined ? undefined : tokenHash(visitor.deviceToken);
	const device = hash && (await store.accountOfDevice(hash, emailKey)) ? hash : undefined;
	const counters = signInCounters({ emailKey, client: visitor.client, device }, limits);
	const room = await store.transaction((tx) => takePoints(tx, counters));
	if (!room.ok) return limited("too_many", "There were too many attempts to sign in.", room.retryAfter);

	const account = await store.accountByKey(emailKey);
	const matches = await passwords.verify(password, account?.passwordHash);
	if (!account) return UNKNOWN;
	const { accountId } = account;
	const wrong: Refusal = { ...UNKNOWN, reason: "wrong_password", accountId };
	if (!matches) return wrong;

	return store.transaction(async (tx) => {
		// The password may have been changed since it was read, and then no session may begin with the old one.
		const held = await tx.lockAccount(accountId);
		if (held?.passwordHash !== account.passwordHash) return wrong;
		for (const counter of counters) await tx.returnPoint(counter);
		if (visitor.sessionToken !== undefined) await tx.endSessionOf(tokenHash(visitor.sessionToken));
		if (device) await tx.forgetDevice(device);
		const sessionToken = await beginSession(tx, accountId, { userAgent: visitor.userAgent, now: now() });
		const deviceToken = await knowDevice(tx, accountId, now());
		return { ok: true, sessionToken, deviceToken, accountId } as const;
	});
}
