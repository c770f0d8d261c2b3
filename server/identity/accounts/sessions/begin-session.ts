import { randomUUID } from "node:crypto";
import type { SignInWay } from "#contract/accounts/accounts.ts";
import type { AccountId } from "#contract/ids.ts";
import { newToken, tokenHash } from "#server/platform/keys/tokens.ts";
import { networkOf } from "../account-log.ts";
import type { AccountStatements } from "../store/account-store.ts";
import { deviceName } from "./device-name.ts";

type Beginning = {
	userAgent: string | undefined;
	/** Network address; only its network is kept. */
	client: string;
	signedInWith: SignInWay | null;
	/** Whether its user gave two factors. Left out: one. */
	twoFactors?: boolean;
	now: Date;
	remembered?: boolean;
	/** Left out: now. */
	provedAt?: Date;
};

/** Stores a new session and returns its token, which exists only in the cookie. */
export async function beginSession(
	tx: AccountStatements,
	accountId: AccountId,
	{ userAgent, client, signedInWith, twoFactors = false, now, remembered = false, provedAt = now }: Beginning,
): Promise<string> {
	const token = newToken();
	const device = deviceName(userAgent);
	const times = { createdAt: now, lastSeenAt: now, provedAt };
	const began = { device, network: networkOf(client), signedInWith, twoFactors };
	await tx.insertSession({ id: randomUUID(), tokenHash: tokenHash(token), accountId, ...began, remembered, ...times });
	return token;
}

/** The same for a browser whose user has just proved to be the account's owner. */
export async function knowDevice(tx: AccountStatements, accountId: AccountId, now: Date): Promise<string> {
	const token = newToken();
	await tx.insertDevice(tokenHash(token), accountId, now);
	return token;
}
