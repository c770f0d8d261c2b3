import { TOTP } from "otpauth";
import { expect, test } from "vitest";
import { API_PATHS } from "#contract/routes.ts";
import { newSecret } from "#server/platform/keys/secret-text.ts";
import { openPasskeyBrowser } from "../../../../support/passkeys/passkey-browser.ts";
import { cookiesOf, PASSWORD, postJson } from "../../../../support/server/accounts.ts";
import { apiClient, refusalOf } from "../../../../support/server/api-client.ts";
import { addMember, asMember, createOwner, type TestMember } from "../../../../support/server/people.ts";
import { quickPasswords } from "../../../../support/server/quick-passwords.ts";
import { startTestServer } from "../../../../support/server/test-server.ts";

const MINUTE = 60_000;
let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const server = await startTestServer({
	env: { ROLE: "api", SEAL_SECRET: newSecret() },
	parts: { now, passwords: quickPasswords() },
});

const codeOf = async (answer: Response) => (answer.ok ? answer.status : (await refusalOf(answer)).code);
/** Whether the workspace lets the session in. */
const enter = async (who: TestMember) => codeOf(await who.call("readWorkspace"));
const require = (who: TestMember, twoFactorsRequired: boolean) =>
	who.call("changeWorkspace", { body: { twoFactorsRequired } });

/** Turns on codes from an app. */
async function addApp(who: TestMember) {
	const { secret } = await (await who.call("beginTotp", { body: { current: PASSWORD } })).json();
	const app = new TOTP({ secret });
	const code = () => app.generate({ timestamp: now().getTime() });
	expect((await who.call("confirmTotp", { body: { code: code() } })).status).toBe(200);
	ahead += MINUTE;
	return code;
}

/** The same account, signed in again with just its password. */
const withPassword = async (who: TestMember) => {
	const answer = await postJson(server.url, API_PATHS.token, { email: who.email, password: PASSWORD });
	return asMember(server, { ...who, cookie: cookiesOf(answer) }, who.workspaceId);
};

/** A workspace that requires two factors, and its owner, who has them. */
async function strict() {
	const owner = await createOwner(server);
	const code = await addApp(owner);
	expect((await require(owner, true)).status).toBe(200);
	return { owner, code };
}

test("who has one factor cannot require two: it would lock them out", async () => {
	const owner = await createOwner(server);
	expect(await refusalOf(await require(owner, true))).toMatchObject({
		status: 400,
		details: { fields: [{ field: "/twoFactorsRequired" }] },
	});
	expect(await enter(owner)).toBe(200);
	await addApp(owner);
	expect(await (await require(owner, true)).json()).toMatchObject({ twoFactorsRequired: true });
	expect(await enter(owner)).toBe(200);
	const { rows } = await server.database.pool.query(
		"SELECT detail -> 'changed' AS changed FROM audit_entries WHERE workspace_id = $1 AND what = 'workspace-changed'",
		[owner.workspaceId],
	);
	expect(rows).toEqual([{ changed: ["two_factors_required"] }]);
});

test("members with one factor are not let in, and are as soon as they have given a second", async () => {
	const { owner } = await strict();
	const member = await addMember(server, owner, "manager");
	expect(await refusalOf(await member.call("readWorkspace"))).toMatchObject({
		status: 403,
		code: "two_factors_required",
		message: expect.stringContaining("Settings, Sign-in"),
	});
	expect(await codeOf(await member.call("listFindings"))).toBe("two_factors_required");
	expect(await codeOf(await require(member, false))).toBe("two_factors_required");
	// Their own workspace is none of its business, and neither is the way to a second factor.
	expect(await enter(asMember(server, member, member.accountId))).toBe(200);
	await addApp(member);
	expect(await enter(member)).toBe(200);
	expect((await require(member, false)).status).toBe(200);
});

test("roles that cannot manage cannot change it", async () => {
	const owner = await createOwner(server);
	const auditor = await addMember(server, owner, "auditor");
	expect(await codeOf(await require(auditor, false))).toBe("role_required");
});

test("it counts for the session that gave it, and an older session of the account can give it, too", async () => {
	const { owner } = await strict();
	const member = await addMember(server, owner, "consultant");
	const older = await withPassword(member);
	const code = await addApp(member);
	expect(await enter(member)).toBe(200);
	expect(await enter(older)).toBe("two_factors_required");
	expect(await codeOf(await older.call("giveProof", { body: { password: PASSWORD } }))).toBe("invalid_body");
	expect(await enter(older)).toBe("two_factors_required");
	expect((await older.call("giveProof", { body: { password: PASSWORD, code: code() } })).status).toBe(204);
	expect(await enter(older)).toBe(200);
});

test("a password alone proves nothing where there is no second factor", async () => {
	const { owner } = await strict();
	const member = await addMember(server, owner, "consultant");
	expect((await member.call("giveProof", { body: { password: PASSWORD } })).status).toBe(204);
	expect(await enter(member)).toBe("two_factors_required");
});

test("a passkey counts: added, for signing in, and for confirming; removed, it is missing", async () => {
	const { owner } = await strict();
	const member = await addMember(server, owner, "consultant");
	const browser = openPasskeyBrowser(server, member.cookie);
	const passkey = await browser.add();
	expect(await enter(member)).toBe(200);
	const other = await withPassword(member);
	expect(await enter(other)).toBe("two_factors_required");
	const otherBrowser = openPasskeyBrowser(server, other.cookie);
	expect((await otherBrowser.prove(passkey.sign(await otherBrowser.ask()))).status).toBe(204);
	expect(await enter(other)).toBe(200);
	const fresh = openPasskeyBrowser(server);
	expect((await fresh.signIn(passkey)).status).toBe(204);
	const signedIn = asMember(server, { ...member, cookie: fresh.cookie("session") ?? "" }, member.workspaceId);
	expect(await enter(signedIn)).toBe(200);
	expect((await browser.remove(passkey.kept.id)).status).toBe(204);
	for (const one of [member, other, signedIn]) expect(await enter(one)).toBe("two_factors_required");
});

test("codes that are turned off are missing, and a new password keeps what was given", async () => {
	const { owner, code } = await strict();
	const body = { current: PASSWORD, password: "an entirely new one" };
	const changed = await owner.call("changePassword", { body });
	const again = asMember(server, { ...owner, cookie: cookiesOf(changed) }, owner.workspaceId);
	expect(await enter(again)).toBe(200);
	const off = { current: "an entirely new one", code: code() };
	expect((await again.call("endTotp", { body: off })).status).toBe(204);
	expect(await enter(again)).toBe("two_factors_required");
});

test("a sign-in with a code counts", async () => {
	const { owner, code } = await strict();
	const pending = await postJson(server.url, API_PATHS.token, { email: owner.email, password: PASSWORD });
	const done = await fetch(`${server.url}/api/v1/${API_PATHS.tokenSecond}`, {
		method: "POST",
		headers: { "Content-Type": "application/json", Cookie: cookiesOf(pending) },
		body: JSON.stringify({ code: code() }),
	});
	expect(done.status).toBe(204);
	expect(await enter(asMember(server, { ...owner, cookie: cookiesOf(done) }, owner.workspaceId))).toBe(200);
});

test("the company sign-in of a workspace counts there and nowhere else", async () => {
	const { owner } = await strict();
	const other = await strict();
	const member = await addMember(server, owner, "consultant");
	await server.database.pool.query(
		"INSERT INTO memberships (workspace_id, account_id, role) VALUES ($1, $2, 'consultant')",
		[other.owner.workspaceId, member.accountId],
	);
	await server.database.pool.query(
		"UPDATE sessions SET signed_in_with = 'company', sign_on_workspace = $1 WHERE account_id = $2",
		[owner.workspaceId, member.accountId],
	);
	expect(await enter(member)).toBe(200);
	expect(await enter(asMember(server, member, other.owner.workspaceId))).toBe("two_factors_required");
});

test("API tokens keep working; none is made without two factors", async () => {
	const { owner } = await strict();
	const body = { name: "CI", scopes: ["scans:read"], endsOn: new Date().toISOString().slice(0, 10) };
	const made = await owner.call("makeToken", { body });
	const { token } = await made.json();
	expect((await apiClient(server.url, { Authorization: `Bearer ${token}` })("listScans")).status).toBe(200);
	const member = await addMember(server, owner, "manager");
	expect(await codeOf(await member.call("makeToken", { body }))).toBe("two_factors_required");
});

test("a password cannot make the factor that is missing: an account that has one confirms with it first", async () => {
	const { owner } = await strict();
	const member = await addMember(server, owner, "consultant");
	const passkey = await openPasskeyBrowser(server, member.cookie).add();
	const thief = await withPassword(member);
	const browser = openPasskeyBrowser(server, thief.cookie);
	const tries = async () => [
		await codeOf(await thief.call("beginTotp", { body: { current: PASSWORD } })),
		await codeOf(await thief.call("beginPasskey")),
		await codeOf(await browser.remove(passkey.kept.id)),
	];
	expect(await tries()).toEqual(["two_factors_required", "two_factors_required", "two_factors_required"]);
	// The password again is not another factor.
	expect((await thief.call("giveProof", { body: { password: PASSWORD } })).status).toBe(204);
	expect(await tries()).toEqual(["two_factors_required", "two_factors_required", "two_factors_required"]);
	expect(await enter(thief)).toBe("two_factors_required");
	expect((await browser.prove(passkey.sign(await browser.ask()))).status).toBe(204);
	await addApp(thief);
	expect(await enter(thief)).toBe(200);
});

test("what was begun before the account had a factor ends nothing that was not given", async () => {
	const { owner } = await strict();
	const member = await addMember(server, owner, "consultant");
	const thief = await withPassword(member);
	const { secret } = await (await thief.call("beginTotp", { body: { current: PASSWORD } })).json();
	await openPasskeyBrowser(server, member.cookie).add();
	const code = new TOTP({ secret }).generate({ timestamp: now().getTime() });
	expect(await codeOf(await thief.call("confirmTotp", { body: { code } }))).toBe("two_factors_required");
	expect(await enter(thief)).toBe("two_factors_required");
});

test("a company's sign-in adds no factor to the account, whose other workspaces it could enter with it", async () => {
	const { owner } = await strict();
	const member = await addMember(server, owner, "consultant");
	await server.database.pool.query("UPDATE sessions SET signed_in_with = 'company' WHERE account_id = $1", [
		member.accountId,
	]);
	expect(await codeOf(await member.call("beginPasskey"))).toBe("two_factors_required");
	expect(await codeOf(await member.call("beginTotp", { body: { current: PASSWORD } }))).toBe("two_factors_required");
	expect(await enter(member)).toBe("two_factors_required");
});

test("what is the account's own obeys the rule of its own workspace: with one factor nothing is exported, deleted or scanned", async () => {
	const { owner, code } = await strict();
	const other = await strict();
	await server.database.pool.query("UPDATE sessions SET two_factors = false WHERE account_id = $1", [owner.accountId]);
	await server.database.pool.query(
		"INSERT INTO memberships (workspace_id, account_id, role) VALUES ($1, $2, 'consultant')",
		[other.owner.workspaceId, owner.accountId],
	);
	// Whichever workspace it names.
	for (const place of [owner.workspaceId, other.owner.workspaceId]) {
		const there = asMember(server, owner, place);
		expect(await codeOf(await there.call("exportMyData"))).toBe("two_factors_required");
		expect(await codeOf(await there.call("deleteAccount", { body: { current: PASSWORD } }))).toBe(
			"two_factors_required",
		);
		expect(await codeOf(await there.call("watchHost", { body: {} }))).toBe("two_factors_required");
	}
	expect((await owner.call("giveProof", { body: { password: PASSWORD, code: code() } })).status).toBe(204);
	expect((await owner.call("exportMyData")).status).toBe(200);
});

test("ending the requirement asks again who it is, and requiring it does not", async () => {
	const { owner, code } = await strict();
	ahead += 20 * MINUTE;
	expect(await codeOf(await require(owner, false))).toBe("step_up_required");
	expect((await require(owner, true)).status).toBe(200);
	expect((await owner.call("giveProof", { body: { password: PASSWORD, code: code() } })).status).toBe(204);
	expect(await (await require(owner, false)).json()).toMatchObject({ twoFactorsRequired: false });
});
