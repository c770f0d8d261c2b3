import { describe, expect, test } from "vitest";
import { API_PATHS } from "#contract/routes.ts";
import { BusyError, createPasswords, type Passwords } from "#server/accounts/passwords.ts";
import {
	cookiesOf,
	createAccount,
	newAccountAddress,
	PASSWORD,
	postJson,
	registrationOf,
} from "../support/accounts.ts";
import { startTestServer } from "../support/test-server.ts";

const server = await startTestServer({ env: { ROLE: "api", LIMIT_SIGN_IN: "3", TRUST_PROXY: "on" } });
const { pool } = server.database;

/** Tries a password as a client of that address, with whatever cookies. */
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

	test("many at once are no way around the count", async () => {
		const { email } = await createAccount(server);
		const all = await Promise.all(Array.from({ length: 20 }, () => attempt(email, "wrong", "198.51.100.3")));
		expect(all.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(3);
	});

	test("are counted alike for an address that nobody has", async () => {
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
		// From the attacker's very network.
		const owner = await attempt(email, PASSWORD, "203.0.113.1", device);
		expect(owner.status).toBe(204);
		expect(cookiesOf(owner)).not.toContain(device);

		const codeHash = await createPasswords().hash("K7QM2XHB");
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
	const bodies: [string, (email: string) => unknown][] = [
		[API_PATHS.token, (email) => ({ email, password: "wrong" })],
		[API_PATHS.register, (email) => registrationOf(email, "another password")],
		[API_PATHS.confirmEmail, (email) => ({ email, code: "2222-2222" })],
		[API_PATHS.resetPassword, (email) => ({ email, code: "2222-2222", password: "an entirely new one" })],
	];
	for (const [path, body] of bodies) {
		expect([path, await during(path, body(known.email)), await during(path, body(newAccountAddress()))]).toEqual([
			path,
			1,
			1,
		]);
	}
	const path = API_PATHS.forgotPassword;
	expect([await during(path, { email: known.email }), await during(path, { email: newAccountAddress() })]).toEqual([
		0, 0,
	]);
});
