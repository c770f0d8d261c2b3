import type { RecoveryCodes, SecondFactor, SecondFactorChange, TotpSecret } from "#contract/accounts/second-factor.ts";
import type { AccountId } from "#contract/ids.ts";
import type { SecretBox } from "#server/platform/keys/secret-box.ts";
import { type AccessRefusal, limited } from "../../sessions/refusal.ts";
import type { Account } from "../account.ts";
import type { AccountDeps } from "../account-deps.ts";
import { passwordCounter } from "../limits.ts";
import { NOT_THE_PASSWORD, SIGNED_OUT } from "../passwords/check-password.ts";
import { type Asker, checkOwner } from "../proof/check-owner.ts";
import type { AccountStatements, AccountStore } from "../store/account-store.ts";
import { refuseAddition } from "./other-factors.ts";
import { spendSecondFactor, WRONG_SECOND_CODE } from "./prove.ts";
import { newRecoveryCodes, recoveryCodeHash } from "./recovery-codes.ts";
import { newTotpSecret, stepOf, totpTexts } from "./totp.ts";

/** `box`: undefined if the server has no key to encrypt secrets with. */
export type SecondFactorDeps = Pick<AccountDeps, "store" | "limits" | "now"> & { box: SecretBox | undefined };

const NO_KEY: AccessRefusal = {
	ok: false,
	code: "unavailable",
	message: "This server can’t keep the secret of an app. Its operator has to set SEAL_SECRET. Nothing was changed.",
	reason: "no_key",
};
const ALREADY_ON: AccessRefusal = {
	ok: false,
	code: "already_exists",
	message: "Codes from an app are already on for this account. Turn them off first to set up another app.",
	reason: "second_factor",
};

export async function readSecondFactor(store: AccountStore, accountId: AccountId): Promise<SecondFactor> {
	const totp = await store.totpOf(accountId);
	return {
		totpSince: totp?.confirmedAt?.toISOString() ?? null,
		recoveryCodesLeft: totp?.confirmedAt ? await store.recoveryCodesLeft(accountId) : 0,
	};
}

/** Creates a secret that has no effect until a code confirms it. It replaces one that was never confirmed. */
export async function beginTotp(
	deps: AccountDeps & Pick<SecondFactorDeps, "box">,
	asker: Asker & { sessionId: string },
	current: string | undefined,
): Promise<({ ok: true } & TotpSecret) | AccessRefusal> {
	const { box, store, now } = deps;
	if (!box) return NO_KEY;
	const checked = await checkOwner(deps, asker, current);
	if (!checked.ok) return checked;
	const refused = refuseAddition(await store.factorsOf(asker.sessionId));
	if (refused) return refused;
	const { accountId } = asker;
	const secret = newTotpSecret();
	const isSaved = await store.saveTotp(accountId, box.seal(secret, accountId), now());
	return isSaved ? { ok: true, ...totpTexts(secret, checked.account.email) } : ALREADY_ON;
}

export const confirmTotp = (
	deps: SecondFactorDeps,
	{ accountId, sessionId }: { accountId: AccountId; sessionId: string },
	code: string,
) =>
	withCode(deps, accountId, async (tx, account) => {
		const totp = await tx.totpOf(accountId);
		if (totp?.confirmedAt) return ALREADY_ON;
		const refused = refuseAddition(await tx.factorsOf(sessionId));
		if (refused) return refused;
		const secret = totp && deps.box?.open(totp.sealedSecret, accountId);
		const step = secret ? stepOf(secret, code.replace(/[\s-]/g, ""), deps.now()) : null;
		if (step === null) return WRONG_SECOND_CODE;
		await tx.confirmTotp(accountId, step, deps.now());
		await tx.gaveTwoFactors(sessionId);
		return renew(tx, account, "second-factor-added", deps.now());
	});

export const renewRecoveryCodes = (deps: AccountDeps & SecondFactorDeps, asker: Asker, given: SecondFactorChange) =>
	withBoth(deps, asker, given, (tx, account) => renew(tx, account, "recovery-codes-made", deps.now()));

export const endTotp = (deps: AccountDeps & SecondFactorDeps, asker: Asker, given: SecondFactorChange) =>
	withBoth(deps, asker, given, async (tx, account) => {
		await tx.deleteTotp(account.accountId);
		await tx.dropLostFactors(account.accountId);
		await tellOwner(tx, account, "second-factor-removed");
		return { ok: true } as const;
	});

/** A code alone could have been phished from the owner a moment ago. */
async function withBoth<T extends { ok: true }>(
	deps: AccountDeps & SecondFactorDeps,
	asker: Asker,
	{ current, code }: SecondFactorChange,
	work: (tx: AccountStatements, account: Account) => Promise<T>,
): Promise<T | AccessRefusal> {
	const checked = await checkOwner(deps, asker, current);
	if (!checked.ok) return checked;
	const { accountId } = asker;
	return withCode(deps, accountId, async (tx, account) => {
		if (account.passwordHash !== checked.account.passwordHash) return NOT_THE_PASSWORD;
		const spent = await spendSecondFactor(tx, deps.box, { accountId, code, now: deps.now() });
		return spent ? work(tx, account) : WRONG_SECOND_CODE;
	});
}

/** Tries count together with password tries by a signed-in account. */
async function withCode<T extends { ok: true }>(
	{ store, limits }: SecondFactorDeps,
	accountId: AccountId,
	work: (tx: AccountStatements, account: Account) => Promise<T | AccessRefusal>,
): Promise<T | AccessRefusal> {
	const counter = passwordCounter(accountId, limits);
	const room = await store.takePoint(counter);
	if (!room.ok) return limited("too_many", "The password or the code was wrong too often.", room.retryAfter);
	return store.transaction(async (tx) => {
		const account = await tx.lockAccount(accountId);
		if (!account) return SIGNED_OUT;
		const outcome = await work(tx, account);
		if (outcome.ok) await tx.returnPoint(counter);
		return outcome;
	});
}

type Told = "second-factor-added" | "second-factor-removed" | "recovery-codes-made";

async function renew(tx: AccountStatements, account: Account, told: Told, now: Date) {
	const codes = newRecoveryCodes();
	await tx.replaceRecoveryCodes(account.accountId, codes.map(recoveryCodeHash), now);
	await tellOwner(tx, account, told);
	const made: { ok: true } & RecoveryCodes = { ok: true, recoveryCodes: codes };
	return made;
}

/** An unconfirmed address may be a stranger's. */
async function tellOwner(tx: AccountStatements, { emailConfirmed, email }: Account, kind: Told): Promise<void> {
	if (emailConfirmed) await tx.enqueueMail({ kind, to: email });
}
