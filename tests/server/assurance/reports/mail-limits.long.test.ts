import { describe, expect, test } from "vitest";
import { API_PATHS } from "#contract/routes.ts";
import { mailboxHash } from "#server/platform/texts/mailbox.ts";
import { SUBJECTS, startAccountServer } from "../../../support/server/account-server.ts";
import {
	codeIn,
	cookiesOf,
	createAccount,
	mailAbout,
	newAccountAddress,
	PASSWORD,
	postJson,
	registrationOf,
} from "../../../support/server/accounts.ts";
import { startMailbox } from "../../../support/server/mailbox.ts";
import { quickPasswords } from "../../../support/server/quick-passwords.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

const { server, pool, mailOf, codeOf, count } = await startAccountServer({
	env: { TRUST_PROXY: "on", LIMIT_ACCOUNT_CALLS: "10", LIMIT_SIGN_IN: "1000" },
	parts: { passwords: quickPasswords() },
});

const WRONG = "2222-2222";

let networks = 0;
/** An address in a network used nowhere else in this file. */
const newNetwork = () => `198.51.${(networks >> 8) & 255}.${networks++ & 255}`;
/** Three /64s of a /56 used nowhere else in this file, as one line has them. */
const newLine = () => {
	const line = (networks++).toString(16);
	return [1, 2, 3].map((network) => `2001:db8:${line}:${network}::1`);
};
const post = (path: string, body: unknown, from: string, cookie = "") =>
	postJson(server.url, path, body, { "X-Forwarded-For": from, Cookie: cookie });
const forgot = (email: string, from: string, cookie = "") => post(API_PATHS.forgotPassword, { email }, from, cookie);
const reset = (email: string, code: string, from: string, cookie = "") =>
	post(API_PATHS.resetPassword, { email, code, password: "an entirely new one" }, from, cookie);
/** Resolves when no email is due to be sent now; postponed ones stay. */
const mailed = () =>
	until(
		async () =>
			(
				await pool.query(
					`SELECT 1 FROM pgboss.job WHERE name IN ('account-mail', 'lead-mail', 'mail')
					   AND state IN ('created', 'active', 'retry') AND start_after <= now() + interval '1 s'`,
				)
			).rowCount === 0,
		"all emails are sent",
	);
const account = () => createAccount(server, { from: newNetwork() });

describe("a code for a new password that strangers ask for", () => {
	test.each(["one network", "ten networks"])("from %s leaves the owner the one in the mailbox", async (where) => {
		const owner = await account();
		const one = newNetwork();
		for (let i = 0; i < 10; i++) {
			expect((await forgot(owner.email, where === "one network" ? one : newNetwork())).status).toBe(202);
		}
		const code = await codeOf(owner.email, SUBJECTS.reset);
		await mailed();
		expect(count(owner.email, SUBJECTS.reset)).toBe(1);
		const home = newNetwork();
		expect((await forgot(owner.email, home)).status).toBe(202);
		await mailed();
		expect(count(owner.email, SUBJECTS.reset)).toBe(1);
		expect((await reset(owner.email, code, home)).status).toBe(204);
	});

	test("and whose tries they use up still works for the owner", async () => {
		const owner = await account();
		const stranger = newNetwork();
		await forgot(owner.email, stranger);
		const code = await codeOf(owner.email, SUBJECTS.reset);
		for (let i = 0; i < 6; i++) expect((await reset(owner.email, WRONG, stranger)).status).toBe(400);
		expect((await reset(owner.email, code, stranger)).status).toBe(400);
		expect((await reset(owner.email, code, newNetwork())).status).toBe(204);
	});

	test("leaves a device that knows the account its own email and tries, even in the same network", async () => {
		const owner = await account();
		const stranger = newNetwork();
		const device = owner.cookie.split("; ").find((pair) => pair.startsWith("device=")) ?? "";
		for (let i = 0; i < 10; i++) await forgot(owner.email, stranger);
		expect((await forgot(owner.email, stranger)).status).toBe(429);
		await mailed();
		for (let i = 0; i < 10; i++) await reset(owner.email, WRONG, stranger);
		expect((await reset(owner.email, WRONG, stranger)).status).toBe(429);
		expect((await forgot(owner.email, stranger, device)).status).toBe(202);
		await until(async () => count(owner.email, SUBJECTS.reset) === 2, "the owner's own code");
		const code = await codeOf(owner.email, SUBJECTS.reset);
		expect((await reset(owner.email, code, stranger, device)).status).toBe(204);
	});

	test("does not let a device flood the mailbox: its own emails are few, too", async () => {
		const owner = await account();
		const device = owner.cookie.split("; ").find((pair) => pair.startsWith("device=")) ?? "";
		const statuses = [];
		for (let i = 0; i < 5; i++) statuses.push((await forgot(owner.email, newNetwork(), device)).status);
		expect(statuses).toEqual([202, 202, 202, 429, 429]);
	});

	test("and a device of an unconfirmed registration is a stranger like any other", async () => {
		const planted = await createAccount(server, { from: newNetwork(), confirmed: false });
		await mailOf(planted.email, SUBJECTS.confirm);
		const device = planted.cookie.split("; ").find((pair) => pair.startsWith("device=")) ?? "";
		for (let i = 0; i < 3; i++) await forgot(planted.email, newNetwork(), device);
		await mailed();
		expect(count(planted.email)).toBe(2);
	});
});

describe("a registration", () => {
	test.each([
		["one network", () => [newNetwork()]],
		["three /64s of one /56", newLine],
	])(
		"gets its email though a stranger in %s has asked with the address before, again and again",
		async (_, newHome) => {
			const email = newAccountAddress();
			for (const stranger of newHome()) {
				for (let i = 0; i < 6; i++) {
					await post(API_PATHS.register, registrationOf(email, `the stranger's password ${i}`), stranger);
				}
			}
			await mailed();
			const before = count(email);
			expect(before).toBeLessThanOrEqual(10);
			// Emails beyond the limit per minute wait; here their minute is over.
			await pool.query("UPDATE sent_mails SET sent_at = sent_at - interval '1 minute'");
			const home = newNetwork();
			expect((await post(API_PATHS.register, registrationOf(email), home)).status).toBe(201);
			await until(async () => count(email) === before + 1, "the owner's email");
			const cookie = cookiesOf(await post(API_PATHS.token, { email, password: PASSWORD }, home));
			const code = await codeOf(email, SUBJECTS.confirm);
			expect((await post(API_PATHS.confirmEmail, { email, code }, home, cookie)).status).toBe(204);
		},
	);

	test("and all other calls that send email are counted together for a network", async () => {
		const from = newNetwork();
		const { cookie } = await createAccount(server, { from, confirmed: false });
		for (let i = 0; i < 4; i++) expect((await forgot(newAccountAddress(), from)).status).toBe(202);
		for (let i = 0; i < 4; i++) {
			expect((await post(API_PATHS.register, registrationOf(newAccountAddress()), from)).status).toBe(201);
		}
		expect((await post(API_PATHS.resendConfirmation, {}, from, cookie)).status).toBe(202);
		for (const [path, body] of [
			[API_PATHS.forgotPassword, { email: newAccountAddress() }],
			[API_PATHS.register, registrationOf(newAccountAddress())],
			[API_PATHS.changeEmail, { current: PASSWORD, email: newAccountAddress() }],
			[API_PATHS.resendConfirmation, {}],
		] as const) {
			expect([path, (await post(path, body, from, cookie)).status]).toEqual([path, 429]);
		}
	});
});

test("one account emails a few strangers by changing its address, and then no more, from any network", async () => {
	const { cookie, email } = await account();
	const strangers = Array.from({ length: 8 }, newAccountAddress);
	const statuses = [];
	for (const stranger of strangers) {
		const body = { current: PASSWORD, email: stranger };
		statuses.push((await post(API_PATHS.changeEmail, body, newNetwork(), cookie)).status);
	}
	expect(statuses).toEqual([202, 202, 202, 429, 429, 429, 429, 429]);
	await mailed();
	expect(strangers.filter((stranger) => count(stranger) > 0).length).toBeLessThanOrEqual(3);
	expect(count(email, SUBJECTS.changeAsked)).toBeLessThanOrEqual(3);
});

test("a mailbox gets few emails per minute, of all kinds together; the others wait, and codes have extra room", async () => {
	const email = newAccountAddress();
	for (let i = 0; i < 3; i++) {
		const lead = { firstName: "Ada", lastName: "Obi", email, company: "Obi", inquiryType: "pricing", message: "Hello" };
		await post(API_PATHS.contact, lead, newNetwork());
		await post(API_PATHS.newsletter, { email }, newNetwork());
		await server.scan({ target: "example.com", email }, { "X-Forwarded-For": newNetwork() });
	}
	await mailed();
	expect(count(email)).toBe(3);
	const made = await createAccount(server, { email, from: newNetwork(), confirmed: false });
	const code = await codeOf(email, SUBJECTS.confirm);
	expect(count(email)).toBe(4);
	expect((await post(API_PATHS.confirmEmail, { email, code }, newNetwork(), made.cookie)).status).toBe(204);
	await pool.query("UPDATE sent_mails SET sent_at = sent_at - interval '1 minute'");
	await pool.query(
		"UPDATE pgboss.job SET start_after = now() WHERE state = 'created' AND name IN ('mail', 'lead-mail')",
	);
	await until(async () => count(email) === 7, "three that waited");
});

test("strangers who send someone's address do not close the contact form to its owner", async () => {
	const email = newAccountAddress();
	const lead = { firstName: "Ada", lastName: "Obi", email, company: "Obi", inquiryType: "pricing", message: "Hello" };
	const stranger = newNetwork();
	const send = (from: string) => post(API_PATHS.contact, lead, from);
	for (let i = 0; i < 5; i++) expect((await send(stranger)).status).toBe(202);
	expect((await send(stranger)).status).toBe(429);
	expect((await send(newNetwork())).status).toBe(202);
});

test("the /64s of one /56 share what a single network may give one mailbox", async () => {
	const email = newAccountAddress();
	const lead = { firstName: "Ada", lastName: "Obi", email, company: "Obi", inquiryType: "pricing", message: "Hello" };
	const [one = "", two = "", three = ""] = newLine();
	const statuses = [];
	for (const from of [one, one, two, two, three, three]) {
		statuses.push((await post(API_PATHS.contact, lead, from)).status);
	}
	expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
});

test("a code whose delivery failed is sent though the mailbox had to wait at the next try", async () => {
	const away = await startMailbox();
	const port = Number(new URL(away.smtpUrl).port);
	await away.close();
	const patient = await startTestServer({
		env: { SMTP_URL: `smtp://127.0.0.1:${port}` },
		parts: { passwords: quickPasswords() },
	});
	const jobs = patient.database.pool;
	const email = newAccountAddress();
	await postJson(patient.url, API_PATHS.register, registrationOf(email));
	const inState = (state: string) =>
		until(
			async () =>
				(await jobs.query("SELECT 1 FROM pgboss.job WHERE name = 'account-mail' AND state = $1", [state])).rowCount ===
				1,
			`the email is in the state ${state}`,
		);
	await until(
		async () => (await jobs.query("SELECT 1 FROM account_codes")).rowCount === 1,
		"the first try made a code",
	);
	await inState("retry");
	await jobs.query(
		"INSERT INTO sent_mails (mailbox_hash, kind, sent_at) SELECT $1, 'code', now() FROM generate_series(1, 5)",
		[mailboxHash(email)],
	);
	await inState("completed");
	await jobs.query("DELETE FROM sent_mails");
	const back = await startMailbox(port);
	await jobs.query("UPDATE pgboss.job SET start_after = now() WHERE name = 'account-mail' AND state = 'created'");
	const code = codeIn(await mailAbout(back, email, SUBJECTS.confirm));
	const cookie = cookiesOf(await postJson(patient.url, API_PATHS.token, { email, password: PASSWORD }));
	const confirmed = await postJson(patient.url, API_PATHS.confirmEmail, { email, code }, { Cookie: cookie });
	expect(confirmed.status).toBe(204);
	await back.close();
});
