import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { OPERATIONS, type Operation, type OperationName } from "#contract/operations.ts";
import { createAccount } from "../support/accounts.ts";
import { apiClient, asAccount, refusalOf } from "../support/api-client.ts";
import { startTestServer } from "../support/test-server.ts";
import { until } from "../support/until.ts";

const server = await startTestServer();
const owner = await createAccount(server);
const stranger = await createAccount(server);
const anybody = apiClient(server.url);
const asOwner = apiClient(server.url, asAccount(owner));
const asStranger = apiClient(server.url, asAccount(stranger));

const names = Object.keys(OPERATIONS) as OperationName[];
const named = (access: Operation["access"]) => names.filter((name) => OPERATIONS[name].access === access);

test("calls that anybody may make are these and no others", () => {
	expect(named("public").toSorted()).toEqual([
		"askForDemo",
		"confirmEmail",
		"forgotPassword",
		"joinNewsletter",
		"joinWaitlist",
		"listEngines",
		"readApiDocs",
		"readHealth",
		"readOpenApi",
		"readQuestionnaire",
		"recordConsents",
		"register",
		"resetPassword",
		"sendContact",
		"sendOutbox",
		"signIn",
		"signOut",
		"startCombinedScan",
	]);
});

const paramsOf = (name: OperationName) => [...OPERATIONS[name].path.matchAll(/:(\w+)/g)].map(([, param = ""]) => param);

/** Params of every operation that has some: of something that is the owner's. */
async function ownParams(): Promise<Partial<Record<OperationName, Record<string, string>>>> {
	const response = await asOwner("startCombinedScan", { body: { target: "example.com", email: owner.email } });
	const { scanId } = (await response.json()).receipt;
	await until(async () => (await (await asOwner("readScan", { params: { scanId } })).json()).report, "the scan ended");
	await server.database.pool.query(
		"INSERT INTO scan_raw (scan_id, name, media_type, content) VALUES ($1, 'tool.xml', 'text/xml', 'x')",
		[scanId],
	);
	const { sessions } = await (await asOwner("listSessions")).json();
	const claim = await (await asOwner("claimTarget", { body: { host: "example.com" } })).json();
	const known: Record<string, string> = { scanId, name: "tool.xml", sessionId: sessions[0].id, targetId: claim.id };
	return Object.fromEntries(
		names.flatMap((name) => {
			const wanted = paramsOf(name);
			return wanted.length > 0 ? [[name, Object.fromEntries(wanted.map((param) => [param, known[param] ?? ""]))]] : [];
		}),
	);
}
const params = await ownParams();
describe("a call that needs an account", () => {
	test.each(named("account"))(
		"%s is 401 sign_in_required without a session, whatever is sent with it",
		async (name) => {
			const answer = await refusalOf(await anybody(name, { params: params[name] ?? {} }));
			expect(answer).toMatchObject({ status: 401, code: "sign_in_required" });
		},
	);

	test.each(named("account"))("%s is 401 other_account for an account that is not the session's", async (name) => {
		const answer = await refusalOf(
			await apiClient(server.url, asAccount({ ...stranger, accountId: owner.accountId }))(name, {
				params: params[name] ?? {},
			}),
		);
		expect(answer).toMatchObject({ status: 401, code: "other_account" });
	});

	test.each(named("account"))("%s is 401 sign_in_required for who asks as anonymous with a session", async (name) => {
		const answer = await refusalOf(
			await asOwner(name, {
				params: params[name] ?? {},
				headers: { "Plumbline-Account": "anonymous" },
			}),
		);
		expect(answer).toMatchObject({ status: 401, code: "sign_in_required" });
	});
});

describe("what is somebody else's", () => {
	const about = named("account").filter((name) => params[name]);

	test.each(about)("%s answers as for something that does not exist, and leaves it as it is", async (name) => {
		const there = await asStranger(name, { params: params[name] ?? {} });
		const missing = await asStranger(name, {
			params: Object.fromEntries(
				Object.keys(params[name] ?? {}).map((key) => [key, key === "name" ? "x" : randomUUID()]),
			),
		});
		expect(await refusalOf(there)).toEqual(await refusalOf(missing));
		expect(there.status).toBe(404);
		const scanId = params.readScan?.scanId ?? expect.fail("no scan");
		expect((await asOwner("readScan", { params: { scanId } })).status).toBe(200);
		expect((await asOwner("readScanRaw", { params: { scanId, name: "tool.xml" } })).status).toBe(200);
		expect((await asOwner("readMe")).status).toBe(200);
	});

	test("is in no list, number or export of another account", async () => {
		expect(await (await asStranger("listScans")).json()).toEqual({ scans: [], next: null, total: 0 });
		expect(await (await asStranger("scansOverview")).json()).toMatchObject({ total: 0, days: [] });
		expect(await (await asStranger("exportScans", { query: { format: "json" } })).json()).toEqual([]);
		expect((await (await asOwner("listScans")).json()).total).toBe(1);
	});
});
