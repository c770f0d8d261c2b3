import { expect, test } from "vitest";
import { clientId, ownClient, ownWorkspace } from "#contract/ids.ts";
import type { Operation } from "#contract/operation.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { CLIENT, WORKSPACE } from "#contract/requests/headers.ts";
import { AUDIT_ACTS, type AuditEntry, type AuditPage } from "#contract/workspaces/audit.ts";
import { RECORDED } from "#server/identity/workspaces/audit/routes/record-calls.ts";
import { readAuditPage } from "#server/identity/workspaces/audit/store/audit-reader.ts";
import { createFakeEngine } from "#tests/support/engines/fake-engine.ts";
import { findingOf, ranWith } from "#tests/support/engines/found.ts";
import { createAccount, postJson, type TestAccount } from "#tests/support/server/accounts.ts";
import { apiClient, asAccount, refusalOf } from "#tests/support/server/api-client.ts";
import { expectIndexed, plansOf } from "#tests/support/server/explain.ts";
import { quickPasswords } from "#tests/support/server/quick-passwords.ts";
import { startTestServer } from "#tests/support/server/test-server.ts";
import { until } from "#tests/support/until.ts";

const FINDING = findingOf({ host: "www.example.com", title: "=cmd|' /C calc'!A0" });
const server = await startTestServer({
	engine: createFakeEngine(ranWith([FINDING])),
	parts: { passwords: quickPasswords() },
});
const { pool } = server.database;
const ada = await createAccount(server);
const ben = await createAccount(server);
const workspace = ownWorkspace(ada.accountId);
const itself = ownClient(workspace);
const acme = clientId.parse(crypto.randomUUID());

await pool.query("UPDATE accounts SET first_name = 'Ben', last_name = 'Ray' WHERE id = $1", [ben.accountId]);
await pool.query("INSERT INTO clients (id, workspace_id, name, code) VALUES ($1, $2, 'Acme', 'acme')", [
	acme,
	workspace,
]);
await pool.query("INSERT INTO assets (account_id, host, client_id) VALUES ($1, 'www.example.com', $2)", [
	workspace,
	acme,
]);

/** Ben as a member of Ada's workspace. */
async function setBen(role: string, client: string | null = null): Promise<void> {
	await pool.query(
		`INSERT INTO memberships (workspace_id, account_id, role, client_id) VALUES ($1, $2, $3, $4)
		 ON CONFLICT (workspace_id, account_id) DO UPDATE SET role = excluded.role, client_id = excluded.client_id`,
		[workspace, ben.accountId, role, client],
	);
}
const inWorkspace = (account: TestAccount, client?: string) =>
	apiClient(server.url, { ...asAccount(account), [WORKSPACE]: workspace, ...(client && { [CLIENT]: client }) });
const asAda = inWorkspace(ada);
const asBen = inWorkspace(ben);

async function entries(query: Record<string, string> = {}, as = asAda): Promise<AuditEntry[]> {
	const response = await as("listAudit", { query: { limit: "100", ...query } });
	expect(response.status).toBe(200);
	return ((await response.json()) as AuditPage).entries;
}
const newest = async (query?: Record<string, string>) => (await entries(query))[0] ?? expect.fail("no entry");

await setBen("consultant");
const { receipt } = await (
	await asBen("startCombinedScan", { body: { target: "www.example.com", email: ben.email } })
).json();
await until(
	async () => (await pool.query("SELECT FROM findings WHERE account_id = $1", [workspace])).rowCount === 1,
	"the scan has ended",
);

test("says who did what, when, to which thing and for which client", async () => {
	expect(await newest({ what: "scan-accepted" })).toEqual({
		id: expect.any(Number),
		at: expect.stringMatching(/^\d{4}-/),
		who: { accountId: ben.accountId, name: "Ben Ray" },
		onBehalfOf: null,
		what: "scan-accepted",
		subject: { type: "scan", id: receipt.scanId },
		clientId: acme,
		before: null,
		after: expect.stringMatching(/^[0-9a-f]{64}$/),
		detail: { kind: "combined", target: "www.example.com" },
		step: expect.any(Number),
	});
	const all = await entries();
	expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
	expect(all.filter(({ what }) => !(AUDIT_ACTS as readonly string[]).includes(what))).toEqual([]);
});

test("a verdict names its finding and how long its reason is, and not the reason", async () => {
	const say = (state: string, reason: string) =>
		asBen("sayVerdict", {
			body: { fingerprints: [FINDING.fingerprint], state, reason, saidAt: new Date().toISOString() },
		});
	expect((await say("false-positive", "A secret reason")).status).toBe(202);
	const first = await newest({ what: "verdict" });
	expect(first).toMatchObject({
		who: { name: "Ben Ray" },
		subject: { type: "finding", id: FINDING.fingerprint },
		clientId: acme,
		before: null,
		detail: { verdict: "false-positive", reasonLength: 15, host: "www.example.com", title: FINDING.title },
	});
	expect((await say("open", "")).status).toBe(202);
	expect((await newest({ what: "verdict" })).before).toBe(first.after);
	expect(JSON.stringify(await entries())).not.toContain("A secret reason");
});

test("says who cancels and who deletes a scan, no matter who asked for it", async () => {
	const scanId = crypto.randomUUID();
	await pool.query(
		`INSERT INTO scans (id, owner, asked_by, kind, target, request, status, host, queued_at)
		 VALUES ($1, $2::text, $2::text::uuid, 'combined', 'www.example.com', '{}', 'pending', 'www.example.com', now() + interval '1 day')`,
		[scanId, workspace],
	);
	expect((await asBen("cancelScan", { params: { scanId } })).status).toBe(202);
	expect((await asAda("deleteScan", { params: { scanId } })).status).toBe(204);
	const [deleted, canceled] = await entries({ subject: "scan", id: scanId });
	expect(canceled).toMatchObject({ what: "scan-canceled", who: { accountId: ben.accountId }, clientId: acme });
	expect(deleted).toMatchObject({ what: "scan-deleted", who: { accountId: ada.accountId }, before: canceled?.after });
});

test("is read by owners, managers and auditors, and by no one else", async () => {
	for (const [role, client] of [["consultant"], ["contributor"], ["guest", acme]] as const) {
		await setBen(role, client ?? null);
		for (const name of ["listAudit", "exportAudit"] as const) {
			const refused = await refusalOf(await asBen(name, { query: { format: "csv" } }));
			expect(refused).toMatchObject({ status: 403, code: "role_required" });
		}
	}
	for (const role of ["auditor", "manager", "owner"]) {
		await setBen(role);
		expect(await entries({}, asBen)).not.toEqual([]);
	}
	expect((await newest({ what: "role-changed" })).detail).toEqual({
		name: "Ben Ray",
		role: "owner",
		roleBefore: "manager",
	});
	await setBen("consultant");
});

test("with a client named, answers only with that client's entries", async () => {
	const own = await entries({}, inWorkspace(ada, itself));
	const ofAcme = await entries({}, inWorkspace(ada, acme));
	expect(new Set(ofAcme.map((entry) => entry.clientId))).toEqual(new Set([acme]));
	expect(ofAcme.map(({ what }) => what)).toEqual(expect.arrayContaining(["client-created", "scan-accepted"]));
	expect(own.filter((entry) => entry.clientId !== itself)).toEqual([]);
});

test("filters by member, thing, act and day, and pages do not overlap", async () => {
	expect((await entries({ who: ben.accountId })).every(({ who }) => who?.accountId === ben.accountId)).toBe(true);
	expect((await entries({ subject: "scan", id: receipt.scanId })).map(({ what }) => what)).toEqual(["scan-accepted"]);
	expect(await entries({ to: "2020-01-01" })).toEqual([]);
	expect(await entries({ from: "2099-01-01" })).toEqual([]);
	const all = await entries();
	const pages: AuditEntry[] = [];
	let cursor: string | null = "";
	do {
		const query: Record<string, string> = { limit: "3", ...(cursor && { cursor }) };
		const page = (await (await asAda("listAudit", { query })).json()) as AuditPage;
		pages.push(...page.entries);
		cursor = page.next;
	} while (cursor);
	expect(pages).toEqual(all);
	for (const cursor of ["x", "MQ", Buffer.from("2026-11-21T10:00:00.000000Z -1").toString("base64url")]) {
		expect(await refusalOf(await asAda("listAudit", { query: { cursor } }))).toMatchObject({ code: "invalid_body" });
	}
});

test("what leaves as a file is recorded, with its filter, and the log's own export too", async () => {
	await (await asBen("exportFindings", { query: { format: "csv", severity: "high" } })).text();
	expect(await newest({ subject: "export" })).toMatchObject({
		who: { name: "Ben Ray" },
		what: "exported",
		subject: { type: "export", id: "findings" },
		detail: { format: "csv", severity: "high" },
	});
	const csv = await (await asAda("exportAudit", { query: { format: "csv" } })).text();
	expect(csv).toContain("id,at,who,who_id,");
	expect(csv).not.toMatch(/(?:^|[\n,])"?[=+@-]/);
	const lines = (await (await asAda("exportAudit", { query: { format: "jsonl" } })).text()).trimEnd().split("\n");
	expect(lines.map((line) => JSON.parse(line))).toEqual(await entries());
	expect((await newest()).subject).toEqual({ type: "export", id: "audit" });
});

test("a call that answers with a file is recorded, or is known to hand out none", () => {
	// The event stream is not a file, and reading a report's page is not a download. Who opened evidence is in its custody list.
	const noFile = ["scans/events/", "workspace/logo/", "evidence/:evidenceId/files/:sha256/"];
	const files = (Object.values(OPERATIONS) as Operation[])
		.filter(({ method, access, answer }) => method === "GET" && access === "account" && !answer)
		.map(({ path }) => path)
		.filter((path) => !noFile.includes(path));
	expect(files.filter((path) => !(path in RECORDED))).toEqual([]);
});

test("says when a member signs in, signs out everywhere or has a new password, without any address", async () => {
	const about = async () => (await entries({ who: ben.accountId, subject: "account" })).map(({ what }) => what);
	const before = await about();
	const again = await postJson(server.url, "accounts/token/", { email: ben.email, password: ben.password });
	expect(again.status).toBe(204);
	expect((await newest({ what: "signed-in" })).detail).toEqual({ device: "Unknown device" });
	const password = "an entirely new one";
	expect((await asBen("changePassword", { body: { current: ben.password, password } })).status).toBe(204);
	const cookie = (await postJson(server.url, "accounts/token/", { email: ben.email, password })).headers
		.getSetCookie()
		.map((one) => one.split(";")[0])
		.join("; ");
	await apiClient(server.url, { Cookie: cookie })("signOutEverywhere");
	expect(await about()).toEqual(["signed-out-everywhere", "signed-in", "password-changed", "signed-in", ...before]);
	const text = JSON.stringify(await entries());
	for (const secret of [ben.email, password, "127.0.0.1", "argon2"]) expect(text).not.toContain(secret);
	// The same in Ben's own workspace.
	const { rows } = await pool.query(
		"SELECT what FROM audit_entries WHERE workspace_id = $1 AND subject_type = 'account'",
		[ben.accountId],
	);
	expect(rows.map(({ what }) => what)).toEqual(expect.arrayContaining(["signed-in", "password-changed"]));
});

test("an account's entries stay in workspaces of others, with its name, and go with its own", async () => {
	await pool.query("DELETE FROM accounts WHERE id = $1", [ben.accountId]);
	expect(await newest({ who: ben.accountId })).toMatchObject({ who: { name: "Ben Ray" }, what: "account-deleted" });
	expect((await entries({ who: ben.accountId })).length).toBeGreaterThan(5);
	expect((await pool.query("SELECT FROM audit_entries WHERE workspace_id = $1", [ben.accountId])).rowCount).toBe(0);
});

test("pages are read from an index, of a long log and with each filter", async () => {
	await pool.query(
		`INSERT INTO audit_entries (workspace_id, client_id, who, who_name, what, subject_type, subject_id)
		 SELECT $1, CASE WHEN n % 2 = 0 THEN $2::uuid END, $1, 'Ada', 'verdict', 'finding', n::text FROM generate_series(1, 20000) AS n`,
		[workspace, acme],
	);
	await server.database.owner.query("VACUUM ANALYZE audit_entries");
	for (const scope of [
		{ workspaceId: workspace, clientId: null },
		{ workspaceId: workspace, clientId: acme },
	]) {
		for (const filter of [{}, { what: "verdict" }, { subject: "finding", id: "77" } as const, { from: "2026-01-01" }]) {
			expectIndexed(await plansOf(pool, ["audit_entries"], (spied) => readAuditPage(spied, scope, filter)));
		}
	}
});
