import fastifyCookie from "@fastify/cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ATTEMPT_MS, CHALLENGE_MS, PENDING_MS } from "./cookie-lives.ts";
import { REMEMBERED_MS } from "./session.ts";

/** The cookies that this server sets for accounts. All are opaque tokens that only the server can interpret. */
export type Cookies = {
	session(request: FastifyRequest): string | undefined;
	/** Says which account a browser was signed in with before. It does not sign anyone in. */
	device(request: FastifyRequest): string | undefined;
	/** Names a sign-in that waits for a second factor. */
	pending(request: FastifyRequest): string | undefined;
	/** Ends with the browser, or persists if the session is remembered. */
	setSession(reply: FastifyReply, token: string, life: { remembered: boolean }): void;
	setDevice(reply: FastifyReply, token: string): void;
	setPending(reply: FastifyReply, token: string): void;
	clearSession(reply: FastifyReply): void;
	clearPending(reply: FastifyReply): void;
	/** Identifies the browser that started a sign-in through a company. Ends with that sign-in. */
	signOn(request: FastifyRequest): string | undefined;
	setSignOn(reply: FastifyReply, token: string): void;
	clearSignOn(reply: FastifyReply): void;
	/** Identifies the browser that asked for a passkey challenge. */
	passkey(request: FastifyRequest): string | undefined;
	setPasskey(reply: FastifyReply, token: string): void;
};

/** Browsers keep no cookie longer than 400 days. */
const DEVICE_SECONDS = 365 * 86_400;
const TOKEN = /^[\w-]{43}$/;

/** `isHttps` is a function because with PORT=0 the public address is only known after listening. */
export function addCookies(app: FastifyInstance, isHttps: () => boolean): Cookies {
	app.register(fastifyCookie);

	// Browsers accept a cookie with this prefix only from exactly this host (RFC 6265bis, 4.1.3.2).
	const named = (name: string) => (isHttps() ? `__Host-${name}` : name);
	const attributes = () => ({ path: "/", httpOnly: true, sameSite: "lax", secure: isHttps() }) as const;

	const read = (request: FastifyRequest, name: string) => {
		const value = request.cookies[named(name)];
		return value !== undefined && TOKEN.test(value) ? value : undefined;
	};

	return {
		session: (request) => read(request, "session"),
		device: (request) => read(request, "device"),
		pending: (request) => read(request, "pending"),
		setSession(reply, token, { remembered }) {
			reply.setCookie(named("session"), token, {
				...attributes(),
				...(remembered && { maxAge: REMEMBERED_MS / 1_000 }),
			});
		},
		setDevice(reply, token) {
			reply.setCookie(named("device"), token, { ...attributes(), maxAge: DEVICE_SECONDS });
		},
		setPending(reply, token) {
			reply.setCookie(named("pending"), token, { ...attributes(), maxAge: PENDING_MS / 1_000 });
		},
		clearPending(reply) {
			reply.clearCookie(named("pending"), attributes());
		},
		clearSession(reply) {
			reply.clearCookie(named("session"), attributes());
		},
		signOn: (request) => read(request, "sign-on"),
		setSignOn(reply, token) {
			reply.setCookie(named("sign-on"), token, { ...attributes(), maxAge: ATTEMPT_MS / 1_000 });
		},
		clearSignOn(reply) {
			reply.clearCookie(named("sign-on"), attributes());
		},
		passkey: (request) => read(request, "passkey"),
		setPasskey(reply, token) {
			reply.setCookie(named("passkey"), token, { ...attributes(), maxAge: CHALLENGE_MS / 1_000 });
		},
	};
}
