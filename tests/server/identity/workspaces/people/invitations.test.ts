import { describe, expect, test } from "vitest";
import { deleteOldData } from "#server/app/upkeep/retention.ts";
import { startAccountServer } from "../../../../support/server/account-server.ts";
import { createAccount, newAccountAddress } from "../../../../support/server/accounts.ts";
import { apiClient, asAccount, refusalOf } from "../../../../support/server/api-client.ts";
import { decodeMail } from "../../../../support/server/mailbox.ts";
import { addClient, addMember, createOwner, inviteTo, tokenFor } from "../../../../support/server/people.ts";

const { server, mailbox, pool } = await startAccountServer();
const owner = await createOwner(server);
const anybody = apiClient(server.url);
const as = (account: Parameters<typeof asAccount>[0]) => apiClient(server.url, asAccount(account));
const accept = (account: Parameters<typeof asAccount>[0], token: string) =>
	as(account)("acceptInvitation", { body: { token } });
const read = (token: string) => anybody("readInvitation", { body: { token } });
/** Invites an address and creates an account with it. */
const invited = async (body: Record<string, unknown> = {}) => {
	const invitation = await inviteTo(mailbox, owner, body);
	return { ...invitation, account: await createAccount(server, { email: invitation.email }) };
};
const listed = async () => (await (await owner.call("listMembers")).json()).invitations;

describe("an invitation", () => {
	test("is read by anyone who has its link, and makes the account with its address a member", async () => {
		const { token, email, account } = await invited({ role: "auditor", endsOn: "2099-12-31" });
		const offer = await (await read(token)).json();
		expect(offer).toEqual({
			workspace: { name: "Analytical Engines", kind: "company" },
			invitedBy: "Ada Lovelace",
			role: "auditor",
			clientName: null,
			email: `${email[0]}…@example.org`,
			state: "sent",
			endsOn: "2099-12-31",
		});
		const headers = { "Plumbline-Workspace": owner.workspaceId };
		expect(await refusalOf(await as(account)("readWorkspace", { headers }))).toMatchObject({ code: "other_workspace" });

		const accepted = await accept(account, token);
		expect(accepted.status).toBe(200);
		const membership = { id: owner.workspaceId, role: "auditor", clientId: null, endsOn: "2099-12-31" };
		expect(await accepted.json()).toMatchObject(membership);
		expect(await (await as(account)("readWorkspace", { headers })).json()).toMatchObject(membership);
		const { workspaces } = await (await as(account)("listWorkspaces")).json();
		expect(workspaces.map(({ id }: { id: string }) => id)).toEqual([account.accountId, owner.workspaceId]);
		expect((await listed())[0]).toMatchObject({ email, state: "accepted", invitedBy: "Ada Lovelace" });
	});

	test("can be accepted twice by the same account, and by no other", async () => {
		const { token, account } = await invited();
		const [first, second] = await Promise.all([accept(account, token), accept(account, token)]);
		expect([first.status, second.status]).toEqual([200, 200]);
		expect(await second.json()).toEqual(await first.json());
		const stranger = await createAccount(server);
		expect(await refusalOf(await accept(stranger, token))).toMatchObject({
			status: 409,
			code: "invitation_ended",
			message: expect.stringContaining("used already"),
		});
		expect((await (await read(token)).json()).state).toBe("accepted");
	});

	test("is not for the account of another address that is signed in, and says which address it is for", async () => {
		const { token, email } = await invited();
		const stranger = await createAccount(server);
		const refused = await refusalOf(await accept(stranger, token));
		expect(refused).toMatchObject({ status: 409, code: "invitation_of_other_address" });
		expect(refused.message).toContain(`${email[0]}…@example.org`);
		expect(refused.message).toContain(stranger.email);
		expect(refused.message).not.toContain(email);
		expect((await (await read(token)).json()).state).toBe("sent");
	});

	test("takes another spelling of the invited address", async () => {
		const email = newAccountAddress();
		const { token } = await inviteTo(mailbox, owner, { email: ` ${email.replace("account", "Account")} ` });
		expect((await accept(await createAccount(server, { email }), token)).status).toBe(200);
	});

	test("waits until the address is confirmed", async () => {
		const { email, token } = await inviteTo(mailbox, owner);
		const account = await createAccount(server, { email, confirmed: false });
		expect(await refusalOf(await accept(account, token))).toMatchObject({ status: 403, code: "email_unconfirmed" });
		await pool.query("UPDATE accounts SET email_confirmed_at = now() WHERE id = $1", [account.accountId]);
		expect((await accept(account, token)).status).toBe(200);
	});

	test("ends at the moment that it says, and with the last day that it offers", async () => {
		const { id, token, account } = await invited();
		await pool.query("UPDATE invitations SET expires_at = now() WHERE id = $1", [id]);
		expect((await (await read(token)).json()).state).toBe("expired");
		const expired = { status: 409, code: "invitation_ended", message: expect.stringContaining("has expired") };
		expect(await refusalOf(await accept(account, token))).toMatchObject(expired);
		const short = await invited({ endsOn: "2099-12-31" });
		await pool.query("UPDATE invitations SET ends_on = '2020-01-01' WHERE id = $1", [short.id]);
		expect(await refusalOf(await accept(short.account, short.token))).toMatchObject(expired);
	});

	test("ends when it is revoked", async () => {
		const { id, token, account } = await invited();
		const params = { invitationId: id };
		expect((await owner.call("revokeInvitation", { params })).status).toBe(204);
		expect((await owner.call("revokeInvitation", { params })).status).toBe(204);
		expect(await refusalOf(await accept(account, token))).toMatchObject({
			status: 409,
			code: "invitation_ended",
			message: expect.stringContaining("was revoked"),
		});
		expect(await refusalOf(await owner.call("resendInvitation", { params }))).toMatchObject({
			code: "invitation_ended",
		});
	});

	test("sent again has another link and another week; the old link is as good as unknown", async () => {
		const { id, email, token, expiresAt } = await inviteTo(mailbox, owner);
		await pool.query("UPDATE invitations SET expires_at = expires_at - interval '8 days' WHERE id = $1", [id]);
		const resent = await (await owner.call("resendInvitation", { params: { invitationId: id } })).json();
		expect(resent.state).toBe("sent");
		expect(Date.parse(resent.expiresAt) - Date.parse(expiresAt)).toBeGreaterThanOrEqual(0);
		const unknown = await refusalOf(await read("A".repeat(43)));
		expect(unknown).toMatchObject({ status: 404, code: "not_found" });
		expect(await refusalOf(await read(token))).toEqual(unknown);
		const account = await createAccount(server, { email });
		expect(await refusalOf(await accept(account, token))).toEqual(unknown);
		const newer = await tokenFor(mailbox, email, 2);
		expect(newer).not.toBe(token);
		expect((await accept(account, newer)).status).toBe(200);
		const again = await refusalOf(await owner.call("resendInvitation", { params: { invitationId: id } }));
		expect(again).toMatchObject({ status: 409, code: "invitation_ended" });
	});

	test("replaces an earlier one to the same address", async () => {
		const first = await inviteTo(mailbox, owner, { role: "auditor" });
		const response = await owner.call("invite", { body: { email: first.email, role: "manager" } });
		expect(response.status).toBe(201);
		const second = await tokenFor(mailbox, first.email, 2);
		const account = await createAccount(server, { email: first.email });
		expect(await refusalOf(await accept(account, first.token))).toMatchObject({ code: "invitation_ended" });
		expect(await (await accept(account, second)).json()).toMatchObject({ role: "manager" });
	});

	test("is worth nothing once its sender may no longer give its role", async () => {
		const manager = await addMember(server, owner, "manager");
		const removed = await inviteTo(mailbox, manager);
		const params = { accountId: manager.accountId };
		expect((await owner.call("removeMember", { params })).status).toBe(204);
		expect((await (await read(removed.token)).json()).state).toBe("revoked");

		const ending = await addMember(server, owner, "manager");
		const { token, email } = await inviteTo(mailbox, ending);
		await pool.query("UPDATE memberships SET ends_on = '2020-01-01' WHERE account_id = $1 AND workspace_id = $2", [
			ending.accountId,
			owner.workspaceId,
		]);
		const account = await createAccount(server, { email });
		expect(await refusalOf(await accept(account, token))).toMatchObject({ status: 409, code: "invitation_ended" });
	});

	test("does not bring back a member who left", async () => {
		const { token, account } = await invited();
		expect((await accept(account, token)).status).toBe(200);
		const leave = await as(account)("removeMember", {
			params: { accountId: account.accountId },
			headers: { "Plumbline-Workspace": owner.workspaceId },
		});
		expect(leave.status).toBe(204);
		expect(await refusalOf(await accept(account, token))).toMatchObject({ status: 409, code: "invitation_ended" });
	});

	test("is gone 30 days after its end", async () => {
		const { id } = await inviteTo(mailbox, owner);
		await owner.call("revokeInvitation", { params: { invitationId: id } });
		const has = async () => (await listed()).some((one: { id: string }) => one.id === id);
		await pool.query("UPDATE invitations SET revoked_at = now() - interval '29 days' WHERE id = $1", [id]);
		await deleteOldData(pool, 30);
		expect(await has()).toBe(true);
		await pool.query("UPDATE invitations SET revoked_at = now() - interval '31 days' WHERE id = $1", [id]);
		await deleteOldData(pool, 30);
		expect(await has()).toBe(false);
	});
});

describe("inviting", () => {
	test("a member is refused at the field, and a former one is not", async () => {
		const member = await addMember(server, owner, "auditor");
		const body = { email: member.email.toUpperCase(), role: "manager" };
		expect(await refusalOf(await owner.call("invite", { body }))).toMatchObject({
			status: 400,
			code: "invalid_body",
			details: { fields: [{ field: "/email", message: expect.stringContaining("a member already") }] },
		});
		await pool.query("UPDATE memberships SET ends_on = '2020-01-01' WHERE account_id = $1 AND workspace_id = $2", [
			member.accountId,
			owner.workspaceId,
		]);
		const { token } = await inviteTo(mailbox, owner, { email: member.email, role: "contributor" });
		expect(await (await accept(member, token)).json()).toMatchObject({ role: "contributor", endsOn: null });
	});

	test("needs a confirmed address of the sender's own", async () => {
		const account = await createAccount(server, { confirmed: false });
		const body = { email: newAccountAddress(), role: "auditor" };
		expect(await refusalOf(await as(account)("invite", { body }))).toMatchObject({
			status: 403,
			code: "email_unconfirmed",
		});
	});

	test("a guest is for one client of the same workspace", async () => {
		const acme = await addClient(server, owner.workspaceId, "Acme Bank");
		const foreign = await addClient(server, (await createOwner(server)).workspaceId, "Foreign");
		const body = (clientId?: string) => ({ email: newAccountAddress(), role: "guest", ...(clientId && { clientId }) });
		expect((await owner.call("invite", { body: body() })).status).toBe(400);
		expect(await refusalOf(await owner.call("invite", { body: body(foreign) }))).toMatchObject({
			status: 404,
			code: "client_unknown",
		});
		const { token, email } = await inviteTo(mailbox, owner, body(acme));
		expect(await (await read(token)).json()).toMatchObject({ role: "guest", clientName: "Acme Bank" });
		const guest = await createAccount(server, { email });
		expect(await (await accept(guest, token)).json()).toMatchObject({ role: "guest", clientId: acme });
		await pool.query("UPDATE clients SET archived_at = now() WHERE id = $1", [acme]);
		expect(await refusalOf(await owner.call("invite", { body: body(acme) }))).toMatchObject({
			status: 409,
			code: "client_archived",
		});
	});

	test("the same request twice sends one email", async () => {
		const email = newAccountAddress();
		const call = { body: { email, role: "auditor" }, headers: { "Idempotency-Key": "twice" } };
		const [first, second] = [await owner.call("invite", call), await owner.call("invite", call)];
		expect([first.status, second.status]).toEqual([201, 201]);
		expect(await second.json()).toEqual(await first.json());
		const other = await owner.call("invite", { ...call, body: { email, role: "manager" } });
		expect(await refusalOf(other)).toMatchObject({ status: 422, code: "idempotency_mismatch" });
		await tokenFor(mailbox, email);
		const { rowCount } = await pool.query("SELECT 1 FROM invitations WHERE email = $1", [email]);
		expect(rowCount).toBe(1);
	});

	test("one address gets three emails an hour from a workspace", async () => {
		const inviter = await createOwner(server);
		const { id } = await inviteTo(mailbox, inviter);
		const resend = () => inviter.call("resendInvitation", { params: { invitationId: id } });
		expect([(await resend()).status, (await resend()).status]).toEqual([200, 200]);
		const refused = await refusalOf(await resend());
		expect(refused).toMatchObject({ status: 429, code: "rate_limited", details: { scope: "entry" } });
	});

	test("managers offer neither ownership nor touch an invitation that does", async () => {
		const manager = await addMember(server, owner, "manager");
		const needsOwner = { status: 403, code: "role_required", details: { role: "manager", needs: ["owner"] } };
		const body = { email: newAccountAddress(), role: "owner" };
		const refused = await refusalOf(await manager.call("invite", { body }));
		expect(refused).toMatchObject({ ...needsOwner, details: { people: ["Ada Lovelace"] } });
		const { id, email } = await inviteTo(mailbox, owner, { role: "owner" });
		const params = { invitationId: id };
		expect(await refusalOf(await manager.call("resendInvitation", { params }))).toMatchObject(needsOwner);
		expect(await refusalOf(await manager.call("revokeInvitation", { params }))).toMatchObject(needsOwner);
		const again = await manager.call("invite", { body: { email, role: "auditor" } });
		expect(await refusalOf(again)).toMatchObject(needsOwner);
	});
});

test("the email names who invites whom to what, and no text of a member becomes a link or a header", async () => {
	const inviter = await createOwner(server);
	const evil = 'https://evil.example <b onclick="x">"Bank"</b> \u202e☠️ a@b.example';
	await inviter.call("changeProfile", { body: { firstName: evil, lastName: "x".repeat(90) } });
	expect((await inviter.call("changeWorkspace", { body: { name: evil } })).status).toBe(200);
	const { email } = await inviteTo(mailbox, inviter, { role: "consultant" });
	const { raw } = mailbox.received.find(({ to }) => to.includes(email)) ?? expect.fail("no email");
	const mail = decodeMail(raw).replaceAll("\r\n", "\n");
	expect(mail).toContain("Subject: You are invited to a workspace on Plumbline\n");
	expect(mail).toContain("you join as a consultant");
	expect(mail).toMatch(/until \d+ \w+ \d{4}, \d\d:\d\d UTC/);
	expect(mail).toContain("You can ignore it");
	expect(mail).not.toContain("<b onclick");
	expect(mail).not.toContain("\u202e");
	expect(mail).not.toContain("evil.example");
	const hosts = [...mail.matchAll(/https?:\/\/([^/\s"]+)/g)].map(([, host]) => host);
	expect(new Set(hosts)).toEqual(new Set([new URL(server.publicUrl).host]));
	const { rows } = await pool.query("SELECT data::text FROM pgboss.job WHERE name = 'invitation-mail'");
	const token = await tokenFor(mailbox, email);
	expect(JSON.stringify(rows)).not.toContain(token);
	const { rows: stored } = await pool.query("SELECT invitations::text AS text FROM invitations");
	expect(JSON.stringify(stored)).not.toContain(token);
});

test.each([
	["HTML", "<script>@example.org"],
	["a zero byte", "a\u0000b@example.org"],
	["10 kB", `${"a".repeat(10_000)}@example.org`],
	["two addresses", "a@example.org,b@example.org"],
	["a header", "a@example.org\r\nBcc:b@example.org"],
	["a direction", "a\u202eb@example.org"],
	["an emoji", "☠️@example.org"],
	["no address", "nobody"],
])("an address that is %s is refused", async (_name, email) => {
	const before = mailbox.received.length;
	const answer = await refusalOf(await owner.call("invite", { body: { email, role: "auditor" } }));
	expect(answer).toMatchObject({ status: 400, code: "invalid_body" });
	expect(mailbox.received).toHaveLength(before);
});

test("a token of another form is incomplete", async () => {
	for (const token of ["", "A".repeat(42), "A".repeat(44), "../".repeat(14), "A".repeat(10_000)]) {
		expect(await refusalOf(await read(token))).toMatchObject({ status: 400, code: "invalid_body" });
	}
});

test("one network opens so many links in an hour", async () => {
	await pool.query("UPDATE rate_limits SET points = 1000000 WHERE points > 2");
	expect(await refusalOf(await read("A".repeat(43)))).toMatchObject({ status: 429, code: "rate_limited" });
	await pool.query("DELETE FROM rate_limits");
});
