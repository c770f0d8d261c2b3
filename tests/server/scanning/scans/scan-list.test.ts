import { describe, expect, test } from "vitest";
import { scanQuery } from "#contract/scans/scan-query.ts";
import { type ScanPage, scanOverview, scanPage } from "#contract/scans/scans.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { createScanReader } from "#server/scanning/scans/store/scan-reader.ts";
import { createAccount, ownScope } from "../../../support/server/accounts.ts";
import { apiClient, asAccount, refusalOf } from "../../../support/server/api-client.ts";
import { expectIndexed, plansOf as explained } from "../../../support/server/explain.ts";
import { startTestServer } from "../../../support/server/test-server.ts";

const MANY = 10_000;
const OTHERS = 100_000;

const server = await startTestServer();
const { pool, owner: tables } = server.database;
const ada = await createAccount(server);
const small = await createAccount(server);

/** Ended scans of one owner or of a hundred, one a minute, of every kind, state and severity. */
async function seed(count: number, owner: string, owners: number): Promise<void> {
	await tables.query("ALTER TABLE scans DISABLE TRIGGER USER");
	await pool.query(
		`INSERT INTO scans (id, owner, kind, target, request, status, accepted_at, queued_at, started_at, finished_at, progress,
		   coverage, failure_code, failure_message, high, medium, low, none, host)
		 SELECT gen_random_uuid(), $2 || CASE WHEN $3 > 1 THEN (n % $3)::text ELSE '' END,
		   (ARRAY['combined', 'zap', 'wapiti', 'nmap', 'sslyze'])[1 + n % 5], 'host' || n % 100 || '.example.com', '{}',
		   CASE WHEN failed THEN 'failed' ELSE 'completed' END, at, at, at, at + interval '30 s', 100,
		   CASE WHEN NOT failed THEN 'full' END, CASE WHEN failed THEN CASE WHEN n % 20 = 7 THEN 'cancelled' ELSE 'timeout' END END,
		   CASE WHEN failed THEN '=cmd' END,
		   CASE WHEN NOT failed THEN (n % 50 = 0)::integer END, CASE WHEN NOT failed THEN (n % 5 = 0)::integer END,
		   CASE WHEN NOT failed THEN (n % 2)::integer END, CASE WHEN NOT failed THEN 1 END,
		   'host' || n % 100 || '.example.com'
		 FROM generate_series(1, $1::integer) AS n, LATERAL (SELECT n % 10 = 7 AS failed, now() - n * interval '1 minute' AS at) AS row`,
		[count, owner, owners],
	);
	await tables.query("ALTER TABLE scans ENABLE TRIGGER USER");
}
await seed(MANY, ada.accountId, 1);
await seed(OTHERS, "00000000-0000-4000-8000-0000000000", 100);
// One host in each hundred belongs to the bank.
await pool.query(
	"INSERT INTO assets (account_id, host, client_id) VALUES ($1, 'host42.example.com', client_named($1, 'First Bank'))",
	[ada.accountId],
);
await tables.query("VACUUM ANALYZE scans, assets");

const call = apiClient(server.url, asAccount(ada));
const list = async (query: Record<string, string> = {}): Promise<ScanPage> => {
	const response = await call("listScans", { query });
	expect(response.status, await response.clone().text()).toBe(200);
	return scanPage.parse(await response.json());
};

/** The plans of a reader's queries. */
const plansOf = (ask: (reader: ReturnType<typeof createScanReader>, owner: Scope) => Promise<unknown>) =>
	explained(pool, ["scans"], (spied) =>
		ask(
			createScanReader(
				spied,
				spied,
				async () => undefined,
				() => new Date(),
			),
			ownScope(ada.accountId),
		),
	);

describe("a list of 10,000 scans among 110,000", () => {
	const FILTERS: Record<string, string>[] = [
		{},
		{ phase: "active" },
		{ phase: "finished" },
		{ status: "failed" },
		{ status: "cancelled,failed" },
		{ kind: "nmap" },
		{ kind: "nmap,zap", status: "completed" },
		{ severity: "high" },
		{ severity: "high,medium", kind: "combined" },
		{ from: "2020-01-01", to: "2099-12-31" },
		{ q: "host42" },
		{ client: "First Bank" },
		{ phase: "finished", status: "completed", kind: "sslyze", severity: "low", q: "host", from: "2020-01-01" },
	];

	test.each(FILTERS)("is read by an index with the filter %j, on its first page and on later ones", async (filter) => {
		expectIndexed(await plansOf((reader, owner) => reader.page(owner, scanQuery.parse(filter))));
		const { next } = await list({ ...filter, limit: "2" });
		if (next === null) return;
		expectIndexed(await plansOf((reader, owner) => reader.page(owner, scanQuery.parse({ ...filter, cursor: next }))));
	});

	test("and so are its numbers, an export and one scan", async () => {
		expectIndexed(await plansOf((reader, owner) => reader.overview(owner)));
		expectIndexed(await plansOf((reader, owner) => reader.batches(owner, {}).next()));
		const id = (await list()).scans[0]?.id ?? expect.fail("no scan");
		expectIndexed(await plansOf((reader, owner) => reader.summary(owner, id)));
	});

	test("shows each once over all pages, newest first, with its total", async () => {
		const seen: string[] = [];
		const times: string[] = [];
		let cursor: string | null = null;
		do {
			const page: ScanPage = await list({ limit: "100", kind: "nmap", ...(cursor && { cursor }) });
			expect(page.total).toBe(MANY / 5);
			seen.push(...page.scans.map(({ id }) => id));
			times.push(...page.scans.map(({ acceptedAt }) => acceptedAt));
			cursor = page.next;
		} while (cursor !== null);
		expect(seen).toHaveLength(MANY / 5);
		expect(new Set(seen).size).toBe(MANY / 5);
		expect(times).toEqual(times.toSorted().reverse());
	});

	test("keeps its place when newer ones come, and when two were asked for in the same moment", async () => {
		const owner = small.accountId;
		await pool.query(
			`INSERT INTO scans (id, owner, kind, target, request, status) SELECT gen_random_uuid(), $1, 'nmap', 'x', '{}', 'pending'
			 FROM generate_series(1, 4)`,
			[owner],
		);
		const as = apiClient(server.url, asAccount(small));
		const page = async (query: Record<string, string>) =>
			scanPage.parse(await (await as("listScans", { query: { limit: "2", ...query } })).json());
		const first = await page({});
		await pool.query(
			"INSERT INTO scans (id, owner, kind, target, request, status) VALUES (gen_random_uuid(), $1, 'nmap', 'new', '{}', 'pending')",
			[owner],
		);
		const second = await page({ cursor: first.next ?? "" });
		expect(new Set([...first.scans, ...second.scans].map(({ id }) => id)).size).toBe(4);
		expect(second.next).toBeNull();
		await pool.query("DELETE FROM scans WHERE owner = $1", [owner]);
	});

	test("filters by what it says, and counts a cancelled scan apart from failed ones", async () => {
		expect((await list({ status: "failed" })).total).toBe(500);
		expect((await list({ status: "cancelled" })).total).toBe(500);
		expect((await list({ status: "cancelled" })).scans[0]).toMatchObject({
			status: "failed",
			failure: { code: "cancelled" },
		});
		expect((await list({ severity: "high" })).scans.every(({ worst }) => worst === "high")).toBe(true);
		expect((await list({ q: "HOST42." })).total).toBe(100);
		expect((await list({ q: "%" })).total).toBe(0);
		expect((await list({ client: " First Bank " })).total).toBe(100);
		expect((await list({ client: "First Bank" })).scans.every(({ client }) => client === "First Bank")).toBe(true);
		expect((await list({ client: "first" })).total).toBe(0);
		expect((await list({ to: "2020-01-01" })).total).toBe(0);
		expect((await list({ phase: "active" })).total).toBe(0);
		const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
		expect((await list({ from: day, to: day })).total).toBe(1_440);
	});

	test.each([
		["cursor", "nonsense"],
		["cursor", Buffer.from("2026-01-01T00:00:00.000000Z x").toString("base64url")],
		["cursor", Buffer.from("2026-02-31T00:00:00.000000Z 0198c0de-0000-7000-8000-000000000001").toString("base64url")],
		["limit", "0"],
		["limit", "101"],
		["limit", "ten"],
		["status", "sleeping"],
		["kind", "nessus"],
		["severity", "critical"],
		["phase", "later"],
		["from", "yesterday"],
		["from", "0000-01-01"],
		["to", "2026-02-30"],
		["q", "x".repeat(201)],
		["q", "\u0000"],
		["client", "x".repeat(101)],
		["client", "\u0000"],
	])("%s %j is refused with a message", async (name, value) => {
		const answer = await refusalOf(await call("listScans", { query: { [name]: value } }));
		expect(answer).toMatchObject({ status: 400, code: "invalid_body" });
		expect(answer.message).not.toContain("Invalid input");
	});

	test("answers 304 to a client that has the page already", async () => {
		const first = await call("listScans");
		const headers = { "If-None-Match": first.headers.get("ETag") ?? "" };
		expect(headers["If-None-Match"]).toMatch(/^W\/"/);
		expect((await call("listScans", { headers })).status).toBe(304);
		expect((await call("listScans", { headers, query: { kind: "nmap" } })).status).toBe(200);
	});

	test("has numbers that add up", async () => {
		const numbers = scanOverview.parse(await (await call("scansOverview")).json());
		expect(numbers).toMatchObject({ total: MANY, active: 0, completed: 9_000, failed: 500, successRate: 95 });
	});
});

describe("an export", () => {
	test("as CSV holds every row once, with nothing a spreadsheet would run", async () => {
		const response = await call("exportScans", { query: { format: "csv", status: "failed" } });
		expect(Object.fromEntries(response.headers)).toMatchObject({
			"content-type": "text/csv; charset=utf-8",
			"content-disposition": expect.stringMatching(/^attachment; filename="scans-\d{4}-\d\d-\d\d\.csv"$/),
		});
		const bytes = Buffer.from(await response.arrayBuffer());
		expect(bytes[0]).not.toBe(0xef);
		const lines = bytes.toString().split("\r\n");
		expect(lines[0]).toBe(
			"id,kind,target,client,status,accepted_at,started_at,finished_at,coverage,worst,high,medium,low,none,failure",
		);
		expect(lines).toHaveLength(502);
		expect(lines[1]?.endsWith(",'=cmd")).toBe(true);
	});

	test("as JSON is the same scans as the list shows, all of them", async () => {
		const scans = await (await call("exportScans", { query: { format: "json", kind: "zap" } })).json();
		expect(scans).toHaveLength(2_000);
		expect(scans[0]).toEqual((await list({ kind: "zap" })).scans[0]);
	});

	test("needs a format it knows", async () => {
		expect((await call("exportScans", { query: { format: "pdf" } })).status).toBe(400);
	});
});

test("a name with letters outside ASCII is found as people write it and as DNS does", async () => {
	await pool.query(
		`INSERT INTO scans (id, owner, kind, target, request, status, accepted_at, queued_at, started_at, finished_at, progress,
		   failure_code, host)
		 VALUES (gen_random_uuid(), $1, 'combined', 'https://xn--bcher-kva.example/', '{}', 'failed', now(), now(), now(), now(), 100,
		   'cancelled', 'xn--bcher-kva.example')`,
		[ada.accountId],
	);
	for (const q of ["bücher", "BÜCHER.example", "xn--bcher", "https://bücher.example/"]) {
		expect((await list({ q })).scans.map(({ target }) => target)).toEqual(["https://xn--bcher-kva.example/"]);
	}
});
