import type { RespondOffer } from "#contract/assessments/respond.ts";
import type { RespondentId } from "#contract/assessments/respondents.ts";
import { waitText } from "#contract/format/duration.ts";
import type { Passwords } from "#server/identity/accounts/passwords/passwords.ts";
import { newToken, tokenHash } from "#server/platform/keys/tokens.ts";
import { maskMailbox } from "#server/platform/mail/mask-mailbox.ts";
import { type Refusal, refuse } from "#server/platform/refusals/refusal.ts";
import type { RespondStore } from "../store/respondents/respond-store.ts";
import { codesCounter, networkCounter } from "./limits.ts";
import { plainDigits } from "./six-digits.ts";

type Deps = {
	store: RespondStore;
	/** The setting LIMIT_ACCOUNT_CALLS. */
	calls: number;
};

/** A token, and the network it comes from. */
type Visit = { token: string; client: string };

/** The same for a link that never existed, has expired, was revoked, or was replaced by a newer email. */
const NOT_HERE = refuse(
	"not_found",
	"This link does not work. It may be mistyped or cut off, its last day may be over, it may have been revoked, or a newer email may have replaced it. Open the link in the newest email, or ask the person who sent it for a new one. Answers that were sent are not lost.",
);

/** The same for a code that is wrong, expired or used, and for a link that does not work. */
const WRONG_CODE = refuse(
	"invalid_code",
	"This code is wrong, was used, or is older than 15 minutes. After five tries it stops working. Check the newest email, or ask for another code.",
);

const tooOften = (what: string, retryAfter: number): Refusal =>
	refuse("rate_limited", `${what} Please try again in ${waitText(retryAfter)}.`, { scope: "entry", retryAfter });

/** What a link is about. */
export async function readLink(
	{ store, calls }: Deps,
	{ token, client }: Visit,
): Promise<{ ok: true; offer: RespondOffer } | Refusal> {
	const room = await store.takePoint(networkCounter("opened", client, calls));
	if (!room.ok) return tooOften("Many links were opened from your network in the last hour.", room.retryAfter);
	const offer = await store.offer(tokenHash(token));
	return offer ? { ok: true, offer: { ...offer, email: maskMailbox(offer.email) } } : NOT_HERE;
}

/** Only queues a job. The job looks up whether the link works, so neither the answer nor its time reveals it. */
export async function askForCode({ store, calls }: Deps, { token, client }: Visit): Promise<{ ok: true } | Refusal> {
	const ofNetwork = await store.takePoint(networkCounter("codes", client, calls));
	if (!ofNetwork.ok) return tooOften("Many codes were requested from your network.", ofNetwork.retryAfter);
	const hash = tokenHash(token);
	const ofLink = await store.takePoint(codesCounter(hash));
	if (!ofLink.ok) return tooOften("A link gets five codes a day.", ofLink.retryAfter);
	await store.enqueueCode({ tokenHash: hash.toString("hex") });
	return { ok: true };
}

/** Starts a session with the code from the mailbox. */
export async function confirmCode(
	{ store, calls, passwords }: Deps & { passwords: Passwords },
	{ token, code, client }: Visit & { code: string },
): Promise<{ ok: true; respondentId: RespondentId; sessionToken: string; endsOn: string } | Refusal> {
	const counter = networkCounter("tries", client, calls);
	const room = await store.takePoint(counter);
	if (!room.ok) return tooOften("Many wrong codes came from your network in the last hour.", room.retryAfter);
	const stored = await store.code(tokenHash(token));
	// Counted before it is compared, so that parallel requests get no extra tries.
	const mayTry = stored !== undefined && (await store.countTry(stored));
	const isRight = await passwords.verify(plainDigits(code), mayTry ? stored.codeHash : undefined);
	if (!stored || !isRight) return WRONG_CODE;
	await store.returnPoint(counter);
	const sessionToken = newToken();
	const begun = await store.begin(stored, tokenHash(sessionToken));
	return begun ? { ok: true, respondentId: stored.respondentId, sessionToken, ...begun } : WRONG_CODE;
}
