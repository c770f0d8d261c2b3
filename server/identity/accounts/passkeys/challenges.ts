import * as z from "zod/mini";
import type { AccountId } from "#contract/ids.ts";
import { newToken, tokenHash } from "#server/platform/keys/tokens.ts";
import { CHALLENGE_MS } from "../../sessions/cookie-lives.ts";
import type { AccountStatements } from "../store/account-store.ts";

type Asked = {
	/** The cookie as received: one browser may have several challenges, one for each tab. */
	browserToken: string | undefined;
	/** The account that the passkey is to be added to; null: for signing in. */
	accountId: AccountId | null;
	now: Date;
};

/** What a passkey has to sign, and the browser's cookie. Both exist here only as hashes. */
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

/** The part of what the browser signed that we use before it is verified. */
const clientData = z.object({ challenge: z.string(), crossOrigin: z.optional(z.boolean()) });

/**
 * The challenge that was answered, if it was given to this browser for this purpose and has not been answered before. Answers from a
 * frame of another site do not count.
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
