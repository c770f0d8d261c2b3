import { beforeEach, expect, test } from "vitest";
import { COMPANY_SIGN_OUT } from "#contract/requests/headers.ts";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { createAccount } from "../../../support/server/accounts.ts";
import { startCompany } from "../../../support/sign-on/company.ts";
import { CLIENT } from "../../../support/sign-on/provider.ts";

const company = await startCompany();
const { server, provider, person, signIn } = company;
await company.addDomain();
expect((await company.setProvider()).status).toBe(200);
beforeEach(() => {
	provider.state.alter = undefined;
});

const signOut = async (cookie: string) => {
	const answer = await fetch(server.url + API_BASE + API_PATHS.session, {
		method: "DELETE",
		headers: { Cookie: cookie },
	});
	expect(answer.status).toBe(204);
	return answer.headers.get(COMPANY_SIGN_OUT);
};
const namesAsItsPage = (page: string | undefined) => {
	provider.state.alter = (path, body) =>
		path.startsWith("/.well-known") ? JSON.stringify({ ...JSON.parse(body), end_session_endpoint: page }) : body;
};

test("a session that came through a company says where to sign out there, with nothing about the person", async () => {
	const { email } = person();
	const page = await signOut((await signIn(email)).cookie);
	expect(page).toBe(`${provider.issuer}/session/end?client_id=${CLIENT.oauthClient}`);
	// The provider accepts it: here it has nobody to ask.
	const asked = await fetch(page ?? "");
	expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining("/session/end/confirm")]);
});

test("it says so once, and while the provider is down", async () => {
	const { email } = person();
	const { cookie } = await signIn(email);
	provider.state.alter = () => "hang";
	expect(await signOut(cookie)).toContain("/session/end");
	expect(await signOut(cookie)).toBeNull();
});

test("other sessions say nothing, and neither does one whose provider names no page of the web", async () => {
	expect(await signOut((await createAccount(server)).cookie)).toBeNull();
	for (const page of [undefined, "javascript:alert(1)", `https://login.example.com/${"x".repeat(3_000)}`]) {
		namesAsItsPage(page);
		const { email } = person();
		const { cookie, to } = await signIn(email);
		expect(to).toContain("company=done");
		expect(await signOut(cookie)).toBeNull();
	}
});
