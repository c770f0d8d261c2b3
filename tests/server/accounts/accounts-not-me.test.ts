import { afterAll, describe, expect, test } from "vitest";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import {
	codeIn,
	cookiesOf,
	createAccount,
	mailAbout,
	newAccountAddress,
	PASSWORD,
	postJson,
	registrationOf,
} from "../../support/server/accounts.ts";
import { startMailbox } from "../../support/server/mailbox.ts";
import { startTestServer } from "../../support/server/test-server.ts";
import { until } from "../../support/until.ts";

const mailbox = await startMailbox();
afterAll(() => mailbox.close());
const server = await startTestServer({ env: { SMTP_URL: mailbox.smtpUrl } });

const CONFIRM = "Confirm your address for Plumbline";
const CHANGE = "Confirm your new address for Plumbline";
const RESET = "Your code for a new Plumbline password";

const post = (path: string, body: unknown, cookie = "") => postJson(server.url, path, body, { Cookie: cookie });
const readMe = async (cookie: string) =>
	(await fetch(server.url + API_BASE + API_PATHS.me, { headers: { Cookie: cookie } })).json();
const linkIn = (mail: string) =>
	/http:\/\/localhost:\d+(\/not-me\/account\/[\w-]{43})/.exec(mail)?.[1] ?? expect.fail("no link in the mail");
const open = async (path: string) => {
	const page = await fetch(server.url + path);
	return { status: page.status, text: await page.text(), headers: page.headers };
};
/** As the page's button posts. */
const press = async (path: string) => {
	const page = await fetch(server.url + path, {
		method: "POST",
		headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: "null", "Sec-Fetch-Site": "same-origin" },
	});
	return { status: page.status, text: await page.text() };
};

describe("not me, in a mail about a registration", () => {
	test("asks first, then deletes the registration with its sessions and its code, and leaves the address free", async () => {
		const email = newAccountAddress();
		const stranger = await createAccount(server, { email, password: "what a stranger thought of", confirmed: false });
		const mail = await mailAbout(mailbox, email, CONFIRM);
		const link = linkIn(mail);
		const page = await open(link);
		expect(page.status).toBe(200);
		expect(page.text).toContain("Delete the registration");
		expect(page.headers.get("Cache-Control")).toBe("private, no-store");
		expect((await readMe(stranger.cookie)).email).toBe(email);

		const done = await press(link);
		expect(done).toMatchObject({ status: 200, text: expect.stringContaining("The registration is deleted") });
		expect((await readMe(stranger.cookie)).code).toBe("sign_in_required");
		expect((await post(API_PATHS.token, { email, password: stranger.password })).status).toBe(401);
		expect((await press(link)).status).toBe(404);

		await post(API_PATHS.register, registrationOf(email));
		const owner = cookiesOf(await post(API_PATHS.token, { email, password: PASSWORD }));
		await until(
			async () => mailbox.received.filter(({ to }) => to.includes(email)).length === 2,
			"the owner's own code",
		);
		const code = codeIn(await mailAbout(mailbox, email, CONFIRM));
		expect((await post(API_PATHS.confirmEmail, { email, code }, owner)).status).toBe(204);
	});

	test("changes nothing once the address is confirmed, and says what to do then", async () => {
		const { email, cookie } = await createAccount({ url: server.url, mailbox });
		const link = linkIn(await mailAbout(mailbox, email, CONFIRM));
		for (const page of [await open(link), await press(link)]) {
			expect(page).toMatchObject({ status: 200, text: expect.stringContaining("This address is confirmed") });
			expect(page.text).toContain('href="/forgot-password"');
		}
		expect((await readMe(cookie)).emailConfirmed).toBe(true);
	});
});

describe("not me, in a mail about another account's new address", () => {
	test("stops the change: the account keeps its address, the code is dead", async () => {
		const { email, cookie } = await createAccount(server);
		const victim = newAccountAddress();
		await post(API_PATHS.changeEmail, { current: PASSWORD, email: victim }, cookie);
		const mail = await mailAbout(mailbox, victim, CHANGE);
		expect((await open(linkIn(mail))).text).toContain("Stop the change");
		expect((await press(linkIn(mail))).text).toContain("The change is stopped");
		expect(await readMe(cookie)).toMatchObject({ email, pendingEmail: null });
		expect((await post(API_PATHS.confirmEmail, { email: victim, code: codeIn(mail) }, cookie)).status).toBe(400);
		expect((await press(linkIn(mail))).text).toContain("No change is waiting");
	});
});

describe("not me, in a mail with a code for a new password", () => {
	test("ends the code and nothing else: the owner gets another at once", async () => {
		const { email, cookie } = await createAccount(server);
		const forgot = () => post(API_PATHS.forgotPassword, { email });
		const reset = (code: string) => post(API_PATHS.resetPassword, { email, code, password: "an entirely new one" });
		await forgot();
		const first = await mailAbout(mailbox, email, RESET);
		expect((await open(linkIn(first))).text).toContain("Cancel the code");
		expect((await press(linkIn(first))).text).toContain("The code no longer works");
		expect((await reset(codeIn(first))).status).toBe(400);
		expect((await readMe(cookie)).email).toBe(email);
		await forgot();
		const second = await until(async () => {
			const mail = await mailAbout(mailbox, email, RESET);
			return codeIn(mail) !== codeIn(first) && mail;
		}, "another code");
		expect((await press(linkIn(first))).status).toBe(404);
		expect((await reset(codeIn(second))).status).toBe(204);
	});

	test("ends nothing once the account has another address", async () => {
		const { email: old, cookie } = await createAccount(server);
		await post(API_PATHS.forgotPassword, { email: old });
		const link = linkIn(await mailAbout(mailbox, old, RESET));
		const email = newAccountAddress();
		await post(API_PATHS.changeEmail, { current: PASSWORD, email }, cookie);
		const change = codeIn(await mailAbout(mailbox, email, CHANGE));
		expect((await post(API_PATHS.confirmEmail, { email, code: change }, cookie)).status).toBe(204);
		expect((await open(link)).text).not.toContain("Cancel the code");
		expect((await press(link)).text).toContain("The code no longer works");

		await post(API_PATHS.forgotPassword, { email });
		const code = codeIn(await mailAbout(mailbox, email, RESET));
		await press(link);
		expect((await post(API_PATHS.resetPassword, { email, code, password: "an entirely new one" })).status).toBe(204);
	});
});

test("a link nobody was sent leads nowhere", async () => {
	const guess = `/not-me/account/${"x".repeat(43)}`;
	expect((await open(guess)).status).toBe(404);
	expect((await press(guess)).status).toBe(404);
});
