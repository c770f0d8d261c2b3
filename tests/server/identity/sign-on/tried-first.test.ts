import { expect, test } from "vitest";
import { createAccount } from "../../../support/server/accounts.ts";
import { asMember } from "../../../support/server/people.ts";
import { startCompany } from "../../../support/sign-on/company.ts";

const company = await startCompany();
const { person, provider, refusalOf, server, owner, setProvider, signIn, signOnOf } = company;
await company.addDomain();
expect((await setProvider()).status).toBe(200);

const NOBODY = "No one has signed in this way yet.";
const UNSTATED =
	"The last sign-in failed. The provider sent an email address without saying that it is verified. Let it send the claim “email_verified” with the value true; at Entra ID, add the optional claim “xms_edov” to the ID token.";

test("members have to come this way only once someone has: until then the owner reads what the provider leaves out", async () => {
	expect((await signOnOf()).provider).toMatchObject({ tried: false, problem: null });
	const message = `${NOBODY} Save without this. Then sign in once in a private window, and turn this on when you are in.`;
	expect(await refusalOf(await setProvider({ required: true }))).toMatchObject({
		status: 400,
		details: { fields: [{ field: "/required", message }] },
	});

	expect((await signIn(person({ email_verified: undefined }).email)).to).toBe("/auth/login?company=unstated_email");
	expect((await signOnOf()).provider).toMatchObject({ tried: false, problem: UNSTATED, required: false });
	expect((await refusalOf(await setProvider({ required: true }))).message).toContain(UNSTATED);

	expect((await signIn(person().email)).to).toContain("company=done");
	expect((await signOnOf()).provider).toMatchObject({ tried: true, problem: null });
	expect((await setProvider({ required: true })).status).toBe(200);

	// A later failure is shown too, and takes nothing back.
	await signIn(person({ email_verified: false }).email);
	expect((await signOnOf()).provider).toMatchObject({
		tried: true,
		required: true,
		problem: expect.stringContaining("says that the person’s email address is not verified"),
	});
	expect((await setProvider({ required: true, defaultRole: "consultant" })).status).toBe(200);
});

test("another client of the provider has to be tried again, and a person whose time is over says nothing about it", async () => {
	await setProvider();
	const { email } = person();
	await signIn(email);
	expect((await setProvider({ required: true })).status).toBe(200);
	await server.database.pool.query(
		`UPDATE memberships SET ends_on = '2020-01-01' FROM accounts
		 WHERE accounts.id = account_id AND email = $1 AND workspace_id = $2`,
		[email, owner.workspaceId],
	);
	expect((await signIn(email)).to).toBe("/auth/login?company=ended");
	expect((await signOnOf()).provider).toMatchObject({ tried: true, problem: null });

	const other = { oauthClient: "another-client", clientSecret: "another secret" };
	expect((await refusalOf(await setProvider({ ...other, required: true }))).message).toContain(NOBODY);
	expect((await setProvider(other)).status).toBe(200);
	expect((await signOnOf()).provider).toMatchObject({ tried: false, problem: null });
	await setProvider();
	expect((await signOnOf()).provider).toMatchObject({ tried: true });
});

test("an answer of the provider that cannot be used is said to the owner, and to no other member", async () => {
	provider.state.alter = (path, body) => (path === "/token" ? "<html>Maintenance</html>" : body);
	await signIn(person().email);
	provider.state.alter = undefined;
	expect((await signOnOf()).provider.problem).toMatch(/^The last sign-in failed\. The provider did not /);
	const member = await createAccount(server);
	await server.database.pool.query(
		"INSERT INTO memberships (workspace_id, account_id, role) VALUES ($1, $2, 'manager')",
		[owner.workspaceId, member.accountId],
	);
	expect((await asMember(server, member, owner.workspaceId).call("readSignOn")).status).toBe(403);
});
