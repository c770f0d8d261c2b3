import { takePoints } from "#server/platform/db/counter.ts";
import { tokenHash } from "#server/platform/keys/tokens.ts";
import { type AccessRefusal, limited } from "../../sessions/refusal.ts";
import { signInCounters } from "../limits.ts";
import type { SecondFactorDeps } from "../second-factor/manage-totp.ts";
import { PENDING_ENDED } from "../second-factor/pending-sign-in.ts";
import { spendSecondFactor, WRONG_SECOND_CODE } from "../second-factor/prove.ts";
import { deviceOf, endSignIn, type SignedIn, type Visitor } from "./sign-in.ts";

/**
 * Completes a sign-in that waits for a second factor. Wrong codes count together with wrong passwords, so that neither way in gives more
 * tries; what both steps have counted is given back when the session starts.
 */
export async function signInSecond(
	{ store, limits, now, box }: SecondFactorDeps,
	code: string,
	visitor: Visitor & { pendingToken: string | undefined },
): Promise<SignedIn | AccessRefusal> {
	const pending = visitor.pendingToken === undefined ? undefined : tokenHash(visitor.pendingToken);
	// Counted before the code is compared, so that parallel requests get no extra tries.
	const accountId = pending && (await store.countPendingTry(pending, now()));
	const account = accountId && (await store.accountById(accountId));
	if (!pending || !account) return PENDING_ENDED;
	const { emailKey } = account;
	const device = await deviceOf(store, visitor.deviceToken, emailKey);
	const counters = signInCounters({ emailKey, client: visitor.client, device }, limits);
	const room = await store.transaction((tx) => takePoints(tx, counters));
	if (!room.ok)
		return { ...limited("too_many", "There were too many attempts to sign in.", room.retryAfter), accountId };

	return store.transaction(async (tx) => {
		const held = await tx.lockAccount(accountId);
		if (!held) return PENDING_ENDED;
		const spent = await spendSecondFactor(tx, box, { accountId, code, now: now() });
		if (!spent) return { ...WRONG_SECOND_CODE, accountId };
		// It may have ended with a new password in the meantime, or have been used by another request.
		if (!(await tx.endPending(pending))) return { ...PENDING_ENDED, accountId };
		// For both steps.
		for (const counter of [...counters, ...counters]) await tx.returnPoint(counter);
		if (spent === "recovery" && held.emailConfirmed) {
			await tx.enqueueMail({ kind: "recovery-code-used", to: held.email });
		}
		return endSignIn(tx, held, { visitor, device, signedInWith: "password", twoFactors: true, now: now() });
	});
}
