import { TOTP } from "otpauth";
import { expect, test } from "vitest";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { newSecret } from "#server/platform/keys/secret-text.ts";
import { startAccountServer } from "../../../support/server/account-server.ts";
import {
	codeIn,
	cookiesOf,
	createAccount,
	mailAbout,
	PASSWORD,
	postJson,
	type TestAccount,
} from "../../../support/server/accounts.ts";
import { quickPasswords } from "../../../support/server/quick-passwords.ts";

const MINUTE = 60_000;
const STEP = 30_000;
let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const { server, mailbox, pool } = await startAccountServer({
	env: { LIMIT_SIGN_IN: "4", TRUST_PROXY: "on", SEAL_SECRET: newSecret() },
	parts: { now, passwords: quickPasswords() },
});

const post = (path: string, body: unknown, cookie = "", from = "198.51.100.1") =>
	postJson(server.url, path, body, { Cookie: cookie, "X-Forwarded-For": from });
const codeOf = async (answer: Response) => ({ status: answer.status, code: (await answer.json()).code });
const password = ({ email }: TestAccount, given = PASSWORD, from?: string) =>
	post(API_PATHS.token, { email, password: given }, "", from);
const second = async (pending: Response, code: string, from?: string) =>
	post(API_PATHS.tokenSecond, { code }, cookiesOf(pending), from);

/** An account with codes from an app, whose clock starts at its own time: earlier steps are not spent. */
async function createProtected(from?: string) {
	ahead += 10 * MINUTE;
	const account = await createAccount(server, from === undefined ? {} : { from });
	const begun = await (await post(API_PATHS.totp, { current: PASSWORD }, account.cookie)).json();
	const app = new TOTP({ secret: begun.secret });
	const codeAt = (shift = 0) => app.generate({ timestamp: now().getTime() + shift });
	const confirmed = await post(API_PATHS.confirmTotp, { code: codeAt() }, account.cookie);
	expect(confirmed.status).toBe(200);
	const { recoveryCodes } = await confirmed.json();
	ahead += 5 * MINUTE;
	return { account, begun, codeAt, recoveryCodes: recoveryCodes as string[] };
}

test("a right password begins no session; the code does, and only once", async () => {
	const { account, codeAt } = await createProtected();
	const pending = await password(account);
	expect(await codeOf(pending)).toEqual({ status: 401, code: "second_factor_required" });
	expect(pending.headers.getSetCookie()).toEqual([
		expect.stringMatching(/^pending=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/),
	]);
	const code = codeAt();
	const answer = await second(pending, code);
	expect(answer.status).toBe(204);
	const me = await fetch(server.url + API_BASE + API_PATHS.me, { headers: { Cookie: cookiesOf(answer) } });
	expect(me.status).toBe(200);
	expect(await codeOf(await second(pending, codeAt(STEP)))).toEqual({ status: 401, code: "second_factor_expired" });
	expect(await codeOf(await second(await password(account), code))).toEqual({ status: 400, code: "invalid_code" });
});

test("a clock may be one step off, and no more; a step before a used one is refused", async () => {
	const { account, codeAt } = await createProtected();
	for (const shift of [-2 * STEP, 2 * STEP]) {
		const pending = await password(account, PASSWORD, `198.51.100.${50 + shift / STEP}`);
		expect((await second(pending, codeAt(shift), `198.51.100.${50 + shift / STEP}`)).status).toBe(400);
	}
	expect((await second(await password(account), codeAt(STEP))).status).toBe(204);
	expect((await second(await password(account), codeAt())).status).toBe(400);
	ahead += 5 * MINUTE;
	expect((await second(await password(account), codeAt(-STEP))).status).toBe(204);
});

test("each recovery code works once, however it is typed, and the database has only hashes", async () => {
	const { account, recoveryCodes } = await createProtected();
	expect(new Set(recoveryCodes).size).toBe(10);
	const [one = ""] = recoveryCodes;
	expect((await second(await password(account), ` ${one.toLowerCase().replaceAll("-", " ")} `)).status).toBe(204);
	expect((await second(await password(account), one)).status).toBe(400);
	const { rows } = await pool.query("SELECT * FROM account_recovery_codes WHERE account_id = $1", [account.accountId]);
	expect(rows.length).toBe(9);
	expect(JSON.stringify(rows)).not.toContain(recoveryCodes[1]);
});

test("the secret is not in the database as it is", async () => {
	const { account, begun } = await createProtected();
	const { rows } = await pool.query("SELECT sealed_secret FROM account_totp WHERE account_id = $1", [
		account.accountId,
	]);
	const sealed: Buffer = rows[0].sealed_secret;
	const plain = new TOTP({ secret: begun.secret }).secret.bytes;
	expect(sealed.includes(Buffer.from(plain))).toBe(false);
});

test("a pending sign-in ends after five minutes, with a new password, and after five codes", async () => {
	const { account, codeAt } = await createProtected();
	const late = await password(account);
	ahead += 6 * MINUTE;
	expect((await codeOf(await second(late, codeAt()))).code).toBe("second_factor_expired");

	const before = await password(account);
	const change = { current: PASSWORD, password: "an entirely new one" };
	expect((await post(API_PATHS.changePassword, change, account.cookie)).status).toBe(204);
	expect((await codeOf(await second(before, codeAt()))).code).toBe("second_factor_expired");

	const many = await password(account, change.password, "203.0.113.1");
	for (let n = 0; n < 5; n++) expect((await second(many, "no code", `203.0.${114 + n}.1`)).status).toBe(400);
	expect((await codeOf(await second(many, codeAt(), "203.0.120.1"))).code).toBe("second_factor_expired");
});

test("wrong passwords and wrong codes share the tries of a network, and those of an account", async () => {
	const { account, codeAt } = await createProtected();
	const from = "192.0.2.7";
	expect((await password(account, "wrong", from)).status).toBe(401);
	const pending = await password(account, PASSWORD, from);
	expect((await second(pending, "000 000 0", from)).status).toBe(400);
	expect((await second(pending, "no code", from)).status).toBe(400);
	expect((await codeOf(await second(pending, codeAt(), from))).code).toBe("rate_limited");
	expect((await codeOf(await password(account, PASSWORD, from))).code).toBe("rate_limited");
});

test("without the cookie of a pending sign-in, no code is of any use", async () => {
	const { codeAt } = await createProtected();
	expect((await codeOf(await post(API_PATHS.tokenSecond, { code: codeAt() }))).code).toBe("second_factor_expired");
});

test("it is turned off with the password and a code, and with neither alone; then the password is enough", async () => {
	const { account, codeAt } = await createProtected();
	const end = (code: string, current = PASSWORD) =>
		fetch(server.url + API_BASE + API_PATHS.totp, {
			method: "DELETE",
			headers: { Cookie: account.cookie, "Content-Type": "application/json" },
			body: JSON.stringify({ current, code }),
		});
	expect((await end("123")).status).toBe(400);
	expect((await end(codeAt(), "wrong")).status).toBe(400);
	expect((await post(API_PATHS.totp, { current: PASSWORD }, account.cookie)).status).toBe(409);
	expect((await end(codeAt())).status).toBe(204);
	expect((await password(account)).status).toBe(204);
	const { rows } = await pool.query(
		"SELECT what FROM audit_entries WHERE who = $1 AND what LIKE 'second-factor%' ORDER BY id",
		[account.accountId],
	);
	expect(rows.map(({ what }) => what)).toEqual(["second-factor-added", "second-factor-removed"]);
});

test("set-up needs the password and a right code, and new recovery codes replace the old", async () => {
	const account = await createAccount(server);
	expect((await post(API_PATHS.totp, { current: "wrong" }, account.cookie)).status).toBe(400);
	expect((await post(API_PATHS.totp, { current: PASSWORD }, account.cookie)).status).toBe(200);
	expect((await post(API_PATHS.confirmTotp, { code: "not one" }, account.cookie)).status).toBe(400);
	expect((await password(account)).status).toBe(204);

	const one = await createProtected();
	const renewed = await post(API_PATHS.recoveryCodes, { current: PASSWORD, code: one.codeAt() }, one.account.cookie);
	expect(renewed.status).toBe(200);
	const [old = ""] = one.recoveryCodes;
	expect((await second(await password(one.account), old)).status).toBe(400);
	const [fresh] = (await renewed.json()).recoveryCodes;
	expect((await second(await password(one.account), fresh)).status).toBe(204);
});

test("a new password by a code from the mailbox leaves it on, and ends what waits for a code", async () => {
	const { account, codeAt } = await createProtected();
	const waiting = await password(account);
	await post(API_PATHS.forgotPassword, { email: account.email });
	const code = codeIn(await mailAbout(mailbox, account.email, "Your code for a new"));
	const reset = { email: account.email, code, password: "an entirely new one" };
	expect((await post(API_PATHS.resetPassword, reset)).status).toBe(204);
	expect((await codeOf(await second(waiting, codeAt()))).code).toBe("second_factor_expired");
	const pending = await password(account, reset.password);
	expect(await codeOf(pending)).toEqual({ status: 401, code: "second_factor_required" });
	expect((await second(pending, codeAt())).status).toBe(204);
});

test("the account’s export says since when, without secrets, and its deletion deletes all of it", async () => {
	const { account, begun, recoveryCodes } = await createProtected();
	await password(account);
	const file = await (
		await fetch(server.url + API_BASE + API_PATHS.exportMyData, { headers: { Cookie: account.cookie } })
	).text();
	expect(JSON.parse(file).secondFactor).toMatchObject([{ kind: "totp", recoveryCodesLeft: 10 }]);
	for (const secret of [begun.secret, ...recoveryCodes]) expect(file).not.toContain(secret);
	const gone = await fetch(server.url + API_BASE + API_PATHS.me, {
		method: "DELETE",
		headers: { Cookie: account.cookie, "Content-Type": "application/json" },
		body: JSON.stringify({ current: PASSWORD }),
	});
	expect(gone.status).toBe(204);
	for (const table of ["account_totp", "account_recovery_codes", "pending_sign_ins"]) {
		const { rowCount } = await pool.query(`SELECT FROM ${table} WHERE account_id = $1`, [account.accountId]);
		expect([table, rowCount]).toEqual([table, 0]);
	}
});

test("whoever guesses from everywhere is stopped for the account, and its own device is not", async () => {
	const { account, codeAt } = await createProtected();
	const device = /device=[\w-]+/.exec(account.cookie)?.[0] ?? "";
	let refused = 0;
	for (let n = 0; n < 60 && refused === 0; n++) {
		const from = `2001:db8:${n.toString(16)}::1`;
		const pending = await password(account, PASSWORD, from);
		if (pending.status === 429) refused = n;
		else await second(pending, "no code", from);
	}
	// Ten times LIMIT_SIGN_IN in an hour, of two tries each.
	expect(refused).toBe(20);
	const known = await post(API_PATHS.token, { email: account.email, password: PASSWORD }, device, "2001:db8:ffff::1");
	expect((await codeOf(known)).code).toBe("second_factor_required");
	const cookie = `${cookiesOf(known)}; ${device}`;
	expect((await post(API_PATHS.tokenSecond, { code: codeAt() }, cookie, "2001:db8:ffff::1")).status).toBe(204);
});
