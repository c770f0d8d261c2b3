import type { FastifyReply, FastifyRequest } from "fastify";
import { describe, expect, test } from "vitest";
import { createCookies } from "#server/http/session-cookie.ts";

const TOKEN = "t".repeat(43);
const asked = (cookie: string) => ({ headers: { cookie } }) as FastifyRequest;

/** The cookies set on an answer. */
function setBy(set: (reply: FastifyReply) => void): string[] {
	const headers: string[] = [];
	set({ header: (_name: string, value: string) => headers.push(value) } as unknown as FastifyReply);
	return headers;
}

describe("the cookies", () => {
	const https = createCookies(() => true);
	const http = createCookies(() => false);

	test("are for this host, this connection and no script on https", () => {
		expect(setBy((reply) => https.setSession(reply, TOKEN, { remembered: false }))).toEqual([
			`__Host-session=${TOKEN}; Path=/; HttpOnly; SameSite=Lax; Secure`,
		]);
		expect(setBy((reply) => https.clearSession(reply))).toEqual([
			"__Host-session=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0",
		]);
	});

	test("have plain names on http, where browsers would refuse the others", () => {
		expect(setBy((reply) => http.setDevice(reply, TOKEN))).toEqual([
			`device=${TOKEN}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000`,
		]);
	});

	test("last thirty days when the session is remembered", () => {
		expect(setBy((reply) => http.setSession(reply, TOKEN, { remembered: true }))[0]).toContain("Max-Age=2592000");
	});

	test("are found among others, by their whole name", () => {
		expect(http.session(asked(`a=b; session=${TOKEN};c=d`))).toBe(TOKEN);
		expect(http.session(asked(`xsession=${TOKEN}`))).toBeUndefined();
		expect(https.session(asked(`session=${TOKEN}`))).toBeUndefined();
		expect(https.session(asked(`session=x; __Host-session=${TOKEN}`))).toBe(TOKEN);
	});

	test.each([
		"",
		"session",
		"session=",
		"session=short",
		`session=${TOKEN}x`,
		`session="${TOKEN}"`,
		"session=%00",
		";;=;",
	])("are nothing in %j", (cookie) => {
		expect(http.session(asked(cookie))).toBeUndefined();
	});
});
