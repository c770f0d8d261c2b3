import type {
	Passkey,
	PasskeyAssertion,
	PasskeyCreation,
	PasskeyList,
	PasskeyRequest,
} from "#contract/accounts/passkeys.ts";
import { API_BASE, API_PATHS, fillPath } from "#contract/routes.ts";
import { cookiesOf } from "../server/accounts.ts";
import { createAuthenticator, type Oddity, type SoftwarePasskey } from "./authenticator.ts";

/** The address that a test server says it has. */
export const publicOrigin = (url: string) => `http://localhost:${new URL(url).port}`;

/** A browser with a cookie jar and an authenticator, at a server’s public address. */
export function openPasskeyBrowser({ url }: { url: string }, cookie = "", from = "198.51.100.1") {
	const jar = new Map(cookie.split("; ").map((pair) => [pair.split("=")[0] ?? "", pair]));
	const authenticator = createAuthenticator({ origin: publicOrigin(url), rpId: "localhost" });

	async function call(method: string, path: string, body?: unknown): Promise<Response> {
		const answer = await fetch(url + API_BASE + path, {
			method,
			headers: {
				...(body !== undefined && { "Content-Type": "application/json" }),
				Cookie: [...jar.values()].join("; "),
				"X-Forwarded-For": from,
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		for (const pair of cookiesOf(answer).split("; ")) if (pair !== "") jar.set(pair.split("=")[0] ?? "", pair);
		return answer;
	}
	/** What a new sign-in has to sign. */
	const ask = async (): Promise<PasskeyRequest> => (await call("POST", API_PATHS.tokenPasskeyOptions)).json();
	const send = (assertion: PasskeyAssertion) => call("POST", API_PATHS.tokenPasskey, assertion);
	const begin = () => call("POST", API_PATHS.passkeyOptions);
	const prove = (assertion: PasskeyAssertion) => call("POST", API_PATHS.passkeyProof, assertion);

	return {
		call,
		ask,
		send,
		begin,
		prove,
		cookie: (name: string) => jar.get(name),
		forget: (name: string) => jar.delete(name),
		make: (creation: PasskeyCreation, oddity?: Oddity) => authenticator.create(creation, oddity),
		keep: (made: Pick<SoftwarePasskey, "addition">, name = "My phone") =>
			call("POST", API_PATHS.passkeys, { name, ...made.addition }),
		/** Adds a passkey to the account that is signed in. */
		async add(oddity: Oddity & { name?: string } = {}): Promise<SoftwarePasskey & { kept: Passkey }> {
			const made = authenticator.create(await (await begin()).json(), oddity);
			const answer = await call("POST", API_PATHS.passkeys, { name: oddity.name ?? "My phone", ...made.addition });
			if (answer.status !== 201) throw new Error(`No passkey was added: ${answer.status} ${await answer.text()}`);
			return { ...made, kept: await answer.json() };
		},
		signIn: async (passkey: SoftwarePasskey, oddity?: Oddity) => send(passkey.sign(await ask(), oddity)),
		list: async (): Promise<PasskeyList> => (await call("GET", API_PATHS.passkeys)).json(),
		rename: (id: string, name: string) => call("PATCH", fillPath(API_PATHS.passkey, { passkeyId: id }), { name }),
		remove: (id: string) => call("DELETE", fillPath(API_PATHS.passkey, { passkeyId: id })),
	};
}
