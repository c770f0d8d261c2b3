import { describe, expect, test } from "vitest";
import { API_PATHS } from "#contract/routes.ts";
import { SUBJECTS, startAccountServer } from "../../../support/server/account-server.ts";
import {
	codeIn,
	cookiesOf,
	createAccount,
	newAccountAddress,
	PASSWORD,
	postJson,
} from "../../../support/server/accounts.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const { server, post, signIn, confirm, forgot, reset, readMe, mailOf, codeOf, count, mailed } =
	await startAccountServer({
		env: { LIMIT_SIGN_IN: "1000" },
		parts: { now },
	});

const WRONG = "2222-2222";
const refusal = async (response: Response) => ({ status: response.status, ...(await response.json()) });

describe("the code for an address", () => {
	test("confirms it for the session of its account, however it is typed, and works once", async () => {
		const { email, cookie } = await createAccount(server, { confirmed: false });
		const code = await codeOf(email, SUBJECTS.confirm);
		expect((await confirm(email.toUpperCase(), ` ${code.toLowerCase().replace("-", " ")} `, cookie)).status).toBe(204);
		expect((await readMe(cookie)).emailConfirmed).toBe(true);
		expect(await refusal(await confirm(email, code, cookie))).toMatchObject({ status: 400, code: "invalid_code" });
	});

	test("is worth nothing for another address, after a day, and after five wrong tries", async () => {
		const [one, two] = [
			await createAccount(server, { confirmed: false }),
			await createAccount(server, { confirmed: false }),
		];
		const codes = [await codeOf(one.email, SUBJECTS.confirm), await codeOf(two.email, SUBJECTS.confirm)];
		expect((await confirm(two.email, codes[0] ?? "", two.cookie)).status).toBe(400);
		ahead = 24 * 3_600_000 + 1_000;
		const later = cookiesOf(await signIn(one.email, PASSWORD));
		expect((await confirm(one.email, codes[0] ?? "", later)).status).toBe(400);
		ahead = 0;
		await Promise.all([1, 2, 3, 4].map(() => confirm(two.email, WRONG, two.cookie)));
		expect((await confirm(two.email, codes[1] ?? "", two.cookie)).status).toBe(400);
		expect((await confirm(one.email, codes[0] ?? "", one.cookie)).status).toBe(204);
	});

	test("is refused for an address that is not the account's, without using up a try", async () => {
		const { email, cookie } = await createAccount(server, { confirmed: false });
		const code = await codeOf(email, SUBJECTS.confirm);
		for (let i = 0; i < 6; i++) {
			expect(await refusal(await confirm(newAccountAddress(), code, cookie))).toMatchObject({
				status: 400,
				code: "invalid_code",
				message: expect.stringContaining("another account"),
			});
		}
		expect((await confirm(email, code, cookie)).status).toBe(204);
	});

	test("is emailed again on request, a few times an hour, and only the newest works", async () => {
		const { email, cookie } = await createAccount(server, { confirmed: false });
		const first = await codeOf(email, SUBJECTS.confirm);
		const statuses = [];
		for (let i = 0; i < 5; i++) statuses.push((await post(API_PATHS.resendConfirmation, {}, cookie)).status);
		expect(statuses).toEqual([202, 202, 202, 202, 429]);
		await mailed();
		expect(count(email, SUBJECTS.confirm)).toBe(5);
		expect((await confirm(email, first, cookie)).status).toBe(400);
		expect((await confirm(email, await codeOf(email, SUBJECTS.confirm), cookie)).status).toBe(204);
		expect((await post(API_PATHS.resendConfirmation, {}, cookie)).status).toBe(202);
		await mailed();
		expect(count(email, SUBJECTS.confirm)).toBe(5);
	});
});

describe("a forgotten password", () => {
	test("is replaced with the code from the email: sessions end, the address is confirmed, the owner gets an email", {
		meta: { acceptance: "S2.42" },
	}, async () => {
		const { email, cookie } = await createAccount(server, { confirmed: false });
		expect((await forgot(` ${email.toUpperCase()}`)).status).toBe(202);
		const mail = await mailOf(email, SUBJECTS.reset);
		const code = codeIn(mail);
		expect(mail).toContain(`${server.publicUrl}/forgot-password?email=${encodeURIComponent(email)}#code=${code}`);
		const done = await reset(email, code);
		expect(done.status).toBe(204);
		expect(done.headers.getSetCookie()).toEqual([expect.stringMatching(/^device=/)]);
		expect((await readMe(cookie)).code).toBe("sign_in_required");
		expect((await signIn(email, PASSWORD)).status).toBe(401);
		const again = await signIn(email, "an entirely new one");
		expect((await readMe(cookiesOf(again))).emailConfirmed).toBe(true);
		await mailOf(email, SUBJECTS.passwordChanged);
		expect((await reset(email, code)).status).toBe(400);
	});

	test("gets the same answer for every address, and strangers get no email", async () => {
		const known = await createAccount(server);
		const stranger = newAccountAddress();
		const shape = async (response: Response) => ({
			status: response.status,
			body: await response.text(),
			headers: [...response.headers.keys()],
		});
		expect(await shape(await forgot(known.email))).toEqual(await shape(await forgot(stranger)));
		await mailOf(known.email, SUBJECTS.reset);
		await mailed();
		expect(count(stranger, "Plumbline")).toBe(0);
		expect(await (await reset(stranger, WRONG)).text()).toBe(await (await reset(known.email, WRONG)).text());
	});

	test("has five tries and half an hour, and is sent once in that time however often it is asked for", async () => {
		const { email } = await createAccount(server);
		expect((await forgot(email)).status).toBe(202);
		const late = await codeOf(email, SUBJECTS.reset);
		for (let i = 0; i < 9; i++) expect((await forgot(email)).status).toBe(202);
		await mailed();
		expect(count(email, SUBJECTS.reset)).toBe(1);
		ahead = 30 * 60_000 + 1_000;
		expect((await reset(email, late)).status).toBe(400);
		expect((await forgot(email)).status).toBe(202);
		await until(async () => count(email, SUBJECTS.reset) === 2, "the second code");
		const tries = await Promise.all([1, 2, 3, 4, 5, 6].map(() => reset(email, WRONG)));
		expect(tries.every(({ status }) => status === 400)).toBe(true);
		expect((await reset(email, await codeOf(email, SUBJECTS.reset))).status).toBe(400);
		ahead = 0;
	});

	test("allows one of two resets that come at once", async () => {
		const { email } = await createAccount(server);
		await forgot(email);
		const code = await codeOf(email, SUBJECTS.reset);
		const answers = await Promise.all([reset(email, code, "the first one"), reset(email, code, "the second one")]);
		expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
	});

	test("ends what someone who knew the old one has begun: a pending address and its code", async () => {
		const { email, cookie } = await createAccount(server);
		const theirs = newAccountAddress();
		await post(API_PATHS.changeEmail, { current: PASSWORD, email: theirs }, cookie);
		const planted = await codeOf(theirs, SUBJECTS.change);
		await forgot(email);
		expect((await reset(email, await codeOf(email, SUBJECTS.reset))).status).toBe(204);
		expect((await confirm(theirs, planted, cookie)).status).toBe(401);
		const again = cookiesOf(await signIn(email, "an entirely new one"));
		expect((await confirm(theirs, planted, again)).status).toBe(400);
		const me = await readMe(again);
		expect(me).toMatchObject({ email, pendingEmail: null });
	});

	test("can be requested only so often from one network", async () => {
		const limited = await startTestServer({ env: { LIMIT_ACCOUNT_CALLS: "2", ROLE: "api" } });
		const ask = () => postJson(limited.url, API_PATHS.forgotPassword, { email: newAccountAddress() });
		expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([202, 202, 429]);
		const password = "an entirely new one";
		const guess = () =>
			postJson(limited.url, API_PATHS.resetPassword, { email: newAccountAddress(), code: WRONG, password });
		expect([(await guess()).status, (await guess()).status, (await guess()).status]).toEqual([400, 400, 429]);
	});
});

describe("another password", () => {
	const change = (cookie: string, current: string, password: string) =>
		post(API_PATHS.changePassword, { current, password }, cookie);

	test("ends the other sessions, gives this one a new cookie that is remembered as before, and the owner gets an email", async () => {
		const { email, cookie } = await createAccount(server);
		const other = cookiesOf(await signIn(email, PASSWORD));
		await post(API_PATHS.rememberSession, {}, cookie);
		const answer = await change(cookie, PASSWORD, "an entirely new one");
		expect(answer.status).toBe(204);
		expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^session=[\w-]{43}; Max-Age=2592000; /)]);
		expect((await readMe(cookie)).code).toBe("sign_in_required");
		expect((await readMe(other)).code).toBe("sign_in_required");
		expect((await readMe(cookiesOf(answer))).email).toBe(email);
		expect((await signIn(email, PASSWORD)).status).toBe(401);
		expect(await mailOf(email, SUBJECTS.passwordChanged)).toContain("/forgot-password");
	});

	test("is refused without the current one, at its field, and without a session", async () => {
		const { cookie } = await createAccount(server);
		expect(await refusal(await change(cookie, "wrong", "an entirely new one"))).toMatchObject({
			status: 400,
			code: "invalid_body",
			details: { fields: [{ field: "/current", message: "That is not your current password." }] },
		});
		expect((await refusal(await change(cookie, PASSWORD, "short"))).message).toBe(
			"Password must be at least 8 characters",
		);
		expect((await change("", PASSWORD, "an entirely new one")).status).toBe(401);
		expect((await readMe(cookie)).emailConfirmed).toBe(true);
	});
});

describe("another address", () => {
	const change = (cookie: string, email: string, current = PASSWORD) =>
		post(API_PATHS.changeEmail, { current, email }, cookie);

	test("replaces the old one once its code comes back; both get an email", async () => {
		const { email, cookie } = await createAccount(server);
		const next = newAccountAddress();
		expect((await change(cookie, next)).status).toBe(202);
		expect(await readMe(cookie)).toMatchObject({ email, pendingEmail: next });
		const notice = await mailOf(email, SUBJECTS.changeAsked);
		expect(notice).not.toContain(next);
		expect((await confirm(next, await codeOf(next, SUBJECTS.change), cookie)).status).toBe(204);
		expect(await readMe(cookie)).toMatchObject({ email: next, emailConfirmed: true, pendingEmail: null });
		await mailOf(email, SUBJECTS.changed);
		expect((await signIn(email, PASSWORD)).status).toBe(401);
		expect((await signIn(next, PASSWORD)).status).toBe(204);
	});

	test("that someone else has gets the same answer; its owner gets the email, and it is never given away", async () => {
		const [owner, wanting] = [await createAccount(server), await createAccount(server)];
		expect((await change(wanting.cookie, owner.email)).status).toBe(202);
		expect((await readMe(wanting.cookie)).pendingEmail).toBe(owner.email);
		await mailOf(owner.email, SUBJECTS.known);
		await mailed();
		expect(count(owner.email, SUBJECTS.change)).toBe(0);
	});

	test("belongs to the first of two accounts that proves it", async () => {
		const [one, two] = [await createAccount(server), await createAccount(server)];
		const wanted = newAccountAddress();
		await change(one.cookie, wanted);
		const first = await codeOf(wanted, SUBJECTS.change);
		await change(two.cookie, wanted);
		await until(async () => count(wanted, SUBJECTS.change) === 2, "the second code");
		const second = await codeOf(wanted, SUBJECTS.change);
		expect((await confirm(wanted, second, two.cookie)).status).toBe(204);
		expect((await confirm(wanted, first, one.cookie)).status).toBe(400);
		expect((await readMe(two.cookie)).email).toBe(wanted);
		expect((await readMe(one.cookie)).email).toBe(one.email);
	});

	test("is refused without the password, and when it is no address", async () => {
		const { cookie } = await createAccount(server);
		expect(await refusal(await change(cookie, newAccountAddress(), "wrong"))).toMatchObject({ code: "invalid_body" });
		expect(await refusal(await change(cookie, "a b@example.org"))).toMatchObject({ message: "Email is invalid" });
		expect(await refusal(await change(cookie, "x@example.org\r\nBcc: y@example.org"))).toMatchObject({ status: 400 });
		expect((await readMe(cookie)).pendingEmail).toBeNull();
	});

	test("is sent its code again; the current one in another spelling is not a change", async () => {
		const { email, cookie } = await createAccount(server);
		const next = newAccountAddress();
		await change(cookie, next);
		expect((await post(API_PATHS.resendConfirmation, {}, cookie)).status).toBe(202);
		await until(async () => count(next, SUBJECTS.change) === 2, "the second code");
		expect((await change(cookie, email.toUpperCase())).status).toBe(202);
		expect((await readMe(cookie)).pendingEmail).toBeNull();
	});
});
