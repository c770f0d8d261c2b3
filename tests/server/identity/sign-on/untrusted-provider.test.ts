import { createHmac, generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, describe, expect, test } from "vitest";
import { API_PATHS } from "#contract/routes.ts";
import { afterFile } from "../../../support/after-file.ts";
import { postJson } from "../../../support/server/accounts.ts";
import { startCompany } from "../../../support/sign-on/company.ts";
import { CLIENT } from "../../../support/sign-on/provider.ts";

const company = await startCompany();
const { provider, person, signIn, toCallback, comeBack, start } = company;
await company.addDomain();
expect((await company.setProvider()).status).toBe(200);
beforeEach(() => {
	provider.state.alter = undefined;
});

/** Something in a private network that nobody listed: it counts who calls. */
const inside = { calls: 0 };
const insideServer = createServer((_request, response) => {
	inside.calls++;
	response.end("{}");
});
await new Promise<void>((resolve) => insideServer.listen(0, "127.0.0.2", resolve));
afterFile(() => new Promise<void>((resolve) => insideServer.close(() => resolve())));
const insideUrl = `http://127.0.0.2:${(insideServer.address() as AddressInfo).port}`;

const failed = (because: string) => ({ status: 303, cookie: "", to: `/auth/login?company=${because}` });
const alterJson =
	(at: string, change: (answer: Record<string, string>) => object) =>
	(path: string, body: string): string =>
		path === at ? JSON.stringify(change(JSON.parse(body))) : body;
const alterToken = (change: (token: string) => string) =>
	alterJson("/token", (answer) => ({ ...answer, id_token: change(answer.id_token ?? "") }));
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const payloadOf = (token: string) => token.split(".")[1] ?? "";

describe("an ID token is refused", () => {
	test("without a signature, which says `alg: none`", async () => {
		const { email } = person();
		provider.state.alter = alterToken((token) => `${encode({ alg: "none" })}.${payloadOf(token)}.`);
		expect(await signIn(email)).toEqual(failed("refused"));
	});

	test("signed with the client secret in place of the provider's key", async () => {
		const { email } = person();
		provider.state.alter = alterToken((token) => {
			const body = `${encode({ alg: "HS256" })}.${payloadOf(token)}`;
			return `${body}.${createHmac("sha256", CLIENT.clientSecret).update(body).digest("base64url")}`;
		});
		expect(await signIn(email)).toEqual(failed("refused"));
	});

	test("with a key that the provider does not publish, until it does: keys change without notice", async () => {
		const { email } = person();
		const { privateKey: key, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
		const withNewKey = alterToken((token) => provider.resign(token, {}, { kid: "two", key }));
		provider.state.alter = withNewKey;
		expect(await signIn(email)).toEqual(failed("refused"));
		const jwk = { ...publicKey.export({ format: "jwk" }), kid: "two", alg: "RS256", use: "sig" };
		provider.state.alter = (path, body) =>
			path === "/jwks" ? JSON.stringify({ keys: [jwk] }) : withNewKey(path, body);
		expect((await signIn(email)).to).toContain("company=done");
		// The old key is gone, and so is what it signs.
		provider.state.alter = (path, body) => (path === "/jwks" ? JSON.stringify({ keys: [jwk] }) : body);
		expect(await signIn(email)).toEqual(failed("refused"));
	});
});

test("what the userinfo endpoint says of somebody else is refused", async () => {
	const { email } = person();
	provider.state.alter = alterJson("/me", (answer) => ({ ...answer, sub: "another" }));
	expect(await signIn(email)).toEqual(failed("refused"));
});

describe("a code", () => {
	test("of one sign-in is worth nothing in another one", async () => {
		const { email } = person();
		const [stolen, own] = [await toCallback(email), await toCallback(email)];
		own.callback.searchParams.set("code", stolen.callback.searchParams.get("code") ?? "");
		expect(await comeBack(own.callback, own.cookie)).toEqual(failed("refused"));
	});

	test("works once, also with the state of a fresh sign-in", async () => {
		const { email } = person();
		const first = await toCallback(email);
		const code = first.callback.searchParams.get("code") ?? "";
		expect((await comeBack(first.callback, first.cookie)).to).toContain("company=done");
		const second = await toCallback(email);
		second.callback.searchParams.set("code", code);
		expect(await comeBack(second.callback, second.cookie)).toEqual(failed("refused"));
	});
});

describe("nothing in a private network is called", () => {
	test("as the issuer that an owner types in", async () => {
		for (const issuer of [insideUrl, "https://10.0.0.1", "https://[fd00::1]", "http://169.254.169.254"]) {
			expect(await company.refusalOf(await company.setProvider({ issuer }))).toMatchObject({
				code: "provider_unavailable",
			});
		}
		expect(inside.calls).toBe(0);
	});

	test.each(["/.well-known/openid-configuration", "/token", "/jwks", "/me"])("after a redirect from %s", async (at) => {
		const { email } = person();
		const redirected = (path: string, body: string) => (path === at ? { redirect: insideUrl + path } : body);
		if (at.startsWith("/.well-known")) {
			provider.state.alter = redirected;
			expect((await start(email)).status).toBe(424);
		} else {
			provider.state.alter = redirected;
			const done = await signIn(email);
			expect(done).toMatchObject({
				status: 303,
				cookie: "",
				to: expect.stringMatching(/company=(refused|unavailable)$/),
			});
		}
		expect(inside.calls).toBe(0);
	});

	test.each(["token_endpoint", "jwks_uri", "userinfo_endpoint"])(
		"as the %s of a configuration that was sound when it was saved",
		async (name) => {
			const { email } = person();
			provider.state.alter = alterJson("/.well-known/openid-configuration", (found) => ({
				...found,
				[name]: `${insideUrl}/x`,
			}));
			expect(await signIn(email)).toEqual(failed("unavailable"));
			expect(inside.calls).toBe(0);
		},
	);
});

test("no address but one of the web is given to the browser", async () => {
	const { email } = person();
	for (const page of ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd"]) {
		provider.state.alter = alterJson("/.well-known/openid-configuration", (found) => ({
			...found,
			authorization_endpoint: page,
		}));
		expect((await postJson(company.server.url, API_PATHS.signOnStart, { email })).status).toBe(424);
	}
});
