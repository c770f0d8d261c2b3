import { randomBytes, randomUUID } from "node:crypto";
import {
	type Passkey,
	type PasskeyAddition,
	type PasskeyCreation,
	type PasskeyList,
	TRANSPORTS,
} from "#contract/accounts/passkeys.ts";
import type { AccountId } from "#contract/ids.ts";
import { site as product } from "#src/config/site.ts";
import { CHALLENGE_MS } from "../../sessions/cookie-lives.ts";
import { type AccessRefusal, limited } from "../../sessions/refusal.ts";
import type { Account } from "../account.ts";
import { passkeyCounter } from "../limits.ts";
import { SIGNED_OUT } from "../passwords/check-password.ts";
import { refuseAddition, refuseRemoval } from "../second-factor/other-factors.ts";
import { deviceName } from "../sessions/device-name.ts";
import type { AccountStatements } from "../store/account-store.ts";
import { newChallenge, takeChallenge } from "./challenges.ts";
import type { PasskeyRow } from "./passkey.ts";
import type { PasskeyDeps } from "./sign-in-passkey.ts";
import { ALGORITHMS, verifyCreation } from "./verify.ts";

/** Per account. */
const AT_MOST = 20;
const HANDLE_BYTES = 64;

const UNCONFIRMED: AccessRefusal = {
	ok: false,
	code: "email_unconfirmed",
	message: "Confirm your email address first. Nothing was added.",
	reason: "other_address",
};
const FULL: AccessRefusal = {
	ok: false,
	code: "limit_reached",
	message: `An account can have ${AT_MOST} passkeys. Remove one first. Nothing was added.`,
	reason: "too_many",
};
const NOT_KEPT: AccessRefusal = {
	ok: false,
	code: "passkey_refused",
	message: "This passkey could not be added. Nothing was changed. Please try again.",
	reason: "wrong_passkey",
};
const KNOWN: AccessRefusal = {
	ok: false,
	code: "already_exists",
	message: "This passkey was added before. Nothing was changed.",
	reason: "wrong_passkey",
};
const NO_PASSKEY: AccessRefusal = {
	ok: false,
	code: "not_found",
	message: "There is no such passkey. It may already have been removed.",
	reason: "unknown_passkey",
};

/** A signed-in browser. */
type Asker = { accountId: AccountId; sessionId: string; client: string; browserToken: string | undefined };

export async function listPasskeys(
	{ store, site }: Pick<PasskeyDeps, "store" | "site">,
	{ accountId, userAgent }: { accountId: AccountId; userAgent: string | undefined },
): Promise<PasskeyList> {
	const handle = await store.userHandleOf(accountId);
	const passkeys = await store.listPasskeys(accountId);
	return {
		rpId: site().rpId,
		userHandle: handle?.toString("base64url") ?? null,
		nextName: deviceName(userAgent),
		passkeys: passkeys.map(shown),
	};
}

function shown({ id, credentialId, name, createdAt, lastUsedAt, transports, syncable, synced }: PasskeyRow): Passkey {
	return {
		id,
		credentialId: credentialId.toString("base64url"),
		name,
		createdAt: createdAt.toISOString(),
		lastUsedAt: lastUsedAt?.toISOString() ?? null,
		keeping: synced ? "synced" : syncable ? "not-synced" : "device",
		transports,
	};
}

type Begun = { ok: true; creation: PasskeyCreation; browserToken: string };

/** A passkey outlives passwords, so an account whose address may be a stranger's gets none. */
export async function beginPasskey(
	{ store, limits, now, site }: PasskeyDeps,
	{ accountId, sessionId, client, browserToken }: Asker,
): Promise<Begun | AccessRefusal> {
	const room = await store.takePoint(passkeyCounter(client, limits));
	if (!room.ok) return limited("too_many", "There were many passkeys from your network.", room.retryAfter);
	const account = await store.accountById(accountId);
	if (!account) return SIGNED_OUT;
	const { email, emailConfirmed, firstName, lastName } = account;
	if (!emailConfirmed) return UNCONFIRMED;
	const refused = refuseAddition(await store.factorsOf(sessionId));
	if (refused) return refused;
	const passkeys = await store.listPasskeys(accountId);
	if (passkeys.length >= AT_MOST) return FULL;
	const handle = await store.holdUserHandle(accountId, randomBytes(HANDLE_BYTES));
	const begun = await newChallenge(store, { browserToken, accountId, now: now() });
	const creation: PasskeyCreation = {
		options: {
			challenge: begun.challenge,
			rp: { id: site().rpId, name: product.name },
			user: { id: handle.toString("base64url"), name: email, displayName: `${firstName} ${lastName}` },
			pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
			timeout: CHALLENGE_MS,
			excludeCredentials: passkeys.map(({ credentialId, transports }) => ({
				type: "public-key",
				id: credentialId.toString("base64url"),
				transports: TRANSPORTS.filter((one) => transports.includes(one)),
			})),
			authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
			attestation: "none",
		},
	};
	return { ok: true, creation, browserToken: begun.browserToken };
}

/** The challenge proves that the owner was verified minutes ago, in this browser. */
export async function addPasskey(
	{ store, now, site }: PasskeyDeps,
	addition: PasskeyAddition,
	{ accountId, sessionId, browserToken }: Omit<Asker, "client">,
): Promise<{ ok: true; passkey: Passkey } | AccessRefusal> {
	const asked = { browserToken, accountId, now: now() };
	const challenge = await takeChallenge(store, addition.response.clientDataJSON, asked);
	const made = challenge === undefined ? undefined : await verifyCreation(addition, { site: site(), challenge });
	if (!made) return NOT_KEPT;
	return store.transaction(async (tx) => {
		const account = await tx.lockAccount(accountId);
		if (!account) return SIGNED_OUT;
		if (!account.emailConfirmed) return UNCONFIRMED;
		const refused = refuseAddition(await tx.factorsOf(sessionId));
		if (refused) return refused;
		if ((await tx.listPasskeys(accountId)).length >= AT_MOST) return FULL;
		const passkey = { ...made, id: randomUUID(), accountId, name: addition.name, createdAt: now() };
		if (!(await tx.insertPasskey(passkey))) return KNOWN;
		await tx.gaveTwoFactors(sessionId);
		await tellOwner(tx, account, "passkey-added");
		return { ok: true, passkey: shown({ ...passkey, lastUsedAt: null }) } as const;
	});
}

export async function renamePasskey(
	{ store }: Pick<PasskeyDeps, "store">,
	accountId: AccountId,
	{ id, name }: { id: string; name: string },
): Promise<{ ok: true } | AccessRefusal> {
	return (await store.renamePasskey(accountId, id, name)) ? { ok: true } : NO_PASSKEY;
}

/** A code from the mailbox can still set a password, so the last passkey can be removed, too. */
export async function removePasskey(
	{ store }: Pick<PasskeyDeps, "store">,
	{ accountId, sessionId }: Pick<Asker, "accountId" | "sessionId">,
	id: string,
): Promise<{ ok: true } | AccessRefusal> {
	return store.transaction(async (tx) => {
		const account = await tx.lockAccount(accountId);
		if (!account) return SIGNED_OUT;
		const refused = refuseRemoval(await tx.factorsOf(sessionId));
		if (refused) return refused;
		if (!(await tx.deletePasskey(accountId, id))) return NO_PASSKEY;
		await tx.dropLostFactors(accountId);
		await tellOwner(tx, account, "passkey-removed");
		return { ok: true } as const;
	});
}

/** An unconfirmed address may be a stranger's. */
async function tellOwner(
	tx: AccountStatements,
	{ emailConfirmed, email }: Account,
	kind: "passkey-added" | "passkey-removed",
): Promise<void> {
	if (emailConfirmed) await tx.enqueueMail({ kind, to: email });
}
