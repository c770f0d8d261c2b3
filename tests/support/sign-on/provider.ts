import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

export type Person = Record<string, unknown> & { sub: string };

/** What the proxy in front of the provider does with an answer. `hang`: it never arrives. */
type Alter = (path: string, body: string) => string | "hang" | { redirect: string };

export const CLIENT = { oauthClient: "plumbline", clientSecret: "a secret of the provider's that is long enough" };

const read = async (request: IncomingMessage) => {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk);
	return Buffer.concat(chunks);
};

const page = (uid: string) => `<!doctype html><html lang="en"><title>Acme sign-in</title>
<form method="post" action="/interaction/${uid}"><label>Who are you? <input name="sub" required></label><button>Continue</button></form></html>`;

/**
 * A real OpenID Connect provider (oidc-provider) on loopback. Its users are `people`; `signedIn` skips its login page. `alter` changes
 * answers on their way, for what a sound provider never sends.
 */
export async function startProvider({ redirectUri, port = 0 }: { redirectUri: string; port?: number }) {
	const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
	const people = new Map<string, Person>();
	const state = { signedIn: undefined as string | undefined, alter: undefined as Alter | undefined };
	let provider: Provider | undefined;

	const answer = async (request: IncomingMessage, response: ServerResponse) => {
		if (!provider) throw new Error("The provider has not started");
		const uid = /^\/interaction\/([\w-]+)/.exec(request.url ?? "")?.[1];
		if (uid === undefined) return provider.callback()(request, response);
		const given = request.method === "POST" ? new URLSearchParams((await read(request)).toString()).get("sub") : null;
		const accountId = given ?? state.signedIn;
		if (accountId === undefined) return response.setHeader("Content-Type", "text/html").end(page(uid));
		const result = accountId === "nobody" ? { error: "access_denied" } : { login: { accountId } };
		return provider.interactionFinished(request, response, result);
	};

	const inner = createServer((request, response) => void answer(request, response));
	await new Promise<void>((resolve) => inner.listen(0, "127.0.0.1", resolve));
	const innerUrl = `http://127.0.0.1:${(inner.address() as AddressInfo).port}`;

	const front = createServer(async (request, response) => {
		const path = (request.url ?? "").split("?", 1)[0] ?? "";
		if (!state.alter) return answer(request, response);
		const body = await read(request);
		const headers = new Headers({ "X-Forwarded-Host": request.headers.host ?? "" });
		for (const [name, value] of Object.entries(request.headers)) {
			if (typeof value === "string" && !["host", "connection", "content-length"].includes(name))
				headers.set(name, value);
		}
		const got = await fetch(innerUrl + request.url, {
			method: request.method ?? "GET",
			headers,
			redirect: "manual",
			...(body.length > 0 && { body }),
		});
		const altered = state.alter(path, await got.text());
		if (altered === "hang") return;
		if (typeof altered === "object") return response.writeHead(307, { Location: altered.redirect }).end();
		const location = got.headers.get("location");
		response.writeHead(got.status, {
			"Content-Type": got.headers.get("content-type") ?? "text/plain",
			"Set-Cookie": got.headers.getSetCookie(),
			...(location !== null && { Location: location }),
		});
		response.end(altered);
	});
	await new Promise<void>((resolve) => front.listen(port, "127.0.0.1", resolve));
	const issuer = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;

	provider = new Provider(issuer, {
		clients: [{ client_id: CLIENT.oauthClient, client_secret: CLIENT.clientSecret, redirect_uris: [redirectUri] }],
		jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), kid: "one", alg: "RS256", use: "sig" }] },
		cookies: { keys: ["only for tests"] },
		claims: { openid: ["sub"], email: ["email", "email_verified", "xms_edov"], profile: ["name", "groups"] },
		features: {
			devInteractions: { enabled: false },
			rpInitiatedLogout: {
				// The pages of the package itself load fonts from elsewhere.
				logoutSource: (context, form) => {
					context.body = `<!doctype html><html lang="en"><title>Acme sign-out</title>${form}<button name="logout" value="yes" form="op.logoutForm">Yes, sign out of Acme</button></html>`;
				},
				postLogoutSuccessSource: (context) => {
					context.body = `<!doctype html><html lang="en"><title>Acme</title><p>Signed out of Acme</p></html>`;
				},
			},
		},
		interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
		pkce: { required: () => true },
		findAccount: async (_context, sub) => ({ accountId: sub, claims: async () => people.get(sub) ?? { sub } }),
		// Nobody is asked for consent.
		async loadExistingGrant(context) {
			const { client, session } = context.oidc;
			if (!client || !session?.accountId) return undefined;
			const grant = new context.oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
			grant.addOIDCScope("openid email profile");
			await grant.save();
			return grant;
		},
	});
	provider.proxy = true;

	const close = async () => {
		for (const server of [front, inner]) {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		}
	};
	return { issuer, people, state, close, resign };

	/** The token with other claims, signed with the provider's real key, or with a different key of the same name. */
	function resign(token: string, change: object, other?: { kid: string; key: KeyObject }): string {
		const [given = "", payload = ""] = token.split(".");
		const head = other ? Buffer.from(JSON.stringify({ alg: "RS256", kid: other.kid })).toString("base64url") : given;
		const claims = { ...JSON.parse(Buffer.from(payload, "base64url").toString()), ...change };
		const body = `${head}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`;
		return `${body}.${sign("sha256", Buffer.from(body), other?.key ?? privateKey).toString("base64url")}`;
	}
}
