import { describe, expect, test } from "vitest";
import { API_PATHS } from "#contract/routes.ts";
import { createAuthenticator } from "../../../support/passkeys/authenticator.ts";
import { openPasskeyBrowser, publicOrigin } from "../../../support/passkeys/passkey-browser.ts";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { createAccount, PASSWORD } from "../../../support/server/accounts.ts";
import { quickPasswords } from "../../../support/server/quick-passwords.ts";

const MINUTE = 60_000;
let ahead = 0;
const { server, pool, mailOf, mailed, count } = await startAccountServer({
	env: { LIMIT_SIGN_IN: "6", TRUST_PROXY: "on" },
	parts: { now: () => new Date(Date.now() + ahead), passwords: quickPasswords() },
});

const ADDED = "A passkey was added to your Plumbline account";
const REMOVED = "A passkey of your Plumbline account was removed";
const COPIED = "A passkey of your Plumbline account may have been copied";
const REFUSED = {
	status: 401,
	code: "invalid_credentials",
	message: "This passkey was not accepted. Please try again, or sign in another way.",
};

let networks = 0;
const newNetwork = () => `203.0.${++networks}.1`;
const stranger = () => openPasskeyBrowser(server, "", newNetwork());
const told = async (answer: Response) => {
	const { code, message } = await answer.json();
	return { status: answer.status, code, message };
};

/** An account, the browser in which its owner has just signed in, and a passkey. */
async function createOwner(oddity = {}) {
	const from = newNetwork();
	const account = await createAccount(server, { from });
	const browser = openPasskeyBrowser(server, account.cookie, from);
	return { account, browser, passkey: await browser.add(oddity) };
}
const whose = async (browser: ReturnType<typeof stranger>) =>
	(await (await browser.call("GET", API_PATHS.me)).json()).accountId;

describe("signing in with a passkey", () => {
	test("begins a session, says so in the list, and needs no address", async () => {
		const { account, passkey } = await createOwner();
		const browser = stranger();
		expect((await browser.signIn(passkey)).status).toBe(204);
		expect(await whose(browser)).toBe(account.accountId);
		const { sessions } = await (await browser.call("GET", API_PATHS.sessions)).json();
		expect(sessions.find(({ current }: { current: boolean }) => current)).toMatchObject({ signedInWith: "passkey" });
		const { passkeys } = await browser.list();
		expect(passkeys).toMatchObject([{ name: "My phone", keeping: "synced", transports: ["internal", "hybrid"] }]);
		expect(passkeys[0]?.lastUsedAt).not.toBeNull();
	});

	test("is told by email on a device that is new, and not on one that is known", async () => {
		const { account, browser, passkey } = await createOwner();
		await browser.signIn(passkey);
		await mailed();
		const before = count(account.email, "New sign-in");
		await browser.signIn(passkey);
		await stranger().signIn(passkey);
		await mailed();
		expect(count(account.email, "New sign-in")).toBe(before + 1);
	});

	test("asks for no code from an app", async () => {
		const { account, passkey } = await createOwner();
		await pool.query(
			"INSERT INTO account_totp (account_id, sealed_secret, created_at, confirmed_at) VALUES ($1, 'x', now(), now())",
			[account.accountId],
		);
		const browser = stranger();
		expect((await browser.signIn(passkey)).status).toBe(204);
		expect(await whose(browser)).toBe(account.accountId);
	});

	test("what it has to sign is the same for everyone and names no passkey; its cookie is the browser’s", async () => {
		const browser = stranger();
		const answer = await browser.call("POST", API_PATHS.tokenPasskeyOptions);
		expect(answer.headers.getSetCookie()).toEqual([
			expect.stringMatching(/^passkey=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/),
		]);
		expect(await answer.json()).toEqual({
			challenge: expect.stringMatching(/^[\w-]{43}$/),
			rpId: "localhost",
			timeout: 300_000,
			userVerification: "required",
		});
	});

	test("two tabs of one browser do not get in each other’s way", async () => {
		const { passkey } = await createOwner();
		const browser = stranger();
		const [first, second] = [await browser.ask(), await browser.ask()];
		expect((await browser.send(passkey.sign(first))).status).toBe(204);
		expect((await browser.send(passkey.sign(second))).status).toBe(204);
	});

	test("works with one that counts, as long as it counts upward", async () => {
		const { passkey } = await createOwner({ counter: 3, syncable: false });
		const browser = stranger();
		expect((await browser.signIn(passkey, { counter: 4, syncable: false })).status).toBe(204);
		expect((await browser.signIn(passkey, { counter: 9, syncable: false })).status).toBe(204);
	});
});

describe("refused in one and the same sentence", () => {
	test.each([
		["another site’s origin", { origin: "http://localhost.example" }],
		["our name at another port", { origin: "http://localhost:1" }],
		["another name", { rpId: "example.com" }],
		["a person who was not verified", { verified: false }],
		["a frame in another site", { crossOrigin: true }],
		["what was signed for adding a passkey", { type: "webauthn.create" }],
		["the handle of nobody", { userHandle: Buffer.alloc(64).toString("base64url") }],
		["no handle", { userHandle: "" }],
		["a challenge that was never given", { challenge: "A".repeat(43) }],
	])("%s", async (_, oddity) => {
		const { passkey } = await createOwner();
		expect(await told(await stranger().signIn(passkey, oddity))).toEqual(REFUSED);
	});

	test("an answer that is sent again, in the browser that sent it", async () => {
		const { passkey } = await createOwner();
		const browser = stranger();
		const assertion = passkey.sign(await browser.ask());
		expect((await browser.send(assertion)).status).toBe(204);
		expect(await told(await browser.send(assertion))).toEqual(REFUSED);
	});

	test("an answer to what another browser was asked", async () => {
		const { passkey } = await createOwner();
		const [asked, other] = [stranger(), stranger()];
		const assertion = passkey.sign(await asked.ask());
		await other.ask();
		expect(await told(await other.send(assertion))).toEqual(REFUSED);
		other.forget("passkey");
		expect(await told(await other.send(assertion))).toEqual(REFUSED);
		expect((await asked.send(assertion)).status).toBe(204);
	});

	test("an answer after five minutes", async () => {
		const { passkey } = await createOwner();
		const browser = stranger();
		const assertion = passkey.sign(await browser.ask());
		ahead += 6 * MINUTE;
		expect(await told(await browser.send(assertion))).toEqual(REFUSED);
	});

	test("an answer to what was asked for adding a passkey", async () => {
		const { browser, passkey } = await createOwner();
		const { options } = await (await browser.begin()).json();
		expect(await told(await browser.send(passkey.sign(options)))).toEqual(REFUSED);
	});

	test("a passkey nobody has, one that was removed, and one of a deleted account", async () => {
		const unknown = createAuthenticator({ origin: publicOrigin(server.url), rpId: "localhost" });
		const { browser, passkey } = await createOwner();
		const creation = await (await browser.begin()).json();
		expect(await told(await stranger().signIn(unknown.create(creation)))).toEqual(REFUSED);
		expect((await browser.remove(passkey.kept.id)).status).toBe(204);
		expect(await told(await stranger().signIn(passkey))).toEqual(REFUSED);

		const gone = await createOwner();
		expect((await gone.browser.call("DELETE", API_PATHS.me, { current: PASSWORD })).status).toBe(204);
		expect(await told(await stranger().signIn(gone.passkey))).toEqual(REFUSED);
		const { rows } = await pool.query("SELECT * FROM passkey_users WHERE account_id = $1", [gone.account.accountId]);
		expect(rows).toEqual([]);
	});

	test("another account’s passkey under one’s own handle, and one’s own under another’s", async () => {
		const [ada, ben] = [await createOwner(), await createOwner()];
		const { userHandle } = await ada.browser.list();
		expect(await told(await stranger().signIn(ben.passkey, { userHandle: userHandle ?? "" }))).toEqual(REFUSED);
		const mixed = ben.passkey.sign(await ben.browser.ask());
		expect(await told(await ben.browser.send({ ...mixed, id: ada.passkey.addition.id }))).toEqual(REFUSED);
	});

	test("a signature by another key", async () => {
		const { browser, passkey } = await createOwner();
		const other = await browser.add();
		const asked = await browser.ask();
		const { signature } = other.sign(asked).response;
		const right = passkey.sign(asked);
		expect(await told(await browser.send({ ...right, response: { ...right.response, signature } }))).toEqual(REFUSED);
	});

	test.each([7, 6])("a count that went from 7 to %i, and its owner is mailed", async (counter) => {
		const { account, passkey } = await createOwner({ counter: 2, syncable: false });
		expect((await stranger().signIn(passkey, { counter: 7, syncable: false })).status).toBe(204);
		expect(await told(await stranger().signIn(passkey, { counter, syncable: false }))).toEqual(REFUSED);
		expect(await mailOf(account.email, COPIED)).toContain("someone has a copy of it");
		expect((await stranger().signIn(passkey, { counter: 8, syncable: false })).status).toBe(204);
	});

	test("nothing of a refused attempt is kept", async () => {
		const { account, passkey } = await createOwner({ counter: 5, syncable: false });
		await stranger().signIn(passkey, { counter: 9, verified: false, syncable: false });
		const { rows } = await pool.query("SELECT counter, last_used_at FROM passkeys WHERE account_id = $1", [
			account.accountId,
		]);
		expect(rows).toEqual([{ counter: 5, last_used_at: null }]);
	});
});

describe("tries", () => {
	test("count together with those at the password", async () => {
		const { account, passkey } = await createOwner();
		const browser = stranger();
		for (let n = 0; n < 3; n++) await browser.signIn(passkey, { verified: false });
		const wrong = { email: account.email, password: "wrong" };
		for (let n = 0; n < 3; n++) expect((await browser.call("POST", API_PATHS.token, wrong)).status).toBe(401);
		expect((await browser.signIn(passkey)).status).toBe(429);
		expect((await browser.call("POST", API_PATHS.token, { ...wrong, password: PASSWORD })).status).toBe(429);
	});

	test("are given back by success", async () => {
		const { passkey } = await createOwner();
		const browser = stranger();
		for (let n = 0; n < 8; n++) {
			expect((await browser.signIn(passkey)).status).toBe(204);
			browser.forget("device");
		}
	});

	test("with an unknown passkey are counted as with a known one", async () => {
		const { browser, passkey } = await createOwner();
		const unknown = browser.make(await (await browser.begin()).json());
		const answersTo = async (one: typeof unknown) => {
			const guesser = stranger();
			const answers: number[] = [];
			for (let n = 0; n < 8; n++) answers.push((await guesser.signIn(one, { verified: false })).status);
			return answers;
		};
		const seen = await answersTo(unknown);
		expect(seen).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
		expect(await answersTo(passkey)).toEqual(seen);
	});
});

describe("an account’s passkeys", () => {
	test("there can be several, each with a name, and the owner is told of each", async () => {
		const { account, browser } = await createOwner({ name: "Phone" });
		await browser.add({ name: "Key on the ring", syncable: false });
		await browser.add({ name: "Laptop", synced: false });
		const { passkeys, userHandle, rpId } = await browser.list();
		expect(passkeys.map(({ name, keeping }) => [name, keeping])).toEqual([
			["Phone", "synced"],
			["Key on the ring", "device"],
			["Laptop", "not-synced"],
		]);
		expect(Buffer.from(userHandle ?? "", "base64url")).toHaveLength(64);
		expect(rpId).toBe("localhost");
		await mailOf(account.email, ADDED);
		await mailed();
		expect(count(account.email, ADDED)).toBe(3);
	});

	test("the browser is told which are there, so that it makes no second one, and proposes a name", async () => {
		const { browser, passkey } = await createOwner();
		const { options } = await (await browser.begin()).json();
		expect((await browser.list()).nextName).toBe("Unknown device");
		expect(options.excludeCredentials).toEqual([
			{ type: "public-key", id: passkey.addition.id, transports: ["hybrid", "internal"] },
		]);
		expect(options.user).toMatchObject({ id: (await browser.list()).userHandle, displayName: "Ada Lovelace" });
		expect(options.authenticatorSelection).toEqual({
			residentKey: "required",
			requireResidentKey: true,
			userVerification: "required",
		});
	});

	test("are renamed and removed; the owner and the audit log know of what counts", async () => {
		const { account, browser, passkey } = await createOwner();
		expect((await browser.rename(passkey.kept.id, "  Old phone ")).status).toBe(204);
		expect((await browser.list()).passkeys).toMatchObject([{ name: "Old phone" }]);
		expect((await browser.rename(passkey.kept.id, "two\nlines")).status).toBe(400);
		expect((await browser.remove(passkey.kept.id)).status).toBe(204);
		expect((await browser.list()).passkeys).toEqual([]);
		expect((await browser.remove(passkey.kept.id)).status).toBe(404);
		await mailOf(account.email, REMOVED);
		const { rows } = await pool.query(
			"SELECT what FROM audit_entries WHERE who = $1 AND what LIKE 'passkey%' ORDER BY id",
			[account.accountId],
		);
		expect(rows.map(({ what }) => what)).toEqual(["passkey-added", "passkey-removed"]);
	});

	test("are nobody else’s to rename, to remove or to see", async () => {
		const [ada, ben] = [await createOwner(), await createOwner()];
		expect((await ben.browser.rename(ada.passkey.kept.id, "Mine")).status).toBe(404);
		expect((await ben.browser.remove(ada.passkey.kept.id)).status).toBe(404);
		expect((await ben.browser.list()).passkeys.map(({ id }) => id)).toEqual([ben.passkey.kept.id]);
		expect((await ada.browser.list()).passkeys).toMatchObject([{ name: "My phone" }]);
	});

	test("stay when a code from the mailbox or a change sets a new password", async () => {
		const { browser, passkey } = await createOwner();
		const change = { current: PASSWORD, password: "an entirely new one" };
		expect((await browser.call("POST", API_PATHS.changePassword, change)).status).toBe(204);
		expect((await stranger().signIn(passkey)).status).toBe(204);
	});
});

describe("a passkey confirms who is signed in", () => {
	const UNCONFIRMED = {
		status: 400,
		code: "passkey_refused",
		message: "This passkey was not accepted. Nothing was done. Try again, or confirm another way.",
	};
	/** Long after the sign-in. */
	async function later() {
		const owner = await createOwner();
		ahead += 16 * MINUTE;
		return owner;
	}
	const canAdd = async (browser: ReturnType<typeof stranger>) => (await browser.begin()).status;

	test("before another is added or one is removed, and is enough where codes are on", async () => {
		const { account, browser, passkey } = await later();
		await pool.query(
			"INSERT INTO account_totp (account_id, sealed_secret, created_at, confirmed_at) VALUES ($1, 'x', now(), now())",
			[account.accountId],
		);
		expect(await told(await browser.begin())).toMatchObject({ status: 403, code: "step_up_required" });
		expect(await told(await browser.remove(passkey.kept.id))).toMatchObject({ status: 403, code: "step_up_required" });
		expect(await (await browser.call("GET", API_PATHS.proof)).json()).toMatchObject({ passkey: true, code: true });
		expect((await browser.prove(passkey.sign(await browser.ask()))).status).toBe(204);
		expect(await canAdd(browser)).toBe(200);
		expect((await browser.remove(passkey.kept.id)).status).toBe(204);
		expect(await (await browser.call("GET", API_PATHS.proof)).json()).toMatchObject({ passkey: false });
		ahead += 16 * MINUTE;
		expect(await canAdd(browser)).toBe(403);
	});

	test("a sign-in with one is a proof, too", async () => {
		const { browser, passkey } = await later();
		expect((await browser.signIn(passkey)).status).toBe(204);
		expect(await canAdd(browser)).toBe(200);
	});

	test("once, and not with another account’s, one that was removed, or what another browser was asked", async () => {
		const [ada, ben] = [await later(), await createOwner()];
		const { browser, passkey } = ada;
		expect(await told(await browser.prove(ben.passkey.sign(await browser.ask())))).toEqual(UNCONFIRMED);
		expect(await told(await browser.prove(passkey.sign(await ben.browser.ask())))).toEqual(UNCONFIRMED);
		expect(await told(await browser.prove(passkey.sign(await browser.ask(), { verified: false })))).toEqual(
			UNCONFIRMED,
		);
		expect(await canAdd(browser)).toBe(403);
		const signed = passkey.sign(await browser.ask());
		expect((await browser.prove(signed)).status).toBe(204);
		expect(await told(await browser.prove(signed))).toEqual(UNCONFIRMED);
		expect((await browser.remove(passkey.kept.id)).status).toBe(204);
		expect(await told(await browser.prove(passkey.sign(await browser.ask())))).toEqual(UNCONFIRMED);
	});

	test("a copy is refused and mailed", async () => {
		const { account, browser, passkey } = await createOwner({ counter: 7, syncable: false });
		ahead += 16 * MINUTE;
		const signed = passkey.sign(await browser.ask(), { counter: 7, syncable: false });
		expect(await told(await browser.prove(signed))).toEqual(UNCONFIRMED);
		expect(await mailOf(account.email, COPIED)).toContain("someone has a copy of it");
		expect(await canAdd(browser)).toBe(403);
	});

	test("tries count together with those at the password", async () => {
		const { browser, passkey } = await later();
		const wrong = async () => (await browser.prove(passkey.sign(await browser.ask(), { verified: false }))).status;
		expect([await wrong(), await wrong(), await wrong()]).toEqual([400, 400, 400]);
		const password = (given: string) => browser.call("POST", API_PATHS.proof, { password: given });
		for (let n = 0; n < 3; n++) expect((await password("wrong")).status).toBe(400);
		expect(await wrong()).toBe(429);
		expect((await password(PASSWORD)).status).toBe(429);
	});
});

describe("no passkey is added", () => {
	test.each([
		["made at another origin", { origin: "http://localhost.example" }],
		["made for another name", { rpId: "example.com" }],
		["made without verifying the person", { verified: false }],
		["made for a challenge that was never given", { challenge: "A".repeat(43) }],
		["with what signs in", { type: "webauthn.get" }],
		["with a certificate", { certificate: Buffer.from("not one") }],
	])("%s", async (_, oddity) => {
		const { browser } = await createOwner();
		const made = browser.make(await (await browser.begin()).json(), oddity);
		expect(await told(await browser.keep(made))).toMatchObject({ status: 400, code: "passkey_refused" });
		expect((await browser.list()).passkeys).toHaveLength(1);
	});

	test("twice, for another account’s challenge, or for what was asked for signing in", async () => {
		const [ada, ben] = [await createOwner(), await createOwner()];
		const made = ada.browser.make(await (await ada.browser.begin()).json());
		expect((await ben.browser.keep(made)).status).toBe(400);
		expect((await ada.browser.keep(made)).status).toBe(201);
		expect((await ada.browser.keep(made)).status).toBe(400);
		const creation = await (await ben.browser.begin()).json();
		const { challenge } = await ben.browser.ask();
		expect((await ben.browser.keep(ben.browser.make(creation, { challenge }))).status).toBe(400);
	});

	test("whose ID an account has already, also another’s", async () => {
		const [ada, ben] = [await createOwner(), await createOwner()];
		const { options } = await (await ben.browser.begin()).json();
		const again = ada.passkey.again(options);
		expect(await told(await ben.browser.keep(again))).toMatchObject({ status: 409, code: "already_exists" });
	});

	test("to an account whose address is not confirmed: its owner may be someone else", async () => {
		const from = newNetwork();
		const { cookie } = await createAccount(server, { confirmed: false, from });
		const browser = openPasskeyBrowser(server, cookie, from);
		expect(await told(await browser.begin())).toMatchObject({ status: 403, code: "email_unconfirmed" });
	});

	test("beyond twenty", async () => {
		const { browser } = await createOwner();
		for (let n = 0; n < 19; n++) await browser.add();
		expect(await told(await browser.begin())).toMatchObject({ status: 409, code: "limit_reached" });
	});
});

test("neither a challenge nor a cookie is in the database as it is", async () => {
	const browser = stranger();
	const { challenge } = await browser.ask();
	const { rows } = await pool.query(
		"SELECT encode(challenge_hash, 'base64') AS challenge, encode(browser_hash, 'base64') AS browser FROM passkey_challenges",
	);
	const kept = JSON.stringify(rows).replaceAll("+", "-").replaceAll("/", "_");
	expect(rows.length).toBeGreaterThan(0);
	expect(kept).not.toContain(challenge);
	expect(kept).not.toContain(browser.cookie("passkey")?.split("=")[1]);
});
