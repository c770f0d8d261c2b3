import { describe, expect, test } from "vitest";
import { API_PATHS } from "#contract/routes.ts";
import { SUBJECTS, startAccountServer } from "../../../support/server/account-server.ts";
import {
	codeIn,
	cookiesOf,
	createAccount,
	newAccountAddress,
	PASSWORD,
	registrationOf,
} from "../../../support/server/accounts.ts";
import { until } from "../../../support/until.ts";

const { server, mailbox, post, signIn, confirm, forgot, reset, readMe, mailOf, codeOf, count } =
	await startAccountServer();

const linkIn = (mail: string) =>
	/http:\/\/localhost:\d+(\/not-me\/account\/[\w-]{43})/.exec(mail)?.[1] ?? expect.fail("no link in the email");
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

describe("not me, in an email about a registration", () => {
	test("asks first, then deletes the registration with its sessions and its code, and leaves the address free", async () => {
		const email = newAccountAddress();
		const stranger = await createAccount(server, { email, password: "what a stranger thought of", confirmed: false });
		const mail = await mailOf(email, SUBJECTS.confirm);
		const link = linkIn(mail);
		const page = await open(link);
		expect(page.status).toBe(200);
		expect(page.text).toContain("Delete the registration");
		expect(page.headers.get("Cache-Control")).toBe("private, no-store");
		expect((await readMe(stranger.cookie)).email).toBe(email);

		const done = await press(link);
		expect(done).toMatchObject({ status: 200, text: expect.stringContaining("The registration is deleted") });
		expect((await readMe(stranger.cookie)).code).toBe("sign_in_required");
		expect((await signIn(email, stranger.password)).status).toBe(401);
		expect((await press(link)).status).toBe(404);

		await post(API_PATHS.register, registrationOf(email));
		const owner = cookiesOf(await signIn(email, PASSWORD));
		await until(async () => count(email) === 2, "the owner's own code");
		const code = await codeOf(email, SUBJECTS.confirm);
		expect((await confirm(email, code, owner)).status).toBe(204);
	});

	test("changes nothing once the address is confirmed, and says what to do then", async () => {
		const { email, cookie } = await createAccount({ url: server.url, mailbox });
		const link = linkIn(await mailOf(email, SUBJECTS.confirm));
		for (const page of [await open(link), await press(link)]) {
			expect(page).toMatchObject({ status: 200, text: expect.stringContaining("This address is confirmed") });
			expect(page.text).toContain('href="/forgot-password"');
		}
		expect((await readMe(cookie)).emailConfirmed).toBe(true);
	});
});

describe("not me, in an email about another account's new address", () => {
	test("stops the change: the account keeps its address, the code is dead", async () => {
		const { email, cookie } = await createAccount(server);
		const victim = newAccountAddress();
		await post(API_PATHS.changeEmail, { current: PASSWORD, email: victim }, cookie);
		const mail = await mailOf(victim, SUBJECTS.change);
		expect((await open(linkIn(mail))).text).toContain("Stop the change");
		expect((await press(linkIn(mail))).text).toContain("The change is stopped");
		expect(await readMe(cookie)).toMatchObject({ email, pendingEmail: null });
		expect((await confirm(victim, codeIn(mail), cookie)).status).toBe(400);
		expect((await press(linkIn(mail))).text).toContain("No change is waiting");
	});
});

describe("not me, in an email with a code for a new password", () => {
	test("ends the code and nothing else: the owner gets another at once", async () => {
		const { email, cookie } = await createAccount(server);
		await forgot(email);
		const first = await mailOf(email, SUBJECTS.reset);
		expect((await open(linkIn(first))).text).toContain("Cancel the code");
		expect((await press(linkIn(first))).text).toContain("The code no longer works");
		expect((await reset(email, codeIn(first))).status).toBe(400);
		expect((await readMe(cookie)).email).toBe(email);
		await forgot(email);
		const second = await until(async () => {
			const mail = await mailOf(email, SUBJECTS.reset);
			return codeIn(mail) !== codeIn(first) && mail;
		}, "another code");
		expect((await press(linkIn(first))).status).toBe(404);
		expect((await reset(email, codeIn(second))).status).toBe(204);
	});

	test("ends nothing once the account has another address", async () => {
		const { email: old, cookie } = await createAccount(server);
		await forgot(old);
		const link = linkIn(await mailOf(old, SUBJECTS.reset));
		const email = newAccountAddress();
		await post(API_PATHS.changeEmail, { current: PASSWORD, email }, cookie);
		const change = await codeOf(email, SUBJECTS.change);
		expect((await confirm(email, change, cookie)).status).toBe(204);
		expect((await open(link)).text).not.toContain("Cancel the code");
		expect((await press(link)).text).toContain("The code no longer works");

		await forgot(email);
		const code = await codeOf(email, SUBJECTS.reset);
		await press(link);
		expect((await reset(email, code)).status).toBe(204);
	});
});

test("a link that was never sent leads nowhere", async () => {
	const guess = `/not-me/account/${"x".repeat(43)}`;
	expect((await open(guess)).status).toBe(404);
	expect((await press(guess)).status).toBe(404);
});
