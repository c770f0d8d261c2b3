import { describe, expect, test } from "vitest";
import { ACCOUNT } from "#contract/requests/headers.ts";
import { API_BASE, API_PATHS, fillPath } from "#contract/routes.ts";
import type { Passwords } from "#server/identity/accounts/passwords/passwords.ts";
import {
	cookiesOf,
	createAccount,
	newAccountAddress,
	PASSWORD,
	postJson,
	registrationOf,
} from "../../../support/server/accounts.ts";
import { quickPasswords } from "../../../support/server/quick-passwords.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const server = await startTestServer({ env: { ROLE: "api", LIMIT_SIGN_IN: "1000" }, parts: { now } });
const { pool } = server.database;

const signIn = (email: string, password: string, headers?: Record<string, string>) =>
	postJson(server.url, API_PATHS.token, { email, password }, headers);
const call = (method: string, path: string, cookie: string, headers: Record<string, string> = {}) =>
	fetch(server.url + API_BASE + path, { method, headers: { Cookie: cookie, ...headers } });
const meStatus = async (cookie: string) => (await call("GET", API_PATHS.me, cookie)).status;
const sessionOf = (cookie: string) => /session=([^;]*)/.exec(cookie)?.[1] ?? "";

describe("signing in", () => {
	test("answers 204 with a session cookie that no script can read, and a device cookie", {
		meta: { acceptance: "S7.12" },
	}, async () => {
		const { email } = await createAccount(server);
		const answer = await signIn(`  ${email.toUpperCase()} `, PASSWORD);
		expect(answer.status).toBe(204);
		expect(await answer.text()).toBe("");
		expect(answer.headers.get("Cache-Control")).toBe("no-store");
		expect(answer.headers.getSetCookie()).toEqual([
			expect.stringMatching(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
			expect.stringMatching(/^device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
		]);
		expect(await meStatus(cookiesOf(answer))).toBe(200);
	});

	test("says the same whatever is wrong", { meta: { acceptance: "S8.07" } }, async () => {
		const { email } = await createAccount(server);
		const answers = await Promise.all([
			signIn(email, "wrong"),
			signIn(email, ` ${PASSWORD}`),
			signIn(newAccountAddress(), PASSWORD),
			signIn("no address", PASSWORD),
			signIn(email, "x".repeat(1_024)),
			signIn("'; DROP TABLE accounts --", "' OR 1=1"),
		]);
		const shapes = await Promise.all(
			answers.map(async (answer) => ({
				status: answer.status,
				body: await answer.text(),
				headers: [...answer.headers].filter(([name]) => !["date", "x-request-id", "request-id"].includes(name)),
			})),
		);
		expect(shapes[0]?.status).toBe(401);
		expect(JSON.parse(shapes[0]?.body ?? "")).toEqual({
			code: "invalid_credentials",
			message: "Invalid email or password",
		});
		const withoutIds = shapes.map(({ headers, ...rest }) => ({
			...rest,
			headers: headers.map(([name, value]) => (/[0-9a-f]{8}-/.test(value) ? name : `${name}: ${value}`)),
		}));
		for (const shape of withoutIds) expect(shape).toEqual(withoutIds[0]);
	});

	test("ends the session that the browser brought along: a planted cookie is worth nothing", async () => {
		const attacker = await createAccount(server);
		const victim = await createAccount(server);
		const planted = attacker.cookie;
		const answer = await signIn(victim.email, PASSWORD, { Cookie: planted });
		const fresh = cookiesOf(answer);
		expect(sessionOf(fresh)).not.toBe(sessionOf(planted));
		expect(await meStatus(planted)).toBe(401);
		expect((await (await call("GET", API_PATHS.me, fresh)).json()).email).toBe(victim.email);
		const made = `session=${"a".repeat(43)}`;
		const again = await signIn(victim.email, PASSWORD, { Cookie: made });
		expect(cookiesOf(again)).not.toContain("a".repeat(43));
		expect(await meStatus(made)).toBe(401);
	});

	test("begins no session if the password was changed while it was being checked", async () => {
		let open = () => {};
		const gate = new Promise<void>((resolve) => {
			open = resolve;
		});
		let toHold = 0;
		const inner = quickPasswords();
		const passwords: Passwords = {
			hash: inner.hash,
			async verify(password, phc) {
				const isRight = await inner.verify(password, phc);
				if (toHold > 0) {
					toHold -= 1;
					await gate;
				}
				return isRight;
			},
		};
		const slow = await startTestServer({ env: { ROLE: "api" }, parts: { passwords } });
		const { email, cookie } = await createAccount(slow);
		toHold = 1;
		const signingIn = postJson(slow.url, API_PATHS.token, { email, password: PASSWORD });
		await until(async () => toHold === 0, "the password was found to be right");
		const given = { current: PASSWORD, password: "an entirely new one" };
		const change = await postJson(slow.url, API_PATHS.changePassword, given, { Cookie: cookie });
		expect(change.ok).toBe(true);
		open();
		expect((await signingIn).status).toBe(401);
	});

	test("works even if the page still has an account whose session is over", async () => {
		const { email, accountId } = await createAccount(server);
		expect((await signIn(email, PASSWORD, { [ACCOUNT]: accountId })).status).toBe(204);
		expect((await signIn(email, PASSWORD, { [ACCOUNT]: "anonymous" })).status).toBe(204);
	});
});

test("behind https the cookies are for this host and this kind of connection alone", async () => {
	const secure = await startTestServer({
		env: { ROLE: "api", PUBLIC_URL: "https://plumbline.example", TRUST_PROXY: "on" },
	});
	const proxied = { "X-Forwarded-Proto": "https", "X-Forwarded-Host": "plumbline.example" };
	const email = newAccountAddress();
	expect((await postJson(secure.url, API_PATHS.register, registrationOf(email), proxied)).status).toBe(201);
	const answer = await postJson(secure.url, API_PATHS.token, { email, password: PASSWORD }, proxied);
	for (const cookie of answer.headers.getSetCookie()) {
		expect(cookie).toMatch(
			/^__Host-(session|device)=[\w-]{43};(?: Max-Age=31536000;)? Path=\/; HttpOnly; Secure; SameSite=Lax$/,
		);
	}
	const me = (cookie: string) =>
		fetch(secure.url + API_BASE + API_PATHS.me, { headers: { ...proxied, Cookie: cookie } });
	expect((await me(cookiesOf(answer))).status).toBe(200);
	expect((await me(cookiesOf(answer).replaceAll("__Host-", ""))).status).toBe(401);
});

test("an account keeps its newest fifty devices", async () => {
	const { email, accountId } = await createAccount(server);
	await pool.query(
		`INSERT INTO known_devices SELECT decode(md5(n::text), 'hex'), $1, now() - n * interval '1 minute'
		 FROM generate_series(1, 60) n`,
		[accountId],
	);
	await signIn(email, PASSWORD);
	expect((await pool.query("SELECT 1 FROM known_devices WHERE account_id = $1", [accountId])).rowCount).toBe(50);
});

describe("a session", () => {
	test("ends after twelve hours without use, and seven days after sign-in", async () => {
		ahead = 0;
		const { cookie } = await createAccount(server);
		ahead = 12 * HOUR - 60_000;
		const used = await call("GET", API_PATHS.me, cookie);
		expect(used.status).toBe(200);
		// Its cookie ends with the browser, and stays that way.
		expect(used.headers.getSetCookie()).toEqual([]);
		ahead = 24 * HOUR - 120_000;
		expect(await meStatus(cookie)).toBe(200);
		ahead += 12 * HOUR + 1_000;
		expect(await meStatus(cookie)).toBe(401);
		ahead = 0;
		const { cookie: busy } = await createAccount(server);
		for (ahead = 0; ahead < 7 * DAY; ahead += 11 * HOUR) expect(await meStatus(busy)).toBe(200);
		ahead = 7 * DAY + 1_000;
		expect(await meStatus(busy)).toBe(401);
		ahead = 0;
	});

	test("that is remembered lasts thirty days from its last use, and its cookie is renewed", async () => {
		const { cookie } = await createAccount(server);
		const remembered = await call("POST", API_PATHS.rememberSession, cookie);
		expect(remembered.status).toBe(204);
		const lasting = `session=${sessionOf(cookie)}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`;
		expect(remembered.headers.getSetCookie()).toEqual([lasting]);
		expect((await call("GET", API_PATHS.me, cookie)).headers.getSetCookie()).toEqual([]);
		ahead = 29 * DAY;
		expect((await call("GET", API_PATHS.me, cookie)).headers.getSetCookie()).toEqual([lasting]);
		ahead = 58 * DAY;
		expect(await meStatus(cookie)).toBe(200);
		ahead = 89 * DAY;
		expect(await meStatus(cookie)).toBe(401);
		ahead = 0;
	});

	test("records its use once a minute at most", async () => {
		const { cookie, accountId } = await createAccount(server);
		const seen = async () =>
			(await pool.query("SELECT last_seen_at FROM sessions WHERE account_id = $1", [accountId])).rows[0].last_seen_at;
		const first = await seen();
		ahead = 30_000;
		await meStatus(cookie);
		expect(await seen()).toEqual(first);
		ahead = 61_000;
		await meStatus(cookie);
		expect((await seen()).getTime()).toBeGreaterThan(first.getTime());
		ahead = 0;
	});

	test("must be requested under its account's name, or is refused before anything else", async () => {
		const [one, two] = [await createAccount(server), await createAccount(server)];
		const answer = await call("GET", API_PATHS.me, one.cookie, { [ACCOUNT]: two.accountId });
		expect({ status: answer.status, code: (await answer.json()).code }).toEqual({ status: 401, code: "other_account" });
		const ignored = await call("GET", API_PATHS.me, one.cookie, { [ACCOUNT]: "anonymous" });
		expect((await ignored.json()).code).toBe("sign_in_required");
		expect((await call("GET", API_PATHS.me, one.cookie, { [ACCOUNT]: one.accountId })).status).toBe(200);
	});
});

describe("signing out", () => {
	test("ends the session on the server and clears the cookie, as often as it is asked for", async () => {
		const { cookie } = await createAccount(server);
		const out = await call("DELETE", API_PATHS.session, cookie);
		expect(out.status).toBe(204);
		expect(out.headers.getSetCookie()).toEqual([
			"session=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax",
		]);
		expect(await meStatus(cookie)).toBe(401);
		expect((await call("DELETE", API_PATHS.session, cookie)).status).toBe(204);
		expect((await call("DELETE", API_PATHS.session, "")).status).toBe(204);
	});

	test("that was requested offline ends nothing that began since, and is answered even if the session is over", async () => {
		const { cookie, email, accountId } = await createAccount(server);
		const later = cookiesOf(await signIn(email, PASSWORD));
		const replayed = await call("DELETE", API_PATHS.session, cookie, { [ACCOUNT]: accountId });
		expect(replayed.status).toBe(204);
		expect((await call("DELETE", API_PATHS.session, cookie, { [ACCOUNT]: accountId })).status).toBe(204);
		expect(await meStatus(later)).toBe(200);
	});

	test("everywhere ends every session", async () => {
		const { cookie, email } = await createAccount(server);
		const other = cookiesOf(await signIn(email, PASSWORD));
		expect((await call("DELETE", API_PATHS.sessions, cookie)).status).toBe(204);
		expect([await meStatus(cookie), await meStatus(other)]).toEqual([401, 401]);
	});
});

describe("the list of sessions", () => {
	test("shows where the account is signed in, and which of them asks", async () => {
		const { cookie, email } = await createAccount(server);
		const agent = "Mozilla/5.0 (Linux; Android 10; K) Chrome/140.0 Mobile Safari/537.36";
		const phone = cookiesOf(await signIn(email, PASSWORD, { "User-Agent": agent }));
		const { sessions } = await (await call("GET", API_PATHS.sessions, phone)).json();
		expect(sessions.map(({ device, current }: { device: string; current: boolean }) => ({ device, current }))).toEqual(
			expect.arrayContaining([
				{ device: "Chrome on Android", current: true },
				{ device: "Unknown device", current: false },
			]),
		);
		expect(Object.keys(sessions[0]).sort()).toEqual([
			"createdAt",
			"current",
			"device",
			"id",
			"lastSeenAt",
			"network",
			"signedInWith",
			"thisNetwork",
		]);
		const mine = sessions.find(({ current }: { current: boolean }) => !current);
		expect((await call("DELETE", fillPath(API_PATHS.sessionById, { sessionId: mine.id }), phone)).status).toBe(204);
		expect(await meStatus(cookie)).toBe(401);
		expect(await meStatus(phone)).toBe(200);
	});

	test("has only the account's sessions: another account's cannot be ended", async () => {
		const [one, two] = [await createAccount(server), await createAccount(server)];
		const { rows } = await pool.query("SELECT id FROM sessions WHERE account_id = $1", [two.accountId]);
		const path = fillPath(API_PATHS.sessionById, { sessionId: rows[0].id });
		const answer = await call("DELETE", path, one.cookie);
		expect({ status: answer.status, code: (await answer.json()).code }).toEqual({ status: 404, code: "not_found" });
		expect(await meStatus(two.cookie)).toBe(200);
		expect((await call("DELETE", fillPath(API_PATHS.sessionById, { sessionId: "%00" }), one.cookie)).status).toBe(400);
	});
});

describe("the profile", () => {
	const patch = (cookie: string, body: unknown) =>
		fetch(server.url + API_BASE + API_PATHS.me, {
			method: "PATCH",
			headers: { Cookie: cookie, "Content-Type": "application/json" },
			body: JSON.stringify(body),
		});

	test("changes only in the fields that are given", async () => {
		const { cookie } = await createAccount(server);
		const answer = await patch(cookie, { company: "  Babbage & Co ", updates: true });
		expect(await answer.json()).toMatchObject({ firstName: "Ada", company: "Babbage & Co", updates: true });
		expect((await (await call("GET", API_PATHS.me, cookie)).json()).company).toBe("Babbage & Co");
		expect((await patch(cookie, {})).status).toBe(200);
	});

	test("refuses unknown, empty and wrong fields", async () => {
		const { cookie } = await createAccount(server);
		for (const body of [
			{ firstName: " " },
			{ emailConfirmed: true },
			{ email: "x@example.org" },
			{ company: 7 },
			[],
			null,
		]) {
			expect((await patch(cookie, body)).status).toBe(400);
		}
		expect((await patch("", { company: "x" })).status).toBe(401);
	});
});
