import { TOTP } from "otpauth";
import { expect, test } from "vitest";
import type { Operation } from "#contract/operation.ts";
import { OPERATIONS, type OperationName } from "#contract/operations.ts";
import { ENTRY_PATHS } from "#contract/requests/entries.ts";
import { API_PATHS } from "#contract/routes.ts";
import { newSecret } from "#server/platform/keys/secret-text.ts";
import { cookiesOf, PASSWORD, postJson } from "../../../support/server/accounts.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { asMember, createOwner, type TestMember } from "../../../support/server/people.ts";
import { quickPasswords } from "../../../support/server/quick-passwords.ts";
import { startTestServer } from "../../../support/server/test-server.ts";

const MINUTE = 60_000;
let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const server = await startTestServer({
	env: { ROLE: "api", LIMIT_SIGN_IN: "4", SEAL_SECRET: newSecret() },
	parts: { now, passwords: quickPasswords() },
});

const operations = Object.entries(OPERATIONS) as [OperationName, Operation][];
const guarded = operations.filter(([, { stepUp }]) => stepUp);
const ID = "00000000-0000-4000-8000-000000000000";
/** Names something that does not exist. */
const paramsOf = ({ path }: Operation) =>
	Object.fromEntries(
		[...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, name === "domain" ? "a.example" : ID]),
	);
const codeOf = async (answer: Response) => (answer.ok ? answer.status : (await refusalOf(answer)).code);
const attempt = async (who: TestMember, [name, operation]: [OperationName, Operation]) =>
	codeOf(await who.call(name, { params: paramsOf(operation), ...(operation.body && { body: {} }) }));
const give = (who: TestMember, body: Record<string, unknown>) => who.call("giveProof", { body });
const invite = async (who: TestMember) =>
	codeOf(await who.call("invite", { body: { email: "someone@example.org", role: "auditor" } }));

/** Codes from an app, whose earlier steps are not spent. */
async function protect(who: TestMember) {
	const { secret } = await (await who.call("beginTotp", { body: { current: PASSWORD } })).json();
	const app = new TOTP({ secret });
	const code = () => app.generate({ timestamp: now().getTime() });
	const confirmed = await who.call("confirmTotp", { body: { code: code() } });
	const { recoveryCodes } = await confirmed.json();
	ahead += MINUTE;
	return { code, recoveryCodes: recoveryCodes as string[] };
}

test("what it guards needs a session and never waits in an outbox", () => {
	expect(guarded.length).toBeGreaterThan(10);
	const queued = new Set<string>(Object.values(ENTRY_PATHS));
	for (const [name, { access, scope, path, idempotent }] of guarded) {
		expect([name, access, scope]).toEqual([name, "account", undefined]);
		expect([name, queued.has(path)]).toEqual([name, false]);
		// An invitation has a key, so that a repeat sends none; the screen sends it by itself.
		if (name !== "invite") expect([name, idempotent]).toEqual([name, undefined]);
	}
});

test.each(guarded)(
	"%s is done in the 15 minutes after a sign-in, and not after them without a proof",
	async (...one) => {
		const owner = await createOwner(server);
		ahead += 14 * MINUTE;
		if (one[0] !== "deleteAccount") expect(await attempt(owner, one)).not.toBe("step_up_required");
		ahead += 2 * MINUTE;
		expect(await attempt(owner, one)).toBe("step_up_required");
	},
);

test("a proof is good for 15 minutes, in the session that gave it and in no other", async () => {
	const owner = await createOwner(server);
	const other = asMember(
		server,
		{
			...owner,
			cookie: cookiesOf(await postJson(server.url, API_PATHS.token, { email: owner.email, password: PASSWORD })),
		},
		owner.workspaceId,
	);
	ahead += 20 * MINUTE;
	expect(await invite(owner)).toBe("step_up_required");
	expect(await (await owner.call("readProof")).json()).toEqual({
		lately: false,
		code: false,
		passkey: false,
		signedInWith: "password",
	});
	expect(await refusalOf(await give(owner, { password: "wrong" }))).toMatchObject({
		status: 400,
		details: { fields: [{ field: "/password" }] },
	});
	expect(await invite(owner)).toBe("step_up_required");
	expect((await give(owner, { password: PASSWORD })).status).toBe(204);
	expect(await (await owner.call("readProof")).json()).toMatchObject({ lately: true });
	expect(await invite(owner)).toBe(201);
	expect(await invite(other)).toBe("step_up_required");
	ahead += 16 * MINUTE;
	expect(await invite(owner)).toBe("step_up_required");
});

test("what the role does not allow is refused without asking for a proof", async () => {
	const [owner, stranger] = [await createOwner(server), await createOwner(server)];
	ahead += 20 * MINUTE;
	expect(await invite(asMember(server, stranger, owner.workspaceId))).toBe("other_workspace");
});

test("with codes from an app, the password alone is no proof; a code works once, and so does a recovery code", async () => {
	const owner = await createOwner(server);
	const { code, recoveryCodes } = await protect(owner);
	ahead += 20 * MINUTE;
	expect(await (await owner.call("readProof")).json()).toMatchObject({ lately: false, code: true });
	expect(await refusalOf(await give(owner, { password: PASSWORD }))).toMatchObject({
		status: 400,
		details: { fields: [{ field: "/code" }] },
	});
	expect(await codeOf(await give(owner, { password: PASSWORD, code: "no code" }))).toBe("invalid_code");
	expect(await invite(owner)).toBe("step_up_required");
	const used = code();
	expect((await give(owner, { password: PASSWORD, code: used })).status).toBe(204);
	expect(await invite(owner)).toBe(201);
	expect(await codeOf(await give(owner, { password: PASSWORD, code: used }))).toBe("invalid_code");
	ahead += 20 * MINUTE;
	const [recovery = ""] = recoveryCodes;
	expect((await give(owner, { password: PASSWORD, code: recovery })).status).toBe(204);
	expect(await invite(owner)).toBe(201);
	expect(await codeOf(await give(owner, { password: PASSWORD, code: recovery }))).toBe("invalid_code");
});

test("a new password is no proof where codes are needed, too", async () => {
	const owner = await createOwner(server);
	await protect(owner);
	ahead += 20 * MINUTE;
	const changed = await owner.call("changePassword", { body: { current: PASSWORD, password: "an entirely new one" } });
	expect(changed.status).toBe(204);
	expect(await invite(asMember(server, { ...owner, cookie: cookiesOf(changed) }, owner.workspaceId))).toBe(
		"step_up_required",
	);
});

test("tries at a proof count together with those at every other question for the password or a code", async () => {
	const owner = await createOwner(server);
	await protect(owner);
	const wrong = { current: "wrong", code: "no code" };
	expect(await codeOf(await give(owner, { password: "wrong" }))).toBe("invalid_body");
	expect(await codeOf(await give(owner, { password: PASSWORD, code: "no code" }))).toBe("invalid_code");
	expect(await codeOf(await owner.call("renewRecoveryCodes", { body: wrong }))).toBe("invalid_body");
	expect(await codeOf(await owner.call("endTotp", { body: { ...wrong, current: PASSWORD } }))).toBe("invalid_code");
	for (const name of ["giveProof", "renewRecoveryCodes", "endTotp", "changePassword", "deleteAccount"] as const) {
		const body = {
			giveProof: { password: PASSWORD },
			changePassword: { current: PASSWORD, password: "an entirely new one" },
			deleteAccount: { current: PASSWORD },
			renewRecoveryCodes: wrong,
			endTotp: wrong,
		}[name];
		expect([name, await codeOf(await owner.call(name, { body }))]).toEqual([name, "rate_limited"]);
	}
});

test("who signed in with a password has to give it to delete the account", async () => {
	const owner = await createOwner(server);
	expect(await refusalOf(await owner.call("deleteAccount", { body: {} }))).toMatchObject({
		status: 400,
		details: { fields: [{ field: "/current" }] },
	});
});
