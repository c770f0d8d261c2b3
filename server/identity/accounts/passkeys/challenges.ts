import * as z from "zod/mini";
import type { AccountId } from "#contract/ids.ts";
import { newToken, tokenHash } from "#server/platform/keys/tokens.ts";
import { CHALLENGE_MS } from "../../sessions/cookie-lives.ts";
import type { AccountStatements } from "../store/account-store.ts";

type Asked = {
	/** The cookie as received: one browser may have several challenges, one for each tab. */
	browserToken: string | undefined;
	/** Whose passkey is to be added; null: for signing in. */
	accountId: AccountId | null;
	now: Date;
};

/** What a passkey is to sign, and what the browser's cookie is to be. Both exist here only as hashes. */
export async function newChallenge(
	store: Pick<AccountStatements, "insertChallenge">,
	{ browserToken = newToken(), accountId, now }: Asked,
): Promise<{ challenge: string; browserToken: string }> {
	const challenge = newToken();
	await store.insertChallenge({
		challengeHash: tokenHash(challenge),
		browserHash: tokenHash(browserToken),
		accountId,
		expiresAt: new Date(now.getTime() + CHALLENGE_MS),
	});
	return { challenge, browserToken };
}

/** What a browser has signed along, as far as it is used before it is verified. */
const clientData = z.object({ challenge: z.string(), crossOrigin: z.optional(z.boolean()) });

/**
 * The challenge that was answered, if it was given to this browser for this purpose and has not been answered before. Nothing in
 * a frame of another site counts.
 */
export async function takeChallenge(
	store: Pick<AccountStatements, "takeChallenge">,
	clientDataJSON: string,
	{ browserToken, accountId, now }: Asked,
): Promise<string | undefined> {
	const read = clientData.safeParse(readJson(clientDataJSON));
	if (!read.success || read.data.crossOrigin === true || browserToken === undefined) return undefined;
	const { challenge } = read.data;
	const about = { challengeHash: tokenHash(challenge), browserHash: tokenHash(browserToken), accountId };
	return (await store.takeChallenge(about, now)) ? challenge : undefined;
}

function readJson(base64url: string): unknown {
	try {
		return JSON.parse(Buffer.from(base64url, "base64url").toString("utf8"));
	} catch {
		return undefined;
	}
}
