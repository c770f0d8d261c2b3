import { describe, expect, test } from "vitest";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { SUBJECTS, startAccountServer } from "../../../support/server/account-server.ts";
import {
	codeIn,
	cookiesOf,
	createAccount,
	newAccountAddress,
	PASSWORD,
	postJson,
	registrationOf,
} from "../../../support/server/accounts.ts";
import { startTestServer } from "../../../support/server/test-server.ts";

const { server, pool, signIn, mailOf, codeOf, count, mailed } = await startAccountServer();

const register = (body: unknown, headers?: Record<string, string>) =>
	postJson(server.url, API_PATHS.register, body, headers);

describe("a registration", () => {
	test("makes an account that can sign in at once, with its address unconfirmed", {
		meta: { acceptance: "S7.13" },
	}, async () => {
		const email = newAccountAddress();
		const made = await register(registrationOf(email));
		expect(made.status).toBe(201);
		expect(Object.keys(await made.json())).toEqual(["registration"]);
		expect(made.headers.getSetCookie()).toEqual([]);
		const signedIn = await signIn(email, PASSWORD);
		const me = await fetch(server.url + API_BASE + API_PATHS.me, { headers: { Cookie: cookiesOf(signedIn) } });
		expect(await me.json()).toEqual({
			accountId: expect.stringMatching(/^[0-9a-f-]{36}$/),
			email,
			emailConfirmed: false,
			pendingEmail: null,
			firstName: "Ada",
			lastName: "Lovelace",
			company: "Analytical Engines",
			updates: false,
			operator: false,
			createdAt: expect.stringMatching(/Z$/),
		});
	});

	test("keeps neither the password nor a code nor a token in the database", async () => {
		const email = newAccountAddress();
		const password = "a password no one stores 7";
		const { registration } = await (await register(registrationOf(email, password))).json();
		const code = await codeOf(email, SUBJECTS.confirm);
		const cookie = cookiesOf(await postJson(server.url, API_PATHS.token, { email, password }));
		const tables = ["accounts", "sessions", "known_devices", "account_codes", "registrations", "pgboss.job"];
		const rows = await Promise.all(tables.map((table) => pool.query(`SELECT t::text FROM ${table} t`)));
		const everything = rows.flatMap((found) => found.rows.map(({ t }) => t)).join("\n");
		const secrets = [
			password,
			registration,
			code,
			code.replace("-", ""),
			...cookie.split(/; |=/).filter((part) => part.length === 43),
		];
		expect(secrets).toHaveLength(6);
		for (const secret of secrets) {
			expect(secret).not.toBe("");
			expect(everything).not.toContain(secret);
		}
	});

	test("emails a code and a link that does nothing by itself, and nothing a visitor wrote", async () => {
		const email = newAccountAddress();
		const names = { first_name: "Click http://evil.example", last_name: "<b>now</b>", company: "or\u202Eelse" };
		await register({ ...registrationOf(email), ...names });
		const mail = await mailOf(email, SUBJECTS.confirm);
		expect(mail).not.toMatch(/evil|<b>now|else/);
		const code = codeIn(mail);
		const link = /http\S+confirm\S+/.exec(mail)?.[0] ?? "";
		expect(link).toBe(`${server.publicUrl}/auth/confirm?email=${encodeURIComponent(email)}#code=${code}`);
		await fetch(link.replace(server.publicUrl, server.url));
		const { rows } = await pool.query("SELECT email_confirmed_at FROM accounts WHERE email = $1", [email]);
		expect(rows[0].email_confirmed_at).toBeNull();
		expect(mail).not.toContain("List-Unsubscribe");
	});

	test("S5 says what is wrong with each field: the first as the message, all in the details", async () => {
		const good = registrationOf(newAccountAddress());
		const messageOf = async (change: Record<string, unknown>) => {
			const response = await register({ ...good, ...change });
			expect(response.status).toBe(400);
			const { code, message, details } = await response.json();
			expect(code).toBe("invalid_body");
			expect(details.fields[0].message).toBe(message);
			return `${details.fields[0].field} ${message}`;
		};
		expect(await messageOf({ email: "" })).toBe("/email Email is required");
		expect(await messageOf({ email: "ada@example" })).toBe("/email Email is invalid");
		expect(await messageOf({ email: "a,b@example.org" })).toBe("/email Email is invalid");
		expect(await messageOf({ email: 7 })).toBe("/email Email is required");
		expect(await messageOf({ password: "", password2: "" })).toBe("/password Password is required");
		expect(await messageOf({ password: "seven77", password2: "seven77" })).toBe(
			"/password Password must be at least 8 characters",
		);
		expect(await messageOf({ password2: "another one" })).toBe("/password2 Passwords don't match");
		expect(await messageOf({ first_name: " " })).toBe("/first_name First name is required");
		expect(await messageOf({ last_name: undefined })).toBe("/last_name Last name is required");
		expect(await messageOf({ company: null })).toBe("/company Company name is required");
		expect(await messageOf({ company: "a\u0000b" })).toBe("/company Please leave out control characters");
		expect(await messageOf({ first_name: "x".repeat(101) })).toBe("/first_name At most 100 characters, please");
		const all = await (await register({ ...good, email: "", password: "", password2: "", company: "" })).json();
		const fields = new Set(all.details.fields.map(({ field }: { field: string }) => field));
		expect([...fields]).toEqual(expect.arrayContaining(["/email", "/password", "/company"]));
	});

	test("is refused with a password from the lists, however it is written, with a message at its field", async () => {
		const common = "This password is on public lists of common passwords. Please choose another one.";
		const tries = ["password123", "PassWord123", "  iloveyou ", "\uff50assword1", "1q2w3e4r5t", "qwertyuiop"];
		for (const password of tries) {
			const email = newAccountAddress();
			const refused = await register(registrationOf(email, password));
			expect([password, refused.status]).toEqual([password, 400]);
			expect(await refused.json()).toMatchObject({
				code: "invalid_body",
				message: common,
				details: { fields: [{ field: "/password", message: common }] },
			});
			expect((await pool.query("SELECT 1 FROM accounts WHERE email = $1", [email])).rowCount).toBe(0);
		}
		// The specification's own words come first.
		expect((await (await register(registrationOf(newAccountAddress(), "qwerty"))).json()).message).toBe(
			"Password must be at least 8 characters",
		);
		const owner = await createAccount(server);
		const Cookie = owner.cookie;
		const body = { current: PASSWORD, password: "password123" };
		expect((await (await postJson(server.url, API_PATHS.changePassword, body, { Cookie })).json()).message).toBe(
			common,
		);
		const reset = { email: owner.email, code: "2222-2222", password: "password123" };
		expect((await (await postJson(server.url, API_PATHS.resetPassword, reset)).json()).message).toBe(common);
	});

	test("is refused with a password of words that everyone can know about it, and taken with one that has more", async () => {
		const email = newAccountAddress();
		const known = { first_name: "Ada", last_name: "Lovelace", company: "Analytical Engines" };
		const tries = ["Plumbline2026!", "Lovelace-1815", "analyticalENGINES", "ada.lovelace", "example#12345"];
		for (const password of tries) {
			const refused = await register({ ...registrationOf(email, password), ...known });
			expect([password, refused.status]).toEqual([password, 400]);
			expect((await refused.json()).message).toContain("easy to guess from your name");
		}
		const Cookie = (await createAccount(server)).cookie;
		const body = { current: PASSWORD, password: "Lovelace 1815" };
		expect((await postJson(server.url, API_PATHS.changePassword, body, { Cookie })).status).toBe(400);
		const reset = { email: "marigold@example.org", code: "2222-2222", password: "marigold-99" };
		expect((await (await postJson(server.url, API_PATHS.resetPassword, reset)).json()).message).toContain(
			"easy to guess",
		);
		const more = registrationOf(email, "lovelace and the loom");
		expect((await register({ ...more, ...known })).status).toBe(201);
	});

	test("takes names and addresses of any script as they are", async () => {
		const email = `J\u00f6rg.${newAccountAddress()}`;
		const names = {
			first_name: "  \u9673 \u{1f9ea} ",
			last_name: "O'Brien; DROP TABLE accounts",
			company: "\u0627\u0644",
		};
		expect((await register({ ...registrationOf(email), ...names })).status).toBe(201);
		const { rows } = await pool.query("SELECT first_name, last_name, company FROM accounts WHERE email = $1", [email]);
		expect(rows[0]).toEqual({ first_name: "\u9673 \u{1f9ea}", last_name: names.last_name, company: names.company });
	});
});

describe("a registration with an address that has an account", () => {
	test("is answered like any other, changes nothing, and the owner gets an email once an hour", async () => {
		const owner = await createAccount(server);
		await pool.query("UPDATE accounts SET created_at = now() - interval '2 hours' WHERE id = $1", [owner.accountId]);
		await pool.query("DELETE FROM rate_limits");
		const attempt = registrationOf(owner.email.toUpperCase(), "another password");
		const [first, fresh] = [await register(attempt), await register(registrationOf(newAccountAddress()))];
		await register(attempt);
		const shape = async (response: Response) => ({
			status: response.status,
			headers: [...response.headers.keys()].sort(),
			length: (await response.text()).length,
		});
		expect(await shape(first)).toEqual(await shape(fresh));
		expect(await mailOf(owner.email, SUBJECTS.known)).toContain("Nothing was changed");
		await mailed();
		expect(count(owner.email, SUBJECTS.known)).toBe(1);
		expect((await postJson(server.url, API_PATHS.token, { email: owner.email, password: PASSWORD })).status).toBe(204);
	});

	test("sent twice at once, or once more, is one account and one email", async () => {
		const email = newAccountAddress();
		const answers = await Promise.all([1, 2, 3].map(() => register(registrationOf(email))));
		answers.push(await register(registrationOf(email)));
		expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
		expect((await pool.query("SELECT 1 FROM accounts WHERE lower(email) = $1", [email])).rowCount).toBe(1);
		await mailOf(email, SUBJECTS.confirm);
		await mailed();
		expect(count(email)).toBe(1);
	});
});

describe("what was agreed to", () => {
	const consent = (registration: string, terms = "2026-01-01", updates = true) =>
		postJson(server.url, API_PATHS.consents, { registration, terms, updates });
	const recorded = async (email: string) =>
		(
			await pool.query(
				`SELECT terms, c.updates, a.updates AS wish FROM account_consents c JOIN accounts a ON a.id = account_id WHERE email = $1`,
				[email],
			)
		).rows;

	test("is recorded once, under the registration's name, also after it was sent again", async () => {
		const email = newAccountAddress();
		await register(registrationOf(email));
		const { registration } = await (await register(registrationOf(email))).json();
		expect((await consent(registration)).status).toBe(204);
		expect((await consent(registration, "2026-01-01", false)).status).toBe(204);
		expect(await recorded(email)).toEqual([{ terms: "2026-01-01", updates: true, wish: true }]);
	});

	test("may come later through the outbox, as often as it is sent", { meta: { acceptance: "S7.14" } }, async () => {
		const email = newAccountAddress();
		const { registration } = await (await register(registrationOf(email))).json();
		const body = { registration, terms: "2026-01-01", updates: false };
		const entry = { key: "consents-1", kind: "consents", account: "anonymous", body };
		for (let i = 0; i < 2; i++) {
			const answer = await postJson(server.url, API_PATHS.outbox, { entries: [entry] });
			expect(await answer.json()).toEqual({ answers: [{ key: "consents-1", status: 204, body: null }] });
		}
		expect(await recorded(email)).toEqual([{ terms: "2026-01-01", updates: false, wish: false }]);
	});

	test("gets the same answer and is not recorded for someone else's address, an unknown name and after an hour", async () => {
		const email = newAccountAddress();
		const { registration } = await (await register(registrationOf(email))).json();
		const stranger = await (await register(registrationOf(email, "not their password"))).json();
		await pool.query("UPDATE registrations SET expires_at = now() - interval '1 s'");
		for (const name of [registration, stranger.registration, "unknown"]) expect((await consent(name)).status).toBe(204);
		await pool.query("UPDATE registrations SET expires_at = now() + interval '1 h' WHERE account_id IS NULL");
		expect((await consent(stranger.registration)).status).toBe(204);
		expect(await recorded(email)).toEqual([]);
	});
});

test("registrations from one network are limited, with the wait", async () => {
	const limited = await startTestServer({ env: { LIMIT_ACCOUNT_CALLS: "2", ROLE: "api" } });
	const statuses = [];
	for (let i = 0; i < 3; i++) {
		const answer = await postJson(limited.url, API_PATHS.register, registrationOf(newAccountAddress()));
		statuses.push(answer.status);
		if (answer.status !== 429) continue;
		const { code, details } = await answer.json();
		expect({ code, scope: details.scope }).toEqual({ code: "rate_limited", scope: "entry" });
		expect(answer.headers.get("Retry-After")).toBe(String(details.retryAfter));
	}
	expect(statuses).toEqual([201, 201, 429]);
});
