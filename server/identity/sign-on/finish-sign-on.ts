import { randomUUID } from "node:crypto";
import { type AccountId, accountId as parseAccountId } from "#contract/ids.ts";
import type { SignOnFailure } from "#contract/sign-on/sign-on.ts";
import { tokenHash } from "#server/platform/keys/tokens.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { addressKey } from "../accounts/email/address.ts";
import { beginSession, knowDevice } from "../accounts/sessions/begin-session.ts";
import { tellOfDevice } from "../accounts/sessions/tell-of-device.ts";
import { clientOf } from "./begin-sign-on.ts";
import { decideMember, decidePerson, domainOf, type Person } from "./decide.ts";
import type { Identity } from "./identity.ts";
import type { Provider } from "./provider.ts";
import { type Client, ProviderRefused, ProviderUnavailable } from "./provider-client.ts";
import type { SignOnDeps } from "./sign-on-deps.ts";
import { isProviderFailure } from "./sign-on-problem.ts";
import type { Attempt, SignOnStatements } from "./store/sign-on-store.ts";

type Visitor = {
	/** Network address. */
	client: string;
	userAgent: string | undefined;
	/** Cookies as received. */
	sessionToken: string | undefined;
	deviceToken: string | undefined;
	browserToken: string | undefined;
};

type Finished =
	| { ok: true; sessionToken: string; deviceToken: string; accountId: AccountId; nextPath: string }
	| { ok: false; because: SignOnFailure };

/** No password has this hash: people get into the account through their company, or after "Forgot password?". */
type NoPassword = () => Promise<string>;

/** Starts a session for the person who came back from a provider, and makes them a member by the workspace's role map. */
export async function finishSignOn(
	deps: SignOnDeps & { noPassword: NoPassword },
	url: URL,
	visitor: Visitor,
): Promise<Finished> {
	const { store, now } = deps;
	const state = url.searchParams.get("state");
	if (state === null || visitor.browserToken === undefined) return { ok: false, because: "expired" };
	const attempt = await store.takeAttempt(tokenHash(state), tokenHash(visitor.browserToken), now());
	const provider = attempt && (await store.providerById(attempt.workspaceId));
	if (!attempt || !provider) return { ok: false, because: "expired" };
	const known = clientOf(deps, provider);
	if (!known) return { ok: false, because: "unavailable" };
	const finished = await comeThrough(deps, { attempt, provider, known, state }, url, visitor);
	if (finished.ok) await store.noteOutcome(provider, { cameAt: now(), failure: null });
	else if (isProviderFailure(finished.because)) {
		await store.noteOutcome(provider, { cameAt: null, failure: finished.because });
	}
	return finished;
}

type Return = { attempt: Attempt; provider: Provider; known: Client; state: string };

async function comeThrough(
	deps: SignOnDeps & { noPassword: NoPassword },
	{ attempt, provider, known, state }: Return,
	url: URL,
	visitor: Visitor,
): Promise<Finished> {
	const { store, now } = deps;
	let answer: Awaited<ReturnType<typeof deps.client.finish>>;
	try {
		answer = await deps.client.finish(known, { state, nonce: attempt.nonce, codeVerifier: attempt.codeVerifier }, url);
	} catch (error) {
		if (error instanceof ProviderRefused) return { ok: false, because: "refused" };
		if (error instanceof ProviderUnavailable) return { ok: false, because: "unavailable" };
		throw error;
	}
	const { claims, signOutPage } = answer;
	const { workspaceId, issuer } = provider;
	const domains = await store.verifiedDomains(workspaceId);
	const decided = decidePerson(claims, provider, domains);
	if (!decided.ok) return decided;
	const { person } = decided;
	const identity = { workspaceId, issuer, subject: claims.subject };
	// Outside the transaction: hashing takes longer than all the rest.
	const passwordHash = await deps.noPassword();

	return store.transaction(async (tx) => {
		const at = now();
		const { accountId, isNew } = await accountFor(tx, { identity, person, domains, passwordHash, now: at });
		const account = await tx.lockAccount(accountId);
		if (!account) throw new Error("An account is gone that was just found");
		await tx.actAs(accountId);
		await tx.holdWorkspace(workspaceId);
		const member = await tx.member(workspaceId, accountId);
		const cameBefore = await tx.cameBefore(workspaceId, accountId, at);
		const becomes = decideMember(member, person.role, { today: dayOf(at), cameBefore });
		if (!becomes.ok) return becomes;
		if (becomes.give !== null) await tx.giveRole(workspaceId, accountId, becomes.give, member, at);

		if (visitor.sessionToken !== undefined) await tx.endSessionOf(tokenHash(visitor.sessionToken));
		const device = visitor.deviceToken === undefined ? undefined : tokenHash(visitor.deviceToken);
		const isKnown = device !== undefined && (await tx.accountOfDevice(device, account.emailKey)) !== undefined;
		if (device && isKnown) await tx.forgetDevice(device);
		const sessionToken = await beginSession(tx, accountId, { ...visitor, signedInWith: "company", now: at });
		await tx.markSession(tokenHash(sessionToken), workspaceId, signOutPage);
		// A first sign-in is no news to the person who has just created the account with it.
		if (!isKnown && !isNew) await tellOfDevice(tx, account, visitor, at);
		const deviceToken = await knowDevice(tx, accountId, at);
		return { ok: true, sessionToken, deviceToken, accountId, nextPath: attempt.nextPath } as const;
	});
}

type Wanted = { identity: Identity; person: Person; domains: readonly string[]; passwordHash: string; now: Date };

/**
 * The account that the provider means: the one that came from it before, unless its owner has since moved it to an address elsewhere;
 * else the one with this address; else a new one. An account whose address was never confirmed is replaced, as in a registration: a
 * stranger may have created it and know its password.
 */
async function accountFor(
	tx: SignOnStatements,
	{ identity, person, domains, passwordHash, now }: Wanted,
): Promise<{ accountId: AccountId; isNew: boolean }> {
	const before = await tx.accountOf(identity);
	const same = before && (await tx.accountById(before));
	if (same && domains.includes(domainOf(same.email))) return { accountId: same.accountId, isNew: false };
	const key = addressKey(person.email);
	const known = await tx.accountByKey(key);
	const held = known && (await tx.lockAccount(known.accountId));
	if (held?.emailKey === key && held.emailConfirmed) {
		await tx.insertIdentity(identity, held.accountId, now);
		return { accountId: held.accountId, isNew: false };
	}
	if (held?.emailKey === key) await tx.deleteAccount(held.accountId);
	const accountId = parseAccountId.parse(randomUUID());
	const { firstName, lastName } = person;
	const company = await tx.workspaceName(identity.workspaceId);
	const address = { email: person.email, key };
	const isMade = await tx.insertAccount({
		accountId,
		address,
		passwordHash,
		firstName,
		lastName,
		company,
		createdAt: now,
	});
	// Another request created it at the same moment. The person tries again and finds it.
	if (!isMade) throw new Error("Two sign-ins made one account at once");
	await tx.confirmAddress(accountId, key, now);
	await tx.insertIdentity(identity, accountId, now);
	return { accountId, isNew: true };
}
