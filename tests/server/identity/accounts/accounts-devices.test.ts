import { describe, expect, test } from "vitest";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { SUBJECTS, startAccountServer } from "../../../support/server/account-server.ts";
import { cookiesOf, createAccount, newAccountAddress, PASSWORD, postJson } from "../../../support/server/accounts.ts";

const { server, mailbox, pool, post, forgot, reset, mailOf, codeOf, count, mailed } = await startAccountServer({
	env: { TRUST_PROXY: "on" },
});

const PHONE = "Mozilla/5.0 (Linux; Android 10; K) Chrome/140.0 Mobile Safari/537.36";
const signIn = (email: string, headers: Record<string, string> = {}, password = PASSWORD) =>
	postJson(server.url, API_PATHS.token, { email, password }, headers);
const call = (method: string, path: string, cookie: string, from = "127.0.0.1") =>
	fetch(server.url + API_BASE + path, { method, headers: { Cookie: cookie, "X-Forwarded-For": from } });
const sessionsOf = async (cookie: string, from?: string) =>
	(await (await call("GET", API_PATHS.sessions, cookie, from)).json()).sessions;
const owner = () => createAccount({ url: server.url, mailbox });

describe("where a session began", () => {
	test("is shown as a network, never as an address, with the one that asks marked", async () => {
		const { email, cookie } = await owner();
		await signIn(email, { "X-Forwarded-For": "203.0.113.77", "User-Agent": PHONE });
		await signIn(email, { "X-Forwarded-For": "2001:db8:12:3456::9" });
		const seen = await sessionsOf(cookie, "203.0.113.5");
		const told = seen.map(({ network, thisNetwork }: { network: string; thisNetwork: boolean }) => [
			network,
			thisNetwork,
		]);
		expect(told).toHaveLength(3);
		expect(told).toEqual(
			expect.arrayContaining([
				["127.0.0.0/24", false],
				["203.0.113.0/24", true],
				["2001:db8:12::/48", false],
			]),
		);
		const { rows } = await pool.query("SELECT sessions::text AS row FROM sessions");
		expect(JSON.stringify(rows)).not.toMatch(/203\.0\.113\.77|2001:db8:12:3456/);
	});

	test("comes with how its user signed in, and stays when a new password renews the session", async () => {
		const { cookie } = await owner();
		expect(await sessionsOf(cookie)).toMatchObject([{ signedInWith: "password" }]);
		const changed = await post(
			API_PATHS.changePassword,
			{ current: PASSWORD, password: "an entirely new one" },
			cookie,
		);
		expect(await sessionsOf(cookiesOf(changed))).toMatchObject([{ signedInWith: "password", network: "127.0.0.0/24" }]);
	});

	test("is unknown for a session from before it was kept", async () => {
		const { cookie, accountId } = await owner();
		await pool.query("UPDATE sessions SET network = NULL, signed_in_with = NULL WHERE account_id = $1", [accountId]);
		expect(await sessionsOf(cookie)).toMatchObject([{ network: null, thisNetwork: false, signedInWith: null }]);
	});
});

test("all other sessions end at once; this one and other accounts' stay, and a repeat does no harm", async () => {
	const [mine, theirs] = [await owner(), await owner()];
	const others = [cookiesOf(await signIn(mine.email)), cookiesOf(await signIn(mine.email))];
	for (const _ of ["once", "again"]) {
		expect((await call("DELETE", API_PATHS.otherSessions, mine.cookie)).status).toBe(204);
	}
	for (const cookie of others) expect((await call("GET", API_PATHS.me, cookie)).status).toBe(401);
	expect(await sessionsOf(mine.cookie)).toMatchObject([{ current: true }]);
	expect((await call("GET", API_PATHS.me, theirs.cookie)).status).toBe(200);
	expect((await call("DELETE", API_PATHS.otherSessions, "")).status).toBe(401);
});

describe("a sign-in on a new device", () => {
	test("is mailed with device, network, time and a way to end it", async () => {
		const { email } = await owner();
		const stranger = cookiesOf(await signIn(email, { "X-Forwarded-For": "203.0.113.77", "User-Agent": PHONE }));
		const mail = await mailOf(email, SUBJECTS.newDevice);
		expect(mail).toMatch(/Device: Chrome on Android\. Network: 203\.0\.113\.0\/24\. Time: .* UTC\./);
		expect(mail).not.toContain("203.0.113.77");
		expect(mail).toMatch(/This was not me\. Set a new password:\r?\nhttp:\/\/localhost:\d+\/forgot-password/);

		await forgot(email);
		expect((await reset(email, await codeOf(email, SUBJECTS.reset))).status).toBe(204);
		expect((await call("GET", API_PATHS.me, stranger)).status).toBe(401);
		expect((await signIn(email, { Cookie: stranger })).status).toBe(401);
	});

	test("is not mailed for a device that the account is known on, a wrong password, or an address that was not confirmed", async () => {
		const { email } = await owner();
		const first = cookiesOf(await signIn(email));
		await mailOf(email, SUBJECTS.newDevice);
		const second = cookiesOf(await signIn(email, { Cookie: first }));
		await signIn(email, { Cookie: second });
		expect((await signIn(email, {}, "wrong")).status).toBe(401);
		const unconfirmed = newAccountAddress();
		await createAccount(server, { email: unconfirmed, confirmed: false });
		await signIn(unconfirmed);
		await mailed();
		expect([count(email, SUBJECTS.newDevice), count(unconfirmed, SUBJECTS.newDevice)]).toEqual([1, 0]);
	});
});
