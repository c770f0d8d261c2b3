import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { OPERATIONS, type Operation, type OperationName } from "#contract/operations.ts";
import { createFakeEngine } from "../../support/engines/fake-engine.ts";
import { findingOf, ranWith } from "../../support/engines/found.ts";
import { createAccount } from "../../support/server/accounts.ts";
import { apiClient, asAccount, refusalOf } from "../../support/server/api-client.ts";
import { startTestServer } from "../../support/server/test-server.ts";
import { until } from "../../support/until.ts";

const FINDING = findingOf();
const server = await startTestServer({ engine: createFakeEngine(ranWith([FINDING])) });
const owner = await createAccount(server);
const stranger = await createAccount(server);
const anybody = apiClient(server.url);
const asOwner = apiClient(server.url, asAccount(owner));
const asStranger = apiClient(server.url, asAccount(stranger));

const names = Object.keys(OPERATIONS) as OperationName[];
const named = (access: Operation["access"]) => names.filter((name) => OPERATIONS[name].access === access);

test("these calls need no account, and no others", () => {
	expect(named("public").toSorted()).toEqual([
		"askForDemo",
		"forgotPassword",
		"joinNewsletter",
		"joinWaitlist",
		"listEngines",
		"readApiDocs",
		"readFreeScan",
		"readHealth",
		"readInvitation",
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
		"watchOnceConfirmed",
	]);
});

const paramsOf = (name: OperationName) => [...OPERATIONS[name].path.matchAll(/:(\w+)/g)].map(([, param = ""]) => param);

const SCHEDULE = {
	name: "Nightly",
	request: { kind: "combined", body: { target: "example.com" } },
	timeZone: "UTC",
	recurrence: { type: "cron", expression: "0 0 1 1 *" },
	overlap: "skip",
	digest: false,
};

/** A finished report with a link to it. */
async function ownReport(): Promise<Record<string, string>> {
	const body = { template: "executive-summary", hosts: [], clients: [] };
	const { reportId } = (await (await asOwner("requestReport", { body })).json()).receipt;
	const params = { reportId };
	const isMade = async () => (await (await asOwner("readReport", { params })).json()).report.status === "completed";
	await until(isMade, "the report is made");
	const { share } = await (await asOwner("shareReport", { params, body: { days: 1 } })).json();
	return { reportId, shareId: share.id, format: "pdf" };
}

/** Params of every operation that has some, for things that belong to the owner. */
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
	const known: Record<string, string> = {
		scanId,
		name: "tool.xml",
		sessionId: sessions[0].id,
		targetId: claim.id,
		fingerprint: FINDING.fingerprint,
		host: "example.com",
		accountId: owner.accountId,
		invitationId: (await (await asOwner("invite", { body: { email: "guest@example.org", role: "auditor" } })).json())
			.id,
		scheduleId: (await (await asOwner("createSchedule", { body: SCHEDULE })).json()).id,
		...(await ownReport()),
	};
	return Object.fromEntries(
		names.flatMap((name) => {
			const wanted = paramsOf(name);
			return wanted.length > 0 ? [[name, Object.fromEntries(wanted.map((param) => [param, known[param] ?? ""]))]] : [];
		}),
	);
}
const params = await ownParams();

/** Params that belong to no account, where they are not UUIDs. */
const MISSING: Record<string, string> = {
	name: "x",
	format: "pdf",
	fingerprint: "0".repeat(64),
	host: "unknown.example.com",
};
/** For calls that check their body before they look up what it refers to. */
const BODIES: Partial<Record<OperationName, unknown>> = {
	labelAsset: { client: "Eve" },
	changeSchedule: { name: "Eve" },
	shareReport: { days: 30 },
	changeMember: { role: "auditor" },
};

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

	test.each(named("account"))("%s is 401 sign_in_required for an anonymous request with a session", async (name) => {
		const answer = await refusalOf(
			await asOwner(name, {
				params: params[name] ?? {},
				headers: { "Plumbline-Account": "anonymous" },
			}),
		);
		expect(answer).toMatchObject({ status: 401, code: "sign_in_required" });
	});
});

describe("what belongs to another account", () => {
	const about = named("account").filter((name) => params[name]);

	test.each(about)("%s answers as for something that does not exist, and leaves it as it is", async (name) => {
		const body = BODIES[name];
		const there = await asStranger(name, { params: params[name] ?? {}, body });
		const missing = await asStranger(name, {
			params: Object.fromEntries(Object.keys(params[name] ?? {}).map((key) => [key, MISSING[key] ?? randomUUID()])),
			body,
		});
		expect(await refusalOf(there)).toEqual(await refusalOf(missing));
		expect(there.status).toBe(404);
		const scanId = params.readScan?.scanId ?? expect.fail("no scan");
		expect((await asOwner("readScan", { params: { scanId } })).status).toBe(200);
		expect((await asOwner("readScanRaw", { params: { scanId, name: "tool.xml" } })).status).toBe(200);
		expect((await asOwner("readFinding", { params: { fingerprint: FINDING.fingerprint } })).status).toBe(200);
		expect((await (await asOwner("listAssets")).json()).assets).toMatchObject([{ host: "example.com", client: "" }]);
		expect((await (await asOwner("listSchedules")).json()).schedules).toMatchObject([
			{ name: "Nightly", lastRun: null },
		]);
		expect((await (await asOwner("listReports")).json()).reports).toMatchObject([
			{ status: "completed", downloads: 0 },
		]);
		const { reportId = "" } = params.readReport ?? {};
		expect((await (await asOwner("readReport", { params: { reportId } })).json()).shares).toHaveLength(1);
		expect((await asOwner("readMe")).status).toBe(200);
	});

	test("is in no list, number or export of another account", async () => {
		expect(await (await asStranger("listScans")).json()).toEqual({ scans: [], next: null, total: 0 });
		expect(await (await asStranger("scansOverview")).json()).toMatchObject({ total: 0 });
		expect(await (await asStranger("exportScans", { query: { format: "json" } })).json()).toEqual([]);
		expect((await (await asOwner("listScans")).json()).total).toBe(1);
		expect(await (await asStranger("listFindings")).json()).toMatchObject({ findings: [], total: 0 });
		expect(await (await asStranger("findingsOverview")).json()).toMatchObject({
			problems: [],
			worse: [],
			expiring: [],
		});
		expect(await (await asStranger("exportFindings", { query: { format: "json" } })).json()).toEqual([]);
		expect(await (await asStranger("listAssets")).json()).toEqual({ assets: [] });
		expect((await (await asOwner("listFindings")).json()).total).toBe(1);
		expect(await (await asStranger("listSchedules")).json()).toEqual({ schedules: [] });
		expect(await (await asStranger("listReports")).json()).toEqual({ reports: [], next: null, total: 0 });
	});
});
