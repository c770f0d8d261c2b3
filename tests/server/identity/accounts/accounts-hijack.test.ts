import { describe, expect, test } from "vitest";
import { API_PATHS } from "#contract/routes.ts";
import { SUBJECTS, startAccountServer } from "../../../support/server/account-server.ts";
import {
	cookiesOf,
	createAccount,
	newAccountAddress,
	PASSWORD,
	registrationOf,
} from "../../../support/server/accounts.ts";
import { until } from "../../../support/until.ts";

const { server, post, signIn, confirm, readMe, codeOf, count } = await startAccountServer();

const ATTACKERS = "a password the attacker knows";

/** The attacker registers the victim's address and signs in; the email with the code goes to the victim. */
async function plant() {
	const email = newAccountAddress();
	const attacker = await createAccount(server, { email, password: ATTACKERS, confirmed: false });
	return { email, attacker, code: await codeOf(email, SUBJECTS.confirm) };
}

describe("a code for an address that someone else has registered", () => {
	test("confirms nothing without the session of that registration", async () => {
		const { email, attacker, code } = await plant();
		expect((await confirm(email, code)).status).toBe(401);
		const other = await createAccount(server);
		expect((await confirm(email, code, other.cookie)).status).toBe(400);
		expect((await readMe(attacker.cookie)).emailConfirmed).toBe(false);
		expect((await confirm(email, code, attacker.cookie)).status).toBe(204);
	});

	test("stops working once the address is registered again, as do the sessions and the password", async () => {
		const { email, attacker, code } = await plant();
		const names = { ...registrationOf(email), first_name: "Grace", last_name: "Hopper", company: "Navy" };
		expect((await post(API_PATHS.register, names)).status).toBe(201);
		expect((await readMe(attacker.cookie)).code).toBe("sign_in_required");
		expect((await signIn(email, ATTACKERS)).status).toBe(401);
		const owner = cookiesOf(await signIn(email, PASSWORD));
		expect(await readMe(owner)).toMatchObject({ email, emailConfirmed: false, firstName: "Grace", company: "Navy" });
		await until(async () => count(email) === 2, "the second code");
		expect((await confirm(email, code, owner)).status).toBe(400);
		expect((await confirm(email, await codeOf(email, SUBJECTS.confirm), owner)).status).toBe(204);
		expect((await readMe(owner)).emailConfirmed).toBe(true);
	});

	test("does not serve the attacker who registers once more after the victim", async () => {
		const { email } = await plant();
		await post(API_PATHS.register, registrationOf(email));
		const owner = cookiesOf(await signIn(email, PASSWORD));
		await until(async () => count(email) === 2, "the victim's code");
		const code = await codeOf(email, SUBJECTS.confirm);
		await post(API_PATHS.register, registrationOf(email, ATTACKERS));
		expect((await confirm(email, code, owner)).status).toBe(401);
		const again = cookiesOf(await signIn(email, ATTACKERS));
		expect((await confirm(email, code, again)).status).toBe(400);
		expect((await readMe(again)).emailConfirmed).toBe(false);
	});
});

test("a confirmed account cannot be replaced", async () => {
	const owner = await createAccount(server);
	expect((await post(API_PATHS.register, registrationOf(owner.email, ATTACKERS))).status).toBe(201);
	expect((await readMe(owner.cookie)).accountId).toBe(owner.accountId);
	expect((await signIn(owner.email, ATTACKERS)).status).toBe(401);
});

describe("a code for the change of an account's address", () => {
	test("changes nothing without that account's session", async () => {
		const attacker = await createAccount(server);
		const victim = newAccountAddress();
		await post(API_PATHS.changeEmail, { current: PASSWORD, email: victim }, attacker.cookie);
		const code = await codeOf(victim, SUBJECTS.change);
		expect((await confirm(victim, code)).status).toBe(401);
		const other = await createAccount(server);
		expect((await confirm(victim, code, other.cookie)).status).toBe(400);
		expect((await readMe(attacker.cookie)).email).toBe(attacker.email);
	});

	test("wins against an unconfirmed registration of that address", async () => {
		const { email, attacker } = await plant();
		const owner = await createAccount(server);
		await post(API_PATHS.changeEmail, { current: PASSWORD, email }, owner.cookie);
		const code = await codeOf(email, SUBJECTS.change);
		expect((await confirm(email, code, owner.cookie)).status).toBe(204);
		expect((await readMe(owner.cookie)).email).toBe(email);
		expect((await readMe(attacker.cookie)).code).toBe("sign_in_required");
	});
});
