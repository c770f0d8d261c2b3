import type { FastifyReply, FastifyRequest } from "fastify";
import { REMEMBERED_MS } from "../accounts/sessions/session.ts";

/** The two cookies this server sets, both opaque tokens that only it can read anything from. */
export type Cookies = {
	session(request: FastifyRequest): string | undefined;
	/** Says which account a browser was signed in with before; no way in. */
	device(request: FastifyRequest): string | undefined;
	/** Ends with the browser, or lasts when the session is remembered. */
	setSession(reply: FastifyReply, token: string, life: { remembered: boolean }): void;
	setDevice(reply: FastifyReply, token: string): void;
	clearSession(reply: FastifyReply): void;
};

/** Browsers keep no cookie longer than 400 days. */
const DEVICE_SECONDS = 365 * 86_400;
const TOKEN = /^[\w-]{43}$/;

/** `isHttps` is a function: with PORT=0 the public address is known late. */
export function createCookies(isHttps: () => boolean): Cookies {
	// The prefix makes browsers refuse the cookie from anybody but this very host (RFC 6265bis, 4.1.3.2).
	const named = (name: string) => (isHttps() ? `__Host-${name}` : name);

	const read = (request: FastifyRequest, name: string) => {
		const wanted = `${named(name)}=`;
		const pairs = request.headers.cookie?.split(";").map((pair) => pair.trim()) ?? [];
		const value = pairs.find((pair) => pair.startsWith(wanted))?.slice(wanted.length);
		return value !== undefined && TOKEN.test(value) ? value : undefined;
	};
	const set = (reply: FastifyReply, name: string, value: string, seconds?: number) => {
		const parts = [`${named(name)}=${value}`, "Path=/", "HttpOnly", "SameSite=Lax"];
		if (isHttps()) parts.push("Secure");
		if (seconds !== undefined) parts.push(`Max-Age=${seconds}`);
		reply.header("Set-Cookie", parts.join("; "));
	};

	return {
		session: (request) => read(request, "session"),
		device: (request) => read(request, "device"),
		setSession: (reply, token, { remembered }) =>
			remembered ? set(reply, "session", token, REMEMBERED_MS / 1_000) : set(reply, "session", token),
		setDevice: (reply, token) => set(reply, "device", token, DEVICE_SECONDS),
		clearSession: (reply) => set(reply, "session", "", 0),
	};
}
