import { describe, expect, test } from "vitest";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { createPasswords, type Passwords } from "#server/identity/accounts/passwords/passwords.ts";
import { BusyError } from "#server/platform/turns/in-turn.ts";
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

const server = await startTestServer({
	env: { ROLE: "api", LIMIT_SIGN_IN: "3", TRUST_PROXY: "on" },
	parts: { passwords: quickPasswords() },
});
const { pool } = server.database;

/** Tries a password as a client of that address, with any cookies. */
const attempt = async (email: string, password: string, from: string, cookie = "") => {
	const headers = { "X-Forwarded-For": from, Cookie: cookie };
	return postJson(server.url, API_PATHS.token, { email, password }, headers);
};
const statuses = async (times: number, ask: (i: number) => Promise<Response>) => {
	const found: number[] = [];
	for (let i = 0; i < times; i++) found.push((await ask(i)).status);
	return found;
};

describe("wrong passwords", () => {
	test("from one network for one account are refused after a few, with the wait, also when the next is right", async () => {
		const { email } = await createAccount(server);
		const from = "198.51.100.1";
		expect(await statuses(4, () => attempt(email, "wrong", from))).toEqual([401, 401, 401, 429]);
		const refused = await attempt(email, PASSWORD, from);
		const { code, message, details } = await refused.json();
		expect({ code, scope: details.scope }).toEqual({ code: "rate_limited", scope: "entry" });
		expect(message).toContain("15 minutes");
		expect(refused.headers.get("Retry-After")).toBe(String(details.retryAfter));
		expect((await attempt(email, PASSWORD, "198.51.100.2")).status).toBe(204);
	});

	test("cannot get around the count by coming all at once", async () => {
		const { email } = await createAccount(server);
		const all = await Promise.all(Array.from({ length: 20 }, () => attempt(email, "wrong", "198.51.100.3")));
		expect(all.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(3);
	});

	test("are counted the same way for an address without an account", async () => {
		const email = newAccountAddress();
		expect(await statuses(4, () => attempt(email, "wrong", "198.51.100.4"))).toEqual([401, 401, 401, 429]);
	});

	test("for many accounts from one network are refused in the end", async () => {
		const found = await statuses(31, () => attempt(newAccountAddress(), "wrong", "198.51.100.5"));
		expect(found.slice(0, 30).every((status) => status === 401)).toBe(true);
		expect(found[30]).toBe(429);
	});

	test("do not add up with right ones", async () => {
		const { email } = await createAccount(server);
		expect(await statuses(6, () => attempt(email, PASSWORD, "198.51.100.6"))).toEqual(Array(6).fill(204));
	});
});

describe("an account under attack from everywhere", () => {
	test("stays open for the device that its owner has used before, and through the mailbox for others", async () => {
		const { email, cookie } = await createAccount(server);
		const device = cookie.split("; ").find((pair) => pair.startsWith("device=")) ?? "";
		const found = await statuses(33, (i) => attempt(email, "wrong", `203.0.113.${i}`));
		expect(found.slice(30)).toEqual([429, 429, 429]);
		expect((await attempt(email, PASSWORD, "192.0.2.1")).status).toBe(429);
		// From the attacker's own network.
		const owner = await attempt(email, PASSWORD, "203.0.113.1", device);
		expect(owner.status).toBe(204);
		expect(cookiesOf(owner)).not.toContain(device);

		const codeHash = await quickPasswords().hash("K7QM2XHB");
		await pool.query(
			`INSERT INTO account_codes (account_id, purpose, email_key, code_hash, created_at, expires_at)
			 SELECT id, 'reset', email_key, $2, now(), now() + interval '5 min' FROM accounts WHERE email = $1`,
			[email, codeHash],
		);
		const password = "an entirely new one";
		const reset = await postJson(server.url, API_PATHS.resetPassword, { email, code: "K7QM-2XHB", password });
		const fresh = cookiesOf(reset);
		await statuses(33, (i) => attempt(email, "wrong", `203.0.113.${i}`));
		expect((await attempt(email, password, "192.0.2.2")).status).toBe(429);
		expect((await attempt(email, password, "192.0.2.2", fresh)).status).toBe(204);
	});

	test("is not opened by another account's device, an invented one, or more tries than a device has", async () => {
		const [victim, attacker] = [await createAccount(server), await createAccount(server)];
		const deviceOf = (cookie: string) => cookie.split("; ").find((pair) => pair.startsWith("device=")) ?? "";
		await statuses(31, (i) => attempt(victim.email, "wrong", `203.0.113.${i + 100}`));
		for (const device of [deviceOf(attacker.cookie), `device=${"a".repeat(43)}`]) {
			expect((await attempt(victim.email, PASSWORD, "192.0.2.3", device)).status).toBe(429);
		}
		const stolen = deviceOf(victim.cookie);
		expect(await statuses(4, () => attempt(victim.email, "wrong", "192.0.2.4", stolen))).toEqual([401, 401, 401, 429]);
	});
});

test("the password of an open session cannot be tried out", async () => {
	const { cookie } = await createAccount(server);
	const change = (current: string) =>
		postJson(server.url, API_PATHS.changePassword, { current, password: "an entirely new one" }, { Cookie: cookie });
	expect(await statuses(4, () => change("wrong"))).toEqual([400, 400, 400, 429]);
	expect((await change(PASSWORD)).status).toBe(429);
});

test("more passwords at once than can be checked are turned away with a wait", async () => {
	const passwords: Passwords = {
		hash: () => Promise.reject(new BusyError("busy")),
		verify: () => Promise.reject(new BusyError("busy")),
	};
	const busy = await startTestServer({ env: { ROLE: "api" }, parts: { passwords } });
	const answer = await postJson(busy.url, API_PATHS.token, { email: newAccountAddress(), password: PASSWORD });
	expect({ status: answer.status, code: (await answer.json()).code }).toEqual({ status: 503, code: "unavailable" });
	expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
});

describe("right passwords", () => {
	test("of one network that come all at once are let in a few at a time, with the wait; others sign in meanwhile", async () => {
		let open = () => {};
		const gate = new Promise<void>((resolve) => {
			open = resolve;
		});
		let isHolding = false;
		let held = 0;
		const inner = quickPasswords();
		const passwords: Passwords = {
			hash: inner.hash,
			async verify(password, phc) {
				held += 1;
				if (isHolding) await gate;
				return inner.verify(password, phc);
			},
		};
		const env = { ROLE: "api", TRUST_PROXY: "on" };
		const crowded = await startTestServer({ env, parts: { passwords } });
		const accounts = [];
		for (let i = 0; i < 5; i++) accounts.push(await createAccount(crowded, { from: "198.51.100.10" }));
		const signIn = (email: string, from: string) =>
			postJson(crowded.url, API_PATHS.token, { email, password: PASSWORD }, { "X-Forwarded-For": from });
		isHolding = true;
		held = 0;
		const emails = accounts.map(({ email }) => email);
		const flood = Array.from({ length: 230 }, (_, i) => signIn(emails[i % 4] ?? "", "198.51.100.10"));
		const settled: Response[] = [];
		for (const answer of flood) void answer.then((response) => settled.push(response));
		await until(async () => settled.length === 230 - 24, "all but those who are let in are answered");
		for (const response of settled) {
			const { code, details } = await response.json();
			expect({ status: response.status, code }).toEqual({ status: 429, code: "rate_limited" });
			expect(["client", "entry"]).toContain(details.scope);
			expect(response.headers.get("Retry-After")).toBe(String(details.retryAfter));
		}
		await until(async () => held === 2, "two passwords are being checked");
		const elsewhere = signIn(emails[4] ?? "", "198.51.100.11");
		open();
		const answers = await Promise.all(flood);
		expect((await elsewhere).status).toBe(204);
		expect(answers.filter(({ status }) => status === 204)).toHaveLength(24);
	});

	test("leave the newest 50 sessions of an account; the others are ended, the oldest first", async () => {
		const { accountId, cookie, email } = await createAccount(server);
		const isAlive = async () =>
			(await fetch(server.url + API_BASE + API_PATHS.me, { headers: { Cookie: cookie } })).status === 200;
		await pool.query("UPDATE sessions SET created_at = now() - interval '1 hour' WHERE account_id = $1", [accountId]);
		await pool.query(
			`INSERT INTO sessions (id, token_hash, account_id, device, created_at, last_seen_at)
			 SELECT gen_random_uuid(), sha256($2 || i::text::bytea), $1, 'Unknown device', now() - i * interval '1 s', now()
			 FROM generate_series(1, 49) i`,
			[accountId, Buffer.from(accountId)],
		);
		expect(await isAlive()).toBe(true);
		expect((await attempt(email, PASSWORD, "198.51.100.12")).status).toBe(204);
		expect((await pool.query("SELECT 1 FROM sessions WHERE account_id = $1", [accountId])).rowCount).toBe(50);
		expect(await isAlive()).toBe(false);
	});
});

test("whether an address has an account does not show in the work either", async () => {
	const inner = createPasswords();
	let computed = 0;
	const passwords: Passwords = {
		hash(...given) {
			computed += 1;
			return inner.hash(...given);
		},
		verify(...given) {
			computed += 1;
			return inner.verify(...given);
		},
	};
	const counting = await startTestServer({ env: { ROLE: "api" }, parts: { passwords } });
	const known = await createAccount(counting);
	const during = async (path: string, body: unknown) => {
		computed = 0;
		await postJson(counting.url, path, body);
		return computed;
	};
	const unconfirmed = await createAccount(counting, { confirmed: false });
	const bodies: [path: string, work: number, body: (email: string) => unknown][] = [
		[API_PATHS.token, 1, (email) => ({ email, password: "wrong" })],
		[API_PATHS.resetPassword, 1, (email) => ({ email, code: "2222-2222", password: "an entirely new one" })],
		// One hash for the new account and one to compare: the registration replaces an unconfirmed account.
		[API_PATHS.register, 2, (email) => registrationOf(email, "another password")],
	];
	for (const [path, work, body] of bodies) {
		for (const email of [known.email, unconfirmed.email, newAccountAddress()]) {
			expect([path, await during(path, body(email))]).toEqual([path, work]);
		}
	}
	const path = API_PATHS.forgotPassword;
	expect([await during(path, { email: known.email }), await during(path, { email: newAccountAddress() })]).toEqual([
		0, 0,
	]);
});
