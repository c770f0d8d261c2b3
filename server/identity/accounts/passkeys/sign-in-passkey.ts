import { timingSafeEqual } from "node:crypto";
import type { PasskeyAssertion, PasskeyRequest } from "#contract/accounts/passkeys.ts";
import type { AccountId } from "#contract/ids.ts";
import { takePoints } from "#server/platform/db/counter.ts";
import { tokenHash } from "#server/platform/keys/tokens.ts";
import { CHALLENGE_MS } from "../../sessions/cookie-lives.ts";
import { type AccessRefusal, limited } from "../../sessions/refusal.ts";
import type { Account } from "../account.ts";
import type { AccountDeps } from "../account-deps.ts";
import { passkeyCounter, passwordCounter, signInCounters } from "../limits.ts";
import { SIGNED_OUT } from "../passwords/check-password.ts";
import { deviceOf, endSignIn, type SignedIn, type Visitor } from "../sessions/sign-in.ts";
import type { AccountStatements } from "../store/account-store.ts";
import { newChallenge, takeChallenge } from "./challenges.ts";
import type { PasskeyKey } from "./passkey.ts";
import { type PasskeySite, verifyAssertion } from "./verify.ts";

/** What the use cases of passkeys need. */
export type PasskeyDeps = Pick<AccountDeps, "store" | "limits" | "now"> & { site: () => PasskeySite };

/** The same whatever is wrong: it does not reveal whether there is such a passkey or whose it is. */
const NOT_ACCEPTED: AccessRefusal = {
	ok: false,
	code: "invalid_credentials",
	message: "This passkey was not accepted. Please try again, or sign in another way.",
	reason: "wrong_passkey",
};

const NOT_CONFIRMED: AccessRefusal = {
	ok: false,
	code: "passkey_refused",
	message: "This passkey was not accepted. Nothing was done. Try again, or confirm another way.",
	reason: "wrong_passkey",
};

type Browser = { client: string; browserToken: string | undefined };

/** Names no passkeys: the browser knows which it has for us, so the answer is the same for everyone. */
export async function beginPasskeySignIn(
	{ store, limits, now, site }: PasskeyDeps,
	{ client, browserToken }: Browser,
): Promise<{ ok: true; request: PasskeyRequest; browserToken: string } | AccessRefusal> {
	const room = await store.takePoint(passkeyCounter(client, limits));
	if (!room.ok) return limited("too_many", "There were many sign-ins from your network.", room.retryAfter);
	const begun = await newChallenge(store, { browserToken, accountId: null, now: now() });
	const request: PasskeyRequest = {
		challenge: begun.challenge,
		rpId: site().rpId,
		timeout: CHALLENGE_MS,
		userVerification: "required",
	};
	return { ok: true, request, browserToken: begun.browserToken };
}

/**
 * Starts a session for the owner of a passkey. Having it and unlocking it are two factors, so no other is asked for. Tries count together
 * with password tries; those with an unknown passkey count as if it had its own account.
 */
export async function signInWithPasskey(
	deps: PasskeyDeps,
	assertion: PasskeyAssertion,
	visitor: Visitor & Browser,
): Promise<SignedIn | AccessRefusal> {
	const { store, limits, now } = deps;
	const owner = await ownerOf(store, assertion);
	const emailKey = owner?.account.emailKey ?? `passkey ${tokenHash(assertion.id).toString("hex")}`;
	const device = await deviceOf(store, visitor.deviceToken, emailKey);
	const counters = signInCounters({ emailKey, client: visitor.client, device }, limits);
	const room = await store.transaction((tx) => takePoints(tx, counters));
	if (!room.ok) return limited("too_many", "There were too many attempts to sign in.", room.retryAfter);
	return acceptPasskey(deps, assertion, { owner, browserToken: visitor.browserToken }, async (tx, account) => {
		for (const counter of counters) await tx.returnPoint(counter);
		return endSignIn(tx, account, { visitor, device, signedInWith: "passkey", twoFactors: true, now: now() });
	});
}

type Session = { accountId: AccountId; sessionId: string; browserToken: string | undefined };

/** The owner of a session proves their identity again. Tries count together with password tries by a signed-in account. */
export async function proveWithPasskey(
	deps: PasskeyDeps,
	assertion: PasskeyAssertion,
	{ accountId, sessionId, browserToken }: Session,
): Promise<{ ok: true } | AccessRefusal> {
	const { store, limits, now } = deps;
	const counter = passwordCounter(accountId, limits);
	const room = await store.takePoint(counter);
	if (!room.ok) return limited("too_many", "There were too many attempts to confirm.", room.retryAfter);
	const found = await ownerOf(store, assertion);
	const owner = found?.account.accountId === accountId ? found : undefined;
	const outcome = await acceptPasskey(deps, assertion, { owner, browserToken }, async (tx) => {
		if (!(await tx.proveSession(sessionId, now()))) return SIGNED_OUT;
		await tx.gaveTwoFactors(sessionId);
		await tx.returnPoint(counter);
		return { ok: true } as const;
	});
	// The code of a refused sign-in would mean that the session has ended.
	return !outcome.ok && outcome.code === "invalid_credentials" ? { ...NOT_CONFIRMED, reason: outcome.reason } : outcome;
}

type Owner = { account: Account; key: PasskeyKey };

async function ownerOf(store: PasskeyDeps["store"], { id }: PasskeyAssertion): Promise<Owner | undefined> {
	const key = await store.passkeyByCredential(Buffer.from(id, "base64url"));
	const account = key && (await store.accountById(key.accountId));
	return account && { account, key };
}

/** Checks what a passkey has signed, and runs `work` in the transaction that records its use. */
async function acceptPasskey<T extends { ok: true }>(
	{ store, now, site }: PasskeyDeps,
	assertion: PasskeyAssertion,
	{ owner, browserToken }: { owner: Owner | undefined; browserToken: string | undefined },
	work: (tx: AccountStatements, account: Account) => Promise<T | AccessRefusal>,
): Promise<T | AccessRefusal> {
	// Recorded even if nothing else is right, because it was used.
	const asked = { browserToken, accountId: null, now: now() };
	const challenge = await takeChallenge(store, assertion.response.clientDataJSON, asked);
	if (!owner) return { ...NOT_ACCEPTED, reason: "unknown_passkey" };
	const { account, key } = owner;
	const { accountId } = account;
	if (challenge === undefined) return { ...NOT_ACCEPTED, reason: "no_pending", accountId };
	const signed = isOwnersHandle(assertion, key) && (await verifyAssertion(assertion, { site: site(), challenge, key }));
	if (!signed) return { ...NOT_ACCEPTED, accountId };

	const outcome = await store.transaction(async (tx) => {
		const held = await tx.lockAccount(accountId);
		const before = await tx.lockPasskey(key.id);
		// Removed in the meantime.
		if (!held || before === undefined) return { ...NOT_ACCEPTED, accountId };
		// Passkeys that do not count always say 0.
		const isCounting = before > 0 || signed.counter > 0;
		if (isCounting && signed.counter <= before)
			return { ...NOT_ACCEPTED, reason: "copied_passkey", accountId } as const;
		await tx.passkeyUsed(key.id, signed, now());
		return work(tx, held);
	});
	if (!outcome.ok && outcome.reason === "copied_passkey" && account.emailConfirmed) {
		await store.enqueueMail({ kind: "passkey-copied", to: account.email });
	}
	return outcome;
}

function isOwnersHandle({ response }: PasskeyAssertion, { userHandle }: PasskeyKey): boolean {
	const given = Buffer.from(response.userHandle, "base64url");
	return given.length === userHandle.length && timingSafeEqual(given, userHandle);
}
