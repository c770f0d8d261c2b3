import { describe, expect, test } from "vitest";
import type { Operation } from "#contract/operation.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { API_BASE, fillPath } from "#contract/routes.ts";
import { newSecret } from "#server/platform/keys/secret-text.ts";
import { createAccount, newAccountAddress, PASSWORD, registrationOf } from "../../../support/server/accounts.ts";
import { newSubscription } from "../../../support/server/push-subscription.ts";
import { startTestServer } from "../../../support/server/test-server.ts";

const server = await startTestServer({ env: { ROLE: "api", LIMIT_SIGN_IN: "1000", SEAL_SECRET: newSecret() } });
const { pool } = server.database;

const email = newAccountAddress();
const assertion = {
	id: "AAAA",
	response: { clientDataJSON: "AAAA", authenticatorData: "AAAA", signature: "AAAA", userHandle: "AAAA" },
};
/** A body that each call would accept. */
const BODIES: Record<string, Record<string, unknown>> = {
	signIn: { email, password: PASSWORD },
	register: registrationOf(email),
	readFreeScan: { report: "x" },
	watchHost: { report: "x", timeZone: "UTC" },
	watchOnceConfirmed: { registration: "x", report: "x", timeZone: "UTC" },
	recordConsents: { registration: "x", terms: "2026-01-01", updates: true },
	changeProfile: { company: "Another" },
	deleteAccount: { current: PASSWORD },
	changePassword: { current: PASSWORD, password: "an entirely new one" },
	forgotPassword: { email },
	resetPassword: { email, code: "2222-2222", password: "an entirely new one" },
	changeEmail: { current: PASSWORD, email },
	confirmEmail: { email, code: "2222-2222" },
	changeNotifications: { mail: false },
	signInSecond: { code: "123456" },
	beginTotp: { current: PASSWORD },
	confirmTotp: { code: "123456" },
	endTotp: { current: PASSWORD, code: "123456" },
	renewRecoveryCodes: { current: PASSWORD, code: "123456" },
	giveProof: { password: PASSWORD },
	startSignOn: { email },
	signInWithPasskey: assertion,
	giveProofByPasskey: assertion,
	addPasskey: {
		name: "Phone",
		id: "AAAA",
		response: { clientDataJSON: "AAAA", attestationObject: "AAAA", transports: ["internal"] },
	},
	renamePasskey: { name: "Phone" },
	addSubscription: newSubscription("https://push.example/somebody").subscription,
};

const operations = (Object.entries(OPERATIONS) as [string, Operation][]).filter(([, { tag }]) => tag === "Accounts");
const writes = operations.filter(([, { method }]) => method !== "GET");
const withBody = operations.filter(([, { body }]) => body);

type Call = { cookie?: string; headers?: Record<string, string>; body?: string };

function call({ method, path, params }: Operation, { cookie = "", headers, body }: Call = {}) {
	const nothing = "00000000-0000-4000-8000-000000000000";
	const url = params ? fillPath(path, { sessionId: nothing, passkeyId: nothing }) : path;
	return fetch(server.url + API_BASE + url, {
		method,
		headers: { Cookie: cookie, ...(body !== undefined && { "Content-Type": "application/json" }), ...headers },
		...(body !== undefined && { body }),
	});
}
const bodyOf = (name: string, operation: Operation) => (operation.body ? { body: JSON.stringify(BODIES[name]) } : {});
const codeOf = async (response: Response) => `${response.status} ${(await response.json()).code}`;
/** Everything that a call could have changed. */
const everything = async () => {
	const tables = ["accounts", "sessions", "known_devices", "account_codes", "account_consents", "registrations"];
	const found = await Promise.all(tables.map((table) => pool.query(`SELECT t::text FROM ${table} t ORDER BY 1`)));
	return found.map(({ rows }) => rows);
};

test("there is a body for every call that takes one", () => {
	expect(Object.keys(BODIES).sort()).toEqual(withBody.map(([name]) => name).sort());
});

describe("another site's page", () => {
	test.each(writes)("cannot call %s with someone's cookies", async (name, operation) => {
		const { cookie } = await createAccount(server);
		const before = await everything();
		for (const headers of [
			{ Origin: "https://evil.example" },
			{ Origin: "null" },
			{ "Sec-Fetch-Site": "cross-site" },
		]) {
			expect(await codeOf(await call(operation, { cookie, headers, ...bodyOf(name, operation) }))).toBe(
				"403 cross_origin",
			);
		}
		expect(await everything()).toEqual(before);
	});

	test.each(withBody)("cannot send %s as a form, nor as text", async (name, operation) => {
		const { cookie } = await createAccount(server);
		const fields = Object.entries(BODIES[name] ?? {}).map(([key, value]) => [key, String(value)]);
		const forms: [type: string, body: string][] = [
			["application/x-www-form-urlencoded", new URLSearchParams(fields).toString()],
			["text/plain", JSON.stringify(BODIES[name])],
			["multipart/form-data; boundary=x", "--x--"],
			["", JSON.stringify(BODIES[name])],
		];
		const before = await everything();
		for (const [type, body] of forms) {
			const answer = await call(operation, { cookie, headers: { "Content-Type": type }, body });
			expect([400, 415]).toContain(answer.status);
		}
		expect(await everything()).toEqual(before);
	});
});

test.each(operations.filter(([, { access }]) => access === "account"))(
	"no one calls %s without a session",
	async (name, operation) => {
		for (const cookie of ["", `session=${"a".repeat(43)}`, "session=; device=x"]) {
			expect(await codeOf(await call(operation, { cookie, ...bodyOf(name, operation) }))).toBe("401 sign_in_required");
		}
	},
);

describe("what no schema expects", () => {
	test.each(withBody)("in %s is a 400 with a message and changes nothing", async (name, operation) => {
		const { cookie } = await createAccount(server);
		const good = BODIES[name] ?? {};
		const bodies = ["[]", "null", '"text"', "1", "{}x", "{", JSON.stringify({ ...good, admin: true })];
		bodies.push(`{"__proto__":{"admin":true},${JSON.stringify(good).slice(1)}`);
		bodies.push(`{"constructor":{"prototype":{"admin":true}},${JSON.stringify(good).slice(1)}`);
		for (const key of Object.keys(good)) {
			for (const value of [{}, [], 7, null, { $ne: null }]) bodies.push(JSON.stringify({ ...good, [key]: value }));
			bodies.push(JSON.stringify({ ...good, [key]: "x".repeat(10_000) }));
		}
		const before = await everything();
		for (const body of bodies) {
			const answer = await call(operation, { cookie, body });
			expect([body.slice(0, 100), answer.status]).toEqual([body.slice(0, 100), 400]);
			const { code, message } = await answer.json();
			expect(code).toBe("invalid_body");
			expect(message).not.toContain("Invalid input");
		}
		expect(await everything()).toEqual(before);
	});

	test.each(withBody)("in %s may hold NUL characters and is never a fault of ours", async (name, operation) => {
		const { cookie } = await createAccount(server);
		const good = BODIES[name] ?? {};
		for (const [key, value] of Object.entries(good)) {
			if (typeof value !== "string") continue;
			for (const odd of [`a\u0000${value}`, `${value}\u0000`, `\ud800${value}`]) {
				const answer = await call(operation, { cookie, body: JSON.stringify({ ...good, [key]: odd }) });
				expect([key, answer.status < 500]).toEqual([key, true]);
			}
		}
	});

	test("that is larger than any body is refused unread", async () => {
		const body = JSON.stringify({ email, password: "x".repeat(100_000) });
		expect(await codeOf(await call(OPERATIONS.signIn, { body }))).toBe("413 payload_too_large");
	});
});
