import { waitText } from "#contract/format/duration.ts";
import { newToken, tokenHash } from "#server/platform/keys/tokens.ts";
import { type Refusal, refuse } from "#server/platform/refusals/refusal.ts";
import { callCounter } from "../accounts/limits.ts";
import type { AccountStore } from "../accounts/store/account-store.ts";
import { ATTEMPT_MS } from "../sessions/cookie-lives.ts";
import { domainOf } from "./decide.ts";
import type { Provider } from "./provider.ts";
import { type Client, ProviderUnavailable } from "./provider-client.ts";
import type { SignOnDeps } from "./sign-on-deps.ts";

type Beginning = { email: string; nextPath: string; client: string };

const NO_PROVIDER = refuse(
	"not_found",
	"No company sign-in is set up for this address. Sign in with your password, or ask an owner of your workspace.",
);
export const PROVIDER_AWAY = refuse(
	"provider_unavailable",
	"Your company’s sign-in page can’t be reached right now. Nothing was changed. Please try again in a few minutes. Owners can sign in with their password.",
);

/** Where the browser has to go, and what it has to bring back. */
export async function beginSignOn(
	deps: SignOnDeps & { accounts: Pick<AccountStore, "takePoint"> },
	{ email, nextPath, client }: Beginning,
): Promise<{ ok: true; url: string; browserToken: string } | Refusal> {
	const { store, limits, now } = deps;
	const room = await deps.accounts.takePoint({ ...callCounter("codes", client, limits), what: "sign-on" });
	if (!room.ok) {
		const { retryAfter } = room;
		const message = `There were many sign-ins from your network. Please try again in ${waitText(retryAfter)}.`;
		return refuse("rate_limited", message, { scope: "entry", retryAfter });
	}
	const provider = await store.providerOf(domainOf(email));
	if (!provider) return NO_PROVIDER;
	const known = clientOf(deps, provider);
	if (!known) return PROVIDER_AWAY;
	const [state, nonce, codeVerifier, browserToken] = [newToken(), newToken(), newToken(), newToken()];
	try {
		const url = await deps.client.begin(known, { state, nonce, codeVerifier }, email);
		const expiresAt = new Date(now().getTime() + ATTEMPT_MS);
		const { workspaceId } = provider;
		const attempt = { workspaceId, browserHash: tokenHash(browserToken), codeVerifier, nonce, nextPath, expiresAt };
		await store.insertAttempt(tokenHash(state), attempt);
		return { ok: true, url: url.href, browserToken };
	} catch (error) {
		if (error instanceof ProviderUnavailable) return PROVIDER_AWAY;
		throw error;
	}
}

/** Our client credentials at a provider. Undefined if its secret cannot be decrypted. */
export function clientOf(
	{ box, redirectUri }: Pick<SignOnDeps, "box" | "redirectUri">,
	{ workspaceId, issuer, clientId, sealedSecret }: Provider,
): Client | undefined {
	const clientSecret = box?.open(sealedSecret, workspaceId)?.toString("utf8");
	return clientSecret === undefined ? undefined : { issuer, clientId, clientSecret, redirectUri: redirectUri() };
}
