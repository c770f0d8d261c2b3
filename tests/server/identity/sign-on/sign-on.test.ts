import { beforeEach, describe, expect, test } from "vitest";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { cookiesOf, createAccount, newAccountAddress, PASSWORD, postJson } from "../../../support/server/accounts.ts";
import { apiClient } from "../../../support/server/api-client.ts";
import { asMember } from "../../../support/server/people.ts";
import { startCompany } from "../../../support/sign-on/company.ts";

const company = await startCompany();
const { server, owner, provider, domain, start, toCallback, comeBack, signIn, me, person, roleOf } = company;
const { pool } = server.database;

await company.addDomain();
expect((await company.setProvider()).status).toBe(200);
beforeEach(() => {
	provider.state.alter = undefined;
});

const failed = (because: string) => ({ status: 303, cookie: "", to: `/auth/login?company=${because}` });
/** Changes the ID token of the provider's next answers. */
const alterToken = (change: (token: string) => string) => {
	provider.state.alter = (path, body) => {
		if (path !== "/token") return body;
		const answer = JSON.parse(body);
		return JSON.stringify({ ...answer, id_token: change(answer.id_token) });
	};
};

describe("a sign-in through the company", () => {
	test("makes an account with a confirmed address and a member with the mapped role, and goes where it began", async () => {
		const { email } = person({ groups: ["everyone", "grc"] });
		const done = await signIn(email, { next: "/dashboard/scans" });
		expect(done).toMatchObject({ status: 303, to: "/auth/login?company=done&next=%2Fdashboard%2Fscans" });
		const account = await me(done.cookie);
		expect(account).toMatchObject({ email, emailConfirmed: true, firstName: "Grace", lastName: "Hopper" });
		expect(await roleOf(account.accountId)).toBe("consultant");
		const sessions = await fetch(server.url + API_BASE + API_PATHS.sessions, { headers: { Cookie: done.cookie } });
		expect((await sessions.json()).sessions).toMatchObject([{ signedInWith: "company", network: "127.0.0.0/24" }]);
		expect(
			(
				await asMember(server, { ...account, email, password: "", cookie: done.cookie }, owner.workspaceId).call(
					"readWorkspace",
				)
			).status,
		).toBe(200);
	});

	test.each([
		["as text", { email_verified: "true" }],
		["with Microsoft’s claim", { email_verified: undefined, xms_edov: true }],
		["with Microsoft’s claim as text", { email_verified: undefined, xms_edov: "true" }],
		["with Microsoft’s claim as a number", { email_verified: undefined, xms_edov: "1" }],
	])("takes an address that the provider says is verified, %s", async (_name, claims) => {
		const { email } = person(claims);
		expect(await me((await signIn(email)).cookie)).toMatchObject({ email, emailConfirmed: true });
	});

	test("asks with PKCE, state and nonce, and keeps none of them where others can read it", async () => {
		const { email } = person();
		const { first, callback } = await toCallback(email);
		const asked = Object.fromEntries(first.searchParams);
		expect(asked).toMatchObject({
			response_type: "code",
			code_challenge_method: "S256",
			scope: "openid email profile",
		});
		for (const secret of ["state", "nonce", "code_challenge"]) expect(asked[secret]).toMatch(/^[\w-]{43}$/);
		const { rows } = await pool.query("SELECT sign_on_attempts::text AS row FROM sign_on_attempts");
		expect(JSON.stringify(rows)).not.toContain(callback.searchParams.get("state"));
	});

	test("changes the role with the map at each sign-in, and gives the default role where no value matches", async () => {
		const { email, sub } = person({ groups: ["grc"] });
		const { accountId } = await me((await signIn(email)).cookie);
		for (const [groups, role] of [
			[["grc", "grc-leads"], "manager"],
			["grc", "consultant"],
			[["other"], "auditor"],
		] as const) {
			provider.people.set(sub, { sub, email, email_verified: true, groups });
			await signIn(email);
			expect(await roleOf(accountId)).toBe(role);
		}
	});

	test("lets nobody in whom no value matches if there is no default role, and leaves no account behind", async () => {
		await company.setProvider({ defaultRole: null });
		const { email } = person({ groups: ["other"] });
		expect(await signIn(email)).toEqual(failed("no_role"));
		expect((await pool.query("SELECT FROM accounts WHERE email = $1", [email])).rowCount).toBe(0);
		await company.setProvider();
	});

	test("never lowers an owner, and lets one in without any value", async () => {
		await company.setProvider({ defaultRole: null });
		const { email } = person({ groups: ["other"] });
		const account = await createAccount(server, { email });
		await pool.query("INSERT INTO memberships (workspace_id, account_id, role) VALUES ($1, $2, 'owner')", [
			owner.workspaceId,
			account.accountId,
		]);
		expect((await signIn(email)).to).toContain("company=done");
		expect(await roleOf(account.accountId)).toBe("owner");
		await company.setProvider();
	});

	test("does not bring back a member whose last day is over", async () => {
		const { email } = person();
		const { accountId } = await me((await signIn(email)).cookie);
		await pool.query("UPDATE memberships SET ends_on = '2020-01-01' WHERE account_id = $1 AND workspace_id = $2", [
			accountId,
			owner.workspaceId,
		]);
		expect(await signIn(email)).toEqual(failed("ended"));
	});

	test("does not bring back a member who was removed, also as another subject; an invitation does", async () => {
		const { email } = person({ groups: ["grc"] });
		const { accountId } = await me((await signIn(email)).cookie);
		const of = [accountId, owner.workspaceId];
		await pool.query("DELETE FROM memberships WHERE account_id = $1 AND workspace_id = $2", of);
		expect(await signIn(email)).toEqual(failed("ended"));
		// As if the provider had created the person again.
		await pool.query("UPDATE sign_on_identities SET subject = 'before' WHERE account_id = $1", [accountId]);
		expect(await signIn(email)).toEqual(failed("ended"));
		await pool.query("INSERT INTO memberships (account_id, workspace_id, role) VALUES ($1, $2, 'auditor')", of);
		expect((await signIn(email)).to).toContain("company=done");
		expect(await roleOf(accountId)).toBe("consultant");
	});

	test("links an account that confirmed the same address, and finds it again by its subject", async () => {
		const { email, sub } = person();
		const account = await createAccount(server, { email });
		const done = await signIn(email);
		expect((await me(done.cookie)).accountId).toBe(account.accountId);
		expect((await postJson(server.url, API_PATHS.token, { email, password: PASSWORD })).status).toBe(204);
		const renamed = `new-${email}`;
		provider.people.set(sub, { sub, email: renamed, email_verified: true });
		expect((await me((await signIn(renamed)).cookie)).accountId).toBe(account.accountId);
	});

	test("does not enter an account that its owner has taken to an address elsewhere", async () => {
		const { email } = person();
		const { accountId } = await me((await signIn(email)).cookie);
		const own = newAccountAddress();
		await pool.query("UPDATE accounts SET email = $2, email_key = $2 WHERE id = $1", [accountId, own]);
		const again = await me((await signIn(email)).cookie);
		expect(again).toMatchObject({ email });
		expect(again.accountId).not.toBe(accountId);
	});

	test("replaces an account that never confirmed the address: a stranger may know its password", async () => {
		const { email } = person();
		const stranger = await createAccount(server, { email, confirmed: false });
		const done = await signIn(email);
		expect((await me(done.cookie)).accountId).not.toBe(stranger.accountId);
		expect((await me(stranger.cookie)).code).toBe("sign_in_required");
		expect((await postJson(server.url, API_PATHS.token, { email, password: PASSWORD })).status).toBe(401);
	});

	test("ends the session that the browser brought along", async () => {
		const planted = await createAccount(server);
		const { email } = person();
		expect((await me((await signIn(email, { browser: planted.cookie })).cookie)).email).toBe(email);
		expect((await me(planted.cookie)).code).toBe("sign_in_required");
	});
});

describe("a sign-in is refused", () => {
	test("for a domain that nobody has verified, also one that was only added", async () => {
		await owner.call("addSignOnDomain", { body: { domain: "added.example.com" } });
		for (const email of ["a@added.example.com", newAccountAddress()]) expect((await start(email)).status).toBe(404);
	});

	test("without a state, with another one, from another browser, and the second time", async () => {
		const { email } = person();
		const { callback, cookie } = await toCallback(email);
		const other = await toCallback(email);
		const without = new URL(callback);
		without.searchParams.delete("state");
		const wrong = new URL(callback);
		wrong.searchParams.set("state", "x".repeat(43));
		for (const [url, jar] of [
			[without, cookie],
			[wrong, cookie],
			[callback, ""],
			[callback, other.cookie],
		] as const) {
			expect(await comeBack(url, jar)).toEqual(failed("expired"));
		}
		expect((await comeBack(callback, cookie)).to).toContain("company=done");
		expect(await comeBack(callback, cookie)).toEqual(failed("expired"));
	});

	test("ten minutes after it began", async () => {
		const { email } = person();
		const { callback, cookie } = await toCallback(email);
		await pool.query("UPDATE sign_on_attempts SET expires_at = now() - interval '1 second'");
		expect(await comeBack(callback, cookie)).toEqual(failed("expired"));
	});

	test("if the person says no at the provider", async () => {
		const { email } = person();
		provider.state.signedIn = "nobody";
		expect(await signIn(email)).toEqual(failed("refused"));
	});

	test.each([
		["no email", { email: undefined }, "no_email"],
		["an email that is none", { email: "grace" }, "no_email"],
		["an email that was not verified", { email_verified: false }, "unverified_email"],
		["an email that was not verified, as text", { email_verified: "false" }, "unverified_email"],
		["an email of which nothing is said", { email_verified: undefined }, "unstated_email"],
		["an email of which nothing is said that we can read", { email_verified: "yes" }, "unstated_email"],
		["an email whose domain is not the tenant’s", { email_verified: undefined, xms_edov: false }, "unverified_email"],
		["an email that only Microsoft’s claim vouches for", { email_verified: false, xms_edov: true }, "unverified_email"],
		["another domain", { email: "grace@elsewhere.example.com" }, "other_domain"],
		["a domain below ours", { email: "grace@sub.ours" }, "other_domain"],
	])("with %s", async (_name, claims, because) => {
		const below = "email" in claims && claims.email === "grace@sub.ours" ? { email: `grace@sub.${domain}` } : {};
		const { email } = person({ ...claims, ...below });
		expect(await signIn(email)).toEqual(failed(because));
		expect((await pool.query("SELECT FROM accounts WHERE email = $1", [email])).rowCount).toBe(0);
	});

	test.each([
		["another nonce", { nonce: "another" }],
		["no nonce", { nonce: undefined }],
		["another audience", { aud: "another-client" }],
		["another issuer", { iss: "https://login.example.org" }],
		["an end that is over", { exp: Math.floor(Date.now() / 1_000) - 3_600 }],
	])("for an ID token with %s, though the provider signed it", async (_name, change) => {
		const { email } = person();
		alterToken((token) => provider.resign(token, change));
		expect(await signIn(email)).toEqual(failed("refused"));
	});

	test("and not because the test changes the answer: the same token, signed again, is accepted", async () => {
		const { email } = person();
		alterToken((token) => provider.resign(token, {}));
		expect((await signIn(email)).to).toContain("company=done");
	});

	test("for an ID token that somebody else signed", async () => {
		const { email } = person();
		alterToken((token) => `${token.slice(0, token.lastIndexOf("."))}.${"A".repeat(342)}`);
		expect(await signIn(email)).toEqual(failed("refused"));
	});

	test("for a code that a second answer names another issuer with", async () => {
		const { email } = person();
		const { callback, cookie } = await toCallback(email);
		callback.searchParams.set("iss", "https://login.example.org");
		expect(await comeBack(callback, cookie)).toEqual(failed("refused"));
	});
});

describe("a provider in trouble", () => {
	test("that hangs, sends 10 MB, nonsense or another issuer is said at the start, within the limit", async () => {
		const { email } = person();
		const answers = [
			"x".repeat(10_000_000),
			"<html>Maintenance</html>",
			JSON.stringify({ issuer: "https://login.example.org" }),
		];
		for (const alter of [() => "hang" as const, ...answers.map((answer) => () => answer)]) {
			provider.state.alter = alter;
			const answer = await start(email);
			expect(answer.status).toBe(424);
			expect((await answer.json()).message).toContain("can’t be reached right now");
		}
	});

	test("that hangs or sends 10 MB for the tokens ends the sign-in and nothing else", async () => {
		for (const answer of ["hang", "x".repeat(10_000_000)] as const) {
			const { email } = person();
			provider.state.alter = (path, body) => (path === "/token" ? answer : body);
			expect(await signIn(email)).toEqual(failed("unavailable"));
		}
	});

	test("keeps no member whose workspace requires it in, and never an owner out", async () => {
		const { email } = person();
		const done = await signIn(email);
		const account = { ...(await me(done.cookie)), email, password: "" };
		const elsewhere = await createAccount(server);
		await pool.query("INSERT INTO memberships (workspace_id, account_id, role) VALUES ($1, $2, 'manager')", [
			owner.workspaceId,
			elsewhere.accountId,
		]);
		await company.setProvider({ required: true });
		provider.state.alter = () => "hang";
		expect(
			(await asMember(server, { ...account, cookie: done.cookie }, owner.workspaceId).call("readWorkspace")).status,
		).toBe(200);
		const refused = await asMember(server, elsewhere, owner.workspaceId).call("readWorkspace");
		expect(await company.refusalOf(refused)).toMatchObject({ status: 403, code: "sign_on_required" });
		expect((await asMember(server, elsewhere, elsewhere.accountId).call("readWorkspace")).status).toBe(200);
		const fresh = cookiesOf(await postJson(server.url, API_PATHS.token, { email: owner.email, password: PASSWORD }));
		const again = asMember(server, { ...owner, cookie: fresh }, owner.workspaceId);
		expect((await again.call("readWorkspace")).status).toBe(200);
		// The owner can turn it off while the provider is down.
		expect((await company.setProvider({ required: false })).status).toBe(200);
		expect((await asMember(server, elsewhere, owner.workspaceId).call("readWorkspace")).status).toBe(200);
	});

	test("lets the tokens of members work where it is required, and asks for it when one is made", async () => {
		const { email } = person();
		const done = await signIn(email);
		const member = asMember(
			server,
			{ ...(await me(done.cookie)), email, password: "", cookie: done.cookie },
			owner.workspaceId,
		);
		const elsewhere = await createAccount(server);
		await pool.query("INSERT INTO memberships (workspace_id, account_id, role) VALUES ($1, $2, 'manager')", [
			owner.workspaceId,
			elsewhere.accountId,
		]);
		const withPassword = asMember(server, elsewhere, owner.workspaceId);
		const body = { name: "CI", scopes: ["scans:read"], endsOn: new Date().toISOString().slice(0, 10) };
		const before = await (await withPassword.call("makeToken", { body })).json();
		await company.setProvider({ required: true });
		const statusOf = async ({ token }: { token: string }) =>
			(await apiClient(server.url, { Authorization: `Bearer ${token}` })("listScans")).status;
		expect(await company.refusalOf(await withPassword.call("makeToken", { body }))).toMatchObject({
			status: 403,
			code: "sign_on_required",
		});
		const made = await member.call("makeToken", { body });
		expect(made.status).toBe(201);
		expect(await statusOf(await made.json())).toBe(200);
		expect(await statusOf(before)).toBe(200);
		expect((await owner.call("revokeToken", { params: { tokenId: before.id } })).status).toBe(204);
		expect(await statusOf(before)).toBe(401);
		await company.setProvider({ required: false });
	});
});
