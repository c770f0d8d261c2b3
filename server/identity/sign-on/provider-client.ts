import {
	allowInsecureRequests,
	authorizationCodeGrant,
	buildAuthorizationUrl,
	buildEndSessionUrl,
	ClientSecretBasic,
	ClientSecretPost,
	Configuration,
	calculatePKCECodeChallenge,
	customFetch,
	discovery,
	enableNonRepudiationChecks,
	fetchUserInfo,
} from "openid-client";
import * as z from "zod/mini";

/** What a provider says about a person. Untrusted: which values count is decided elsewhere (decide.ts). */
export type Claims = { subject: string } & Readonly<Record<string, unknown>>;

export type Client = { issuer: string; clientId: string; clientSecret: string; redirectUri: string };
type ProviderAnswer = { claims: Claims; signOutPage: string | null };
type Checks = { state: string; nonce: string; codeVerifier: string };

type Fetch = (
	url: string,
	options: { method: string; headers: Record<string, string>; body?: unknown; signal?: AbortSignal },
) => Promise<Response>;

/** The limit for each of several calls in a row: nobody waits more than a minute for a login page. */
const SECONDS = 10;

/** Thrown if the provider cannot be reached, or its configuration is not usable. */
export class ProviderUnavailable extends Error {}
/** Thrown if the provider answered, but its answer cannot be trusted or is a refusal. */
export class ProviderRefused extends Error {}

const BASIC = "client_secret_basic";

export type ProviderClient = ReturnType<typeof createProviderClient>;

/** An OpenID Connect client: the code flow with PKCE, state and nonce. Signatures, issuer, audience and times are checked. */
export function createProviderClient(fetchGuarded: Fetch) {
	/** Fetched each time: a provider's keys and addresses change without notice. */
	async function configure({ issuer, clientId, clientSecret }: Client): Promise<Configuration> {
		if (!URL.canParse(issuer)) throw new ProviderUnavailable("The issuer is no address");
		const options = {
			// The fetch decides what may be reached without https: only what the operator lists.
			execute: [allowInsecureRequests],
			[customFetch]: fetchGuarded,
			timeout: SECONDS,
		};
		const found = await discovery(new URL(issuer), clientId, clientSecret, undefined, options).catch(
			(error: unknown) => {
				throw new ProviderUnavailable("The configuration of the provider could not be read", { cause: error });
			},
		);
		const metadata = found.serverMetadata();
		// The library compares addresses and ignores a missing slash at the end. An issuer has to match exactly.
		if (metadata.issuer !== issuer) throw new ProviderUnavailable("The provider calls itself by another issuer");
		const ways = metadata.token_endpoint_auth_methods_supported;
		const auth = (!ways || ways.includes(BASIC) ? ClientSecretBasic : ClientSecretPost)(clientSecret);
		const config = new Configuration(metadata, clientId, clientSecret, auth);
		config.timeout = SECONDS;
		config[customFetch] = fetchGuarded;
		allowInsecureRequests(config);
		enableNonRepudiationChecks(config);
		return config;
	}

	return {
		/** Rejects if a provider cannot be used. */
		async check(client: Client): Promise<void> {
			authorizationPage(await configure(client));
		},

		/** The page of the provider where its users sign in. */
		async begin(client: Client, { state, nonce, codeVerifier }: Checks, email: string): Promise<URL> {
			const config = await configure(client);
			authorizationPage(config);
			return buildAuthorizationUrl(config, {
				redirect_uri: client.redirectUri,
				scope: "openid email profile",
				state,
				nonce,
				code_challenge: await calculatePKCECodeChallenge(codeVerifier),
				code_challenge_method: "S256",
				login_hint: email,
			});
		},

		/**
		 * What it says about the person who came back to `url`, and where that person can sign out again; null if it names no such page.
		 */
		async finish(client: Client, { state, nonce, codeVerifier }: Checks, url: URL): Promise<ProviderAnswer> {
			const config = await configure(client);
			const tokens = await authorizationCodeGrant(config, url, {
				pkceCodeVerifier: codeVerifier,
				expectedState: state,
				expectedNonce: nonce,
				idTokenExpected: true,
			}).catch(failed);
			const claims = tokens.claims();
			if (!claims) throw new ProviderRefused("The provider sent no ID token");
			// A subject shared by everyone would mean one account for everyone.
			if (claims.sub.trim() === "")
				throw new ProviderRefused("The provider does not say who came: its subject is empty");
			// Many providers put the address only there. Its subject has to match the ID token's.
			const more =
				claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined
					? await fetchUserInfo(config, tokens.access_token, claims.sub).catch(failed)
					: {};
			return { claims: { ...more, ...claims, subject: claims.sub }, signOutPage: signOutPage(config) };
		},
	};
}

function authorizationPage(config: Configuration): void {
	if (!isPage(config, config.serverMetadata().authorization_endpoint)) {
		throw new ProviderUnavailable("The provider names no page to sign in");
	}
}

/** No sign-out page has a longer address, and it might not fit into a header. */
const LONGEST_PAGE = 2_000;

/** With our client id at the provider and nothing about the person: the provider asks them whether they want to sign out. */
function signOutPage(config: Configuration): string | null {
	if (!isPage(config, config.serverMetadata().end_session_endpoint)) return null;
	const { href } = buildEndSessionUrl(config, {});
	return href.length <= LONGEST_PAGE ? href : null;
}

/** Where a browser may go: web pages only, no other kind of address. */
function isPage(config: Configuration, page: string | undefined): page is string {
	const secure = new URL(config.serverMetadata().issuer).protocol === "https:";
	const allowed = secure ? ["https:"] : ["https:", "http:"];
	return page !== undefined && URL.canParse(page) && allowed.includes(new URL(page).protocol);
}

const coded = z.object({ code: z.string() });
/** The library's codes: the provider did not answer in time, or not properly. */
const AWAY = ["OAUTH_TIMEOUT", "OAUTH_ABORT"];

function failed(error: unknown): never {
	const code = z.safeParse(coded, error);
	// Errors of the library about an answer have such a code; network errors have another code, or none.
	const said = code.success && code.data.code.startsWith("OAUTH_") && !AWAY.includes(code.data.code);
	if (said) throw new ProviderRefused("The provider’s answer was refused", { cause: error });
	throw new ProviderUnavailable("The provider did not answer", { cause: error });
}
