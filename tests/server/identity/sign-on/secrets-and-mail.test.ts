import { expect, test } from "vitest";
import { API_PATHS } from "#contract/routes.ts";
import { newSecret } from "#server/platform/keys/secret-text.ts";
import { afterFile } from "../../../support/after-file.ts";
import { SUBJECTS } from "../../../support/server/account-server.ts";
import { cookiesOf, createAccount, mailAbout, PASSWORD, postJson } from "../../../support/server/accounts.ts";
import { createTestDatabase } from "../../../support/server/database.ts";
import { startMailbox } from "../../../support/server/mailbox.ts";
import { asMember } from "../../../support/server/people.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { startCompany } from "../../../support/sign-on/company.ts";
import { CLIENT } from "../../../support/sign-on/provider.ts";
import { until } from "../../../support/until.ts";

test("with a new secret beside the old one sign-in goes on; with the old one gone, owners are in and enter the client secret again", async () => {
	const database = await createTestDatabase();
	const [old, current] = [newSecret(), newSecret()];
	const company = await startCompany({ database, env: { SEAL_SECRET: old } });
	const { domain, owner, provider } = company;
	await company.addDomain();
	expect((await company.setProvider()).status).toBe(200);
	await company.signIn(company.person().email);
	expect((await company.setProvider({ required: true })).status).toBe(200);
	const { rows } = await database.pool.query("SELECT encode(sealed_secret, 'escape') AS text FROM sign_on_providers");
	expect(rows[0].text).not.toContain(CLIENT.clientSecret);

	const startAt = async (SEAL_SECRET: string | undefined) => {
		const env = { ROLE: "api", SIGN_ON_ALLOW: "127.0.0.1", ...(SEAL_SECRET !== undefined && { SEAL_SECRET }) };
		const server = await startTestServer({ database, env });
		const cookie = cookiesOf(await postJson(server.url, API_PATHS.token, { email: owner.email, password: PASSWORD }));
		const begun = await postJson(server.url, API_PATHS.signOnStart, { email: `grace@${domain}` });
		return { begun, as: asMember(server, { ...owner, cookie }, owner.workspaceId), facts: server.facts };
	};
	const body = {
		issuer: provider.issuer,
		...CLIENT,
		roleClaim: null,
		roleValues: [],
		defaultRole: null,
		required: false,
	};

	expect((await startAt(`${current},${old}`)).begun.status).toBe(200);

	const lost = await startAt(current);
	expect(lost.begun.status).toBe(424);
	expect((await lost.as.call("readWorkspace")).status).toBe(200);
	expect((await lost.as.call("setSignOn", { body: { ...body, clientSecret: null } })).status).toBe(400);
	expect((await lost.as.call("setSignOn", { body: { ...body, required: true } })).status).toBe(200);

	const without = await startAt(undefined);
	expect(without.facts).toContainEqual(["Company sign-in", expect.stringContaining("SEAL_SECRET")]);
	expect(without.begun.status).toBe(424);
	expect(await (await without.as.call("readSignOn")).json()).toMatchObject({ available: false });
	const refused = await company.refusalOf(await without.as.call("setSignOn", { body }));
	expect(refused).toMatchObject({ code: "unavailable", message: expect.stringContaining("SEAL_SECRET") });
	// Members are not locked out by a sign-in that nobody can use.
	expect((await without.as.call("removeSignOn")).status).toBe(200);
});

test("a sign-in through a company is mailed on a new device, but not the first one of an account that it makes", async () => {
	const mailbox = await startMailbox();
	afterFile(() => mailbox.close());
	const company = await startCompany({ env: { SMTP_URL: mailbox.smtpUrl } });
	const { person, signIn, server } = company;
	await company.addDomain();
	expect((await company.setProvider()).status).toBe(200);
	const { email } = person();
	const count = () => mailbox.received.filter(({ to, raw }) => to.includes(email) && raw.includes(SUBJECTS.newDevice));
	const sent = () =>
		until(async () => {
			const waiting =
				"SELECT 1 FROM pgboss.job WHERE name = 'account-mail' AND state IN ('created', 'active', 'retry')";
			return (await server.database.pool.query(waiting)).rowCount === 0;
		}, "all emails are sent");

	const first = await signIn(email);
	await signIn(email, { browser: first.cookie });
	await sent();
	expect(count()).toHaveLength(0);

	await signIn(email);
	const mail = await mailAbout(mailbox, email, SUBJECTS.newDevice);
	expect(mail).toContain("Network: 127.0.0.0/24.");
	expect(mail).not.toMatch(/127\.0\.0\.1\b/);
	await sent();
	expect(count()).toHaveLength(1);

	// An existing account is told, as with a password.
	const known = person();
	await createAccount(server, { email: known.email });
	await signIn(known.email);
	await mailAbout(mailbox, known.email, SUBJECTS.newDevice);
});
