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

/** One call after the other within this time: more than a minute at a login page is a page that nobody waits for. */
const SECONDS = 10;

/** Thrown where the provider cannot be asked, or its configuration is not usable. */
export class ProviderUnavailable extends Error {}
/** Thrown where the provider answered, and its answer must not be believed, or says no. */
export class ProviderRefused extends Error {}

const BASIC = "client_secret_basic";

export type ProviderClient = ReturnType<typeof createProviderClient>;

/** Speaks OpenID Connect: the code flow with PKCE, state and nonce. Signatures, issuer, audience and times are checked. */
export function createProviderClient(fetchGuarded: Fetch) {
	/** Asked each time: keys and addresses of a provider change without notice. */
	async function configure({ issuer, clientId, clientSecret }: Client): Promise<Configuration> {
		if (!URL.canParse(issuer)) throw new ProviderUnavailable("The issuer is no address");
		const options = {
			// The fetch decides what may be reached without https: what the operator lists, and nothing else.
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
		// The library compares addresses, for which a slash at the end can be missing. An issuer is compared letter by letter.
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
		/** Rejects where a provider cannot be used. */
		async check(client: Client): Promise<void> {
			authorizationPage(await configure(client));
		},

		/** The page of the provider where its people sign in. */
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

		/** What it says of the person who came back to `url`, and where that person can sign out again; null if it names no page. */
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
			// One for everybody would be one account for everybody.
			if (claims.sub.trim() === "")
				throw new ProviderRefused("The provider does not say who came: its subject is empty");
			// Many providers put the address there alone. Its subject has to be the ID token's.
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

/** A longer address is no page that a person signs out at, and may not fit into a header. */
const LONGEST_PAGE = 2_000;

/** With our name at the provider and nothing about the person: the provider asks them whether they want to sign out. */
function signOutPage(config: Configuration): string | null {
	if (!isPage(config, config.serverMetadata().end_session_endpoint)) return null;
	const { href } = buildEndSessionUrl(config, {});
	return href.length <= LONGEST_PAGE ? href : null;
}

/** Where a browser may go: a page of the web, and no other kind of address. */
function isPage(config: Configuration, page: string | undefined): page is string {
	const secure = new URL(config.serverMetadata().issuer).protocol === "https:";
	const allowed = secure ? ["https:"] : ["https:", "http:"];
	return page !== undefined && URL.canParse(page) && allowed.includes(new URL(page).protocol);
}

const coded = z.object({ code: z.string() });
/** Of the library: the provider did not answer in time, or not as one does. */
const AWAY = ["OAUTH_TIMEOUT", "OAUTH_ABORT"];

function failed(error: unknown): never {
	const code = z.safeParse(coded, error);
	// What the library says of an answer has such a code; what the network does has another, or none.
	const said = code.success && code.data.code.startsWith("OAUTH_") && !AWAY.includes(code.data.code);
	if (said) throw new ProviderRefused("The provider’s answer was refused", { cause: error });
	throw new ProviderUnavailable("The provider did not answer", { cause: error });
}
