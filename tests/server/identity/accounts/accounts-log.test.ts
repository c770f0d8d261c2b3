import pino from "pino";
import { expect, test } from "vitest";
import { API_PATHS } from "#contract/routes.ts";
import { networkOf } from "#server/identity/accounts/account-log.ts";
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

const lines: string[] = [];
const log = pino({ level: "debug" }, { write: (line: string) => lines.push(line) });
const { server, mailbox, codeOf } = await startAccountServer({
	env: { TRUST_PROXY: "on", LIMIT_SIGN_IN: "2" },
	parts: { log },
});

const FROM = "203.0.113.77";
const post = (path: string, body: unknown, cookie = "") =>
	postJson(server.url, path, body, { Cookie: cookie, "X-Forwarded-For": FROM });
/** The account log lines written while `work` ran. */
const during = async (work: () => Promise<unknown>) => {
	const before = lines.length;
	await work();
	return lines
		.slice(before)
		.map((line) => JSON.parse(line))
		.filter(({ event }) => event !== undefined)
		.map(({ time: _time, reqId: _id, pid: _pid, hostname: _host, ...rest }) => rest);
};

const network = "203.0.113.0/24";
const done = { level: 30, network, msg: "account: done" };
const refused = { level: 40, network, msg: "account: refused" };

test("sign-ins, refusals and changes of credentials are logged: which account, from which network, and why", async () => {
	const email = newAccountAddress();
	const [made] = await during(() => post(API_PATHS.register, registrationOf(email)));
	expect(made).toEqual({ ...done, event: "registration", did: "made", accountId: expect.any(String) });
	const { accountId } = made;
	let cookie = "";
	const signIn = async () => {
		cookie = cookiesOf(await post(API_PATHS.token, { email, password: PASSWORD }));
	};
	expect(await during(signIn)).toEqual([{ ...done, event: "sign_in", accountId }]);
	const code = await codeOf(email, SUBJECTS.confirm);
	expect(await during(() => post(API_PATHS.confirmEmail, { email, code: "2222-2222" }, cookie))).toEqual([
		{ ...refused, event: "address_confirmed", accountId, code: "invalid_code", reason: "wrong_code" },
	]);
	expect(await during(() => post(API_PATHS.confirmEmail, { email, code }, cookie))).toEqual([
		{ ...done, event: "address_confirmed", accountId },
	]);
	expect(await during(() => post(API_PATHS.register, registrationOf(email, "something else")))).toEqual([
		{ ...done, event: "registration", did: "known_address", accountId },
	]);

	const wrong = () => post(API_PATHS.token, { email, password: "a wrong secret" });
	const why = { ...refused, event: "sign_in", code: "invalid_credentials" };
	expect(await during(wrong)).toEqual([{ ...why, accountId, reason: "wrong_password" }]);
	expect(await during(() => post(API_PATHS.token, { email: newAccountAddress(), password: PASSWORD }))).toEqual([
		{ ...why, reason: "unknown_address" },
	]);
	await wrong();
	expect(await during(wrong)).toEqual([{ ...why, code: "rate_limited", reason: "too_many" }]);

	const change = (current: string, password: string) =>
		during(() => post(API_PATHS.changePassword, { current, password }, cookie));
	const changing = { event: "password_changed", accountId };
	expect(await change(PASSWORD, "password123")).toEqual([
		{ ...refused, ...changing, code: "invalid_body", reason: "common_password" },
	]);
	expect(await change("a wrong secret", "an entirely new one")).toEqual([
		{ ...refused, ...changing, code: "invalid_body", reason: "wrong_password" },
	]);
	expect(await change(PASSWORD, "an entirely new one")).toEqual([{ ...done, ...changing }]);
});

test("every other change of credentials is logged as well", async () => {
	const { accountId, email, cookie } = await createAccount(server, { from: FROM });
	const next = newAccountAddress();
	const call = (event: string, work: () => Promise<unknown>, more: object = {}) =>
		during(work).then((logged) => expect(logged).toEqual([{ ...done, event, accountId, ...more }]));
	await call("address_change_asked", () => post(API_PATHS.changeEmail, { current: PASSWORD, email: next }, cookie));
	// Only the job looks up whose address it is.
	await call("code_asked", () => post(API_PATHS.forgotPassword, { email }), { accountId: undefined });
	const code = await codeOf(email, SUBJECTS.reset);
	const password = "an entirely new one";
	await call("password_reset", () => post(API_PATHS.resetPassword, { email, code, password }));
	const second = cookiesOf(await post(API_PATHS.token, { email, password }));
	const remove = (path: string, body?: unknown) =>
		fetch(`${server.url}/api/v1/${path}`, {
			method: "DELETE",
			headers: { Cookie: second, "X-Forwarded-For": FROM, ...(body ? { "Content-Type": "application/json" } : {}) },
			...(body ? { body: JSON.stringify(body) } : {}),
		});
	await call("account_deleted", () => remove(API_PATHS.me, { current: password }));
});

test("no secret and no name is in it", async () => {
	const text = lines.join("");
	expect(text).toContain('"event":"sign_in"');
	expect(text).not.toMatch(/example\.org|203\.0\.113\.77|correct horse|a wrong secret|an entirely new one|password123/);
	expect(text).not.toMatch(/[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}"/);
	for (const { raw } of mailbox.received) {
		const code = codeIn(raw);
		if (code !== "") expect(text).not.toContain(code);
	}
});

test.each([
	["203.0.113.77", "203.0.113.0/24"],
	["::ffff:203.0.113.77", "203.0.113.0/24"],
	["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
	["not an address", "unknown"],
])("of %s the log has %s", (address, logged) => {
	expect(networkOf(address)).toBe(logged);
});
