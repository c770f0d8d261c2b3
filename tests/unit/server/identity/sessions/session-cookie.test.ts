import Fastify, { type FastifyReply } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import type { FoundSession } from "#server/identity/sessions/found-session.ts";
import { addSessions } from "#server/identity/sessions/read-session.ts";
import { addCookies, type Cookies } from "#server/identity/sessions/session-cookie.ts";

const TOKEN = "t".repeat(43);
const OTHER = "o".repeat(43);

function appWith({ isHttps }: { isHttps: boolean }) {
	const app = Fastify();
	onTestFinished(() => app.close());
	return { app, cookies: addCookies(app, () => isHttps) };
}

/** The session token read from a request with this `Cookie` header. */
async function readFrom(cookie: string, { isHttps = false } = {}): Promise<string | undefined> {
	const { app, cookies } = appWith({ isHttps });
	app.get("/", async (request) => ({ token: cookies.session(request) }));
	const { token } = (await app.inject({ url: "/", headers: { cookie } })).json();
	return token;
}

/** The cookies set in a response. */
async function setBy(set: (cookies: Cookies, reply: FastifyReply) => void, { isHttps = false } = {}) {
	const { app, cookies } = appWith({ isHttps });
	app.get("/", async (_request, reply) => {
		set(cookies, reply);
		return reply.code(204).send();
	});
	return [(await app.inject("/")).headers["set-cookie"] ?? []].flat();
}

describe("the cookies", () => {
	test("are for this host, this connection and no script on https", async () => {
		const isHttps = true;
		expect(
			await setBy((cookies, reply) => cookies.setSession(reply, TOKEN, { remembered: false }), { isHttps }),
		).toEqual([`__Host-session=${TOKEN}; Path=/; HttpOnly; Secure; SameSite=Lax`]);
		expect(await setBy((cookies, reply) => cookies.setDevice(reply, TOKEN), { isHttps })).toEqual([
			`__Host-device=${TOKEN}; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax`,
		]);
		expect(await setBy((cookies, reply) => cookies.clearSession(reply), { isHttps })).toEqual([
			"__Host-session=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax",
		]);
	});

	test("have plain names on http, where browsers would refuse the others", async () => {
		expect(await setBy((cookies, reply) => cookies.setDevice(reply, TOKEN))).toEqual([
			`device=${TOKEN}; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax`,
		]);
	});

	test("last thirty days when the session is remembered", async () => {
		expect(await setBy((cookies, reply) => cookies.setSession(reply, TOKEN, { remembered: true }))).toEqual([
			`session=${TOKEN}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`,
		]);
	});

	test("are both set in one response", async () => {
		const both = await setBy((cookies, reply) => {
			cookies.setSession(reply, TOKEN, { remembered: false });
			cookies.setDevice(reply, OTHER);
		});
		expect(both.map((cookie) => cookie.split(";")[0])).toEqual([`session=${TOKEN}`, `device=${OTHER}`]);
	});

	test("are found among others, by their whole name", async () => {
		expect(await readFrom(`a=b; session=${TOKEN};c=d`)).toBe(TOKEN);
		expect(await readFrom(`xsession=${TOKEN}`)).toBeUndefined();
		expect(await readFrom(`SESSION=${TOKEN}`)).toBeUndefined();
		expect(await readFrom(`__Host-session=${TOKEN}`)).toBeUndefined();
	});

	test("are read with their prefix only on https: any page below our domain can set one without it", async () => {
		const isHttps = true;
		expect(await readFrom(`session=${TOKEN}`, { isHttps })).toBeUndefined();
		expect(await readFrom(`session=${OTHER}; __Host-session=${TOKEN}`, { isHttps })).toBe(TOKEN);
		expect(await readFrom(`__host-session=${TOKEN}`, { isHttps })).toBeUndefined();
		expect(await readFrom(`=__Host-session=${TOKEN}`, { isHttps })).toBeUndefined();
		// Servers that strip Unicode spaces would read this one, which browsers let other hosts set.
		expect(await readFrom(`\u{2000}__Host-session=${TOKEN}`, { isHttps })).toBeUndefined();
	});

	test("count once: the first of two with the same name, even when it is nothing", async () => {
		expect(await readFrom(`session=${TOKEN}; session=${OTHER}`)).toBe(TOKEN);
		expect(await readFrom(`session=; session=${TOKEN}`)).toBeUndefined();
		expect(await readFrom(`session=short; session=${TOKEN}`)).toBeUndefined();
	});

	test.each([
		"",
		"session",
		"session=",
		"session=short",
		`session=${TOKEN}x`,
		`session="${TOKEN}"`,
		"session=%00",
		`session=${TOKEN}%00`,
		`session=${TOKEN}%3B`,
		`session=%E0%A4%A${TOKEN}`,
		`session=%${TOKEN.slice(1)}`,
		`sess%69on=${TOKEN}`,
		"__proto__=x; constructor=y",
		";;=;",
	])("are nothing in %j", async (cookie) => {
		expect(await readFrom(cookie)).toBeUndefined();
	});
});

describe("a remembered session whose cookie is due", () => {
	const now = new Date("2026-11-22T12:00:00Z");
	const DAY = 86_400_000;

	async function cookiesAfter(handler: (cookies: Cookies, reply: FastifyReply) => void) {
		const { app, cookies } = appWith({ isHttps: false });
		const readSession = addSessions(app, {
			tokens: { find: async () => undefined, touch: async () => {} },
			cookies,
			now: () => now,
			store: {
				async findSession() {
					return {
						id: "session-1",
						accountId: "account-1",
						device: "a phone",
						email: "a@example.com",
						emailConfirmed: true,
						remembered: true,
						createdAt: new Date(now.getTime() - 2 * DAY),
						lastSeenAt: new Date(now.getTime() - DAY),
						provedAt: now,
					} as FoundSession;
				},
				async touchSession() {},
			},
		});
		app.get("/", async (request, reply) => {
			await readSession(request);
			handler(cookies, reply);
			return reply.code(204).send();
		});
		const answer = await app.inject({ url: "/", headers: { cookie: `session=${TOKEN}` } });
		return [answer.headers["set-cookie"] ?? []].flat();
	}

	test("gets it again", async () => {
		expect(await cookiesAfter(() => {})).toEqual([`session=${TOKEN}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`]);
	});

	test("does not get it over the one that the call itself sets or clears", async () => {
		const set = await cookiesAfter((cookies, reply) => cookies.setSession(reply, OTHER, { remembered: true }));
		expect(set).toEqual([expect.stringContaining(`session=${OTHER};`)]);
		const cleared = await cookiesAfter((cookies, reply) => cookies.clearSession(reply));
		expect(cleared).toEqual([expect.stringMatching(/^session=; Max-Age=0;/)]);
	});
});
