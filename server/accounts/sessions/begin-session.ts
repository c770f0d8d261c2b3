import { randomUUID } from "node:crypto";
import type { AccountId } from "#contract/ids.ts";
import { newToken, tokenHash } from "../../scans/tokens.ts";
import type { AccountStatements } from "../ports.ts";
import { deviceName } from "./device-name.ts";

type Beginning = { userAgent: string | undefined; now: Date; remembered?: boolean };

/** Stores a new session and returns its token, which exists only in the cookie. */
export async function beginSession(
	tx: AccountStatements,
	accountId: AccountId,
	{ userAgent, now, remembered = false }: Beginning,
): Promise<string> {
	const token = newToken();
	const device = deviceName(userAgent);
	const times = { createdAt: now, lastSeenAt: now };
	await tx.insertSession({ id: randomUUID(), tokenHash: tokenHash(token), accountId, device, remembered, ...times });
	return token;
}

/** Does the same for a browser whose user has just proved to be the account's owner. */
export async function knowDevice(tx: AccountStatements, accountId: AccountId, now: Date): Promise<string> {
	const token = newToken();
	await tx.insertDevice(tokenHash(token), accountId, now);
	return token;
}
