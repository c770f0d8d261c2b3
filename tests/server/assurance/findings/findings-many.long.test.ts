import { describe, expect, test } from "vitest";
import {
	type FindingPage,
	findingFilter,
	findingOverview,
	findingPage,
	PLACES_SHOWN,
	type ProblemPage,
	problemPage,
} from "#contract/findings/vulnerabilities.ts";
import { createFindingReader, type FindingReader } from "#server/assurance/findings/store/finding-reader.ts";
import { createAssetStore } from "#server/assurance/findings/store/hosts/asset-store.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { findingOf } from "../../../support/engines/found.ts";
import { createAccount, ownScope } from "../../../support/server/accounts.ts";
import { apiClient, asAccount, refusalOf } from "../../../support/server/api-client.ts";
import { expectIndexed, plansOf } from "../../../support/server/explain.ts";
import { startTestServer } from "../../../support/server/test-server.ts";

const MANY = 20_000;
const OTHERS = 100_000;
const TABLES = ["findings", "finding_changes", "finding_days", "asset_facts", "scans"];

const server = await startTestServer();
const { pool } = server.database;
const ada = await createAccount(server);
const scope = ownScope(ada.accountId);

/** Findings of one account or of a hundred: every severity, state and engine, two per minute, on a hundred hosts. */
async function seed(count: number, owners: readonly string[]): Promise<void> {
	await pool.query(
		`INSERT INTO findings (account_id, fingerprint, finding, severity, engine, rule, title, parameter, host, asset, scope,
		   scan_id, first_seen_at, last_seen_at, seen_from, fixed_at, word, reason, until, said_at)
		 SELECT ($2::uuid[])[1 + n % $3::integer], encode(sha256(n::text::bytea), 'hex'), $4, (ARRAY['high', 'medium', 'low', 'none'])[1 + n % 4],
		   (ARRAY['baseline', 'nmap', 'sslyze'])[1 + n % 3], 'rule-' || n % 50, '=cmd ' || n % 40, 'p' || n % 7,
		   'www' || n % 100 || '.example.com', 'host' || n % 100 || '.example.com', 'scope' || n % 100,
		   gen_random_uuid(), at, at, at, CASE WHEN n % 10 = 1 THEN at END,
		   CASE n % 10 WHEN 2 THEN 'false-positive' WHEN 3 THEN 'accepted' END, CASE WHEN n % 10 IN (2, 3) THEN 'Known.' ELSE '' END,
		   CASE WHEN n % 20 = 3 THEN current_date - 1 WHEN n % 10 = 3 THEN current_date + 30 END,
		   CASE WHEN n % 10 IN (2, 3) THEN at END
		 FROM generate_series(1, $1::integer) AS n, LATERAL (SELECT now() - n / 2 * interval '1 minute' AS at) AS row`,
		[count, owners, owners.length, JSON.stringify(findingOf())],
	);
}
const { rows: others } = await pool.query<{ id: string }>(
	`INSERT INTO accounts (id, email, email_key, password_hash, first_name, last_name, company, created_at)
	 SELECT gen_random_uuid(), n || '@example.net', n || '@example.net', 'x', 'x', 'x', 'x', now()
	 FROM generate_series(1, 100) AS n RETURNING id`,
);
await seed(MANY, [ada.accountId]);
await seed(
	OTHERS,
	others.map(({ id }) => id),
);
await pool.query(
	`INSERT INTO finding_changes (account_id, fingerprint, at, what, severity)
	 SELECT account_id, fingerprint, last_seen_at, 'new', severity FROM findings`,
);
await pool.query(
	"INSERT INTO assets (account_id, host, client_id) SELECT $1, 'host' || n || '.example.com', client_named($1, 'Bank') FROM generate_series(1, 3) AS n",
	[ada.accountId],
);
await server.database.owner.query("VACUUM ANALYZE findings, finding_changes, assets");

const call = apiClient(server.url, asAccount(ada));
const list = async (query: Record<string, string> = {}): Promise<FindingPage> => {
	const response = await call("listFindings", { query });
	expect(response.status, await response.clone().text()).toBe(200);
	return findingPage.parse(await response.json());
};
const listProblems = async (query: Record<string, string> = {}): Promise<ProblemPage> => {
	const response = await call("listProblems", { query });
	expect(response.status, await response.clone().text()).toBe(200);
	return problemPage.parse(await response.json());
};
const now = () => new Date();
const asked = (ask: (reader: FindingReader, owner: Scope) => Promise<unknown>) =>
	plansOf(pool, TABLES, (spied) => ask(createFindingReader(spied, now), scope));

const FILTERS: Record<string, string>[] = [
	{},
	{ state: "open" },
	{ state: "accepted,false-positive" },
	{ severity: "high" },
	{ engine: "nmap,sslyze", severity: "low,none" },
	{ host: "www42.example.com" },
	{ client: "Bank" },
	{ q: "RULE-42" },
	{ state: "fixed", severity: "medium", engine: "baseline", host: "host41.example.com", client: "Bank", q: "cmd" },
];

describe("a list of 20,000 findings among 120,000", () => {
	test.each(FILTERS)("is read by an index with the filter %j, on its first page and on later ones", async (filter) => {
		expectIndexed(await asked((reader, owner) => reader.page(owner, findingFilter.parse(filter))));
		const { next } = await list({ ...filter, limit: "2" });
		if (next === null) return;
		const further = { ...findingFilter.parse(filter), cursor: next };
		expectIndexed(await asked((reader, owner) => reader.page(owner, further)));
	});

	test("and so are its numbers, an export, one finding and the hosts", async () => {
		expectIndexed(await asked((reader, owner) => reader.overview(owner)));
		expectIndexed(await asked((reader, owner) => reader.batches(owner, {}).next()));
		const [first] = (await list()).findings;
		expectIndexed(await asked((reader, owner) => reader.detail(owner, first?.fingerprint ?? "")));
		const ownershipsIn = () => ({ list: async () => [] });
		expectIndexed(await plansOf(pool, TABLES, (spied) => createAssetStore(spied, { ownershipsIn, now }).list(scope)));
	});

	test("shows each once over all pages, worst first and last seen first, with its total", async () => {
		const seen: string[] = [];
		const order: [number, string][] = [];
		const weights = { high: 0, medium: 1, low: 2, none: 3 };
		let cursor: string | null = null;
		do {
			const page: FindingPage = await list({ limit: "100", host: "host42.example.com", ...(cursor && { cursor }) });
			expect(page.total).toBe(MANY / 100);
			seen.push(...page.findings.map(({ fingerprint }) => fingerprint));
			order.push(...page.findings.map(({ severity, lastSeenAt }): [number, string] => [weights[severity], lastSeenAt]));
			cursor = page.next;
		} while (cursor !== null);
		expect(new Set(seen).size).toBe(MANY / 100);
		expect(seen).toHaveLength(MANY / 100);
		expect(order).toEqual(order.toSorted(([a, x], [b, y]) => a - b || (x < y ? 1 : x > y ? -1 : 0)));
	});

	test("counts states as of today, whatever state is asked for", async () => {
		const states = { open: 15_000, fixed: 2_000, "false-positive": 2_000, accepted: 1_000 };
		expect(await list()).toMatchObject({ total: MANY, states });
		expect(await list({ state: "accepted" })).toMatchObject({ total: 1_000, states });
		expect((await list({ state: "accepted,fixed", severity: "high,medium,low,none" })).total).toBe(3_000);
		expect((await list({ client: "Bank" })).findings[0]).toMatchObject({ client: "Bank" });
		expect((await list({ client: "Bank" })).total).toBe(600);
		expect((await list({ q: "Rule-42" })).total).toBe(400);
		expect((await list({ q: "%" })).total).toBe(0);
	});

	test.each([
		["cursor", "nonsense"],
		["cursor", Buffer.from(`9 2026-01-01T00:00:00.000000Z ${"0".repeat(64)}`).toString("base64url")],
		["cursor", Buffer.from(`3 2026-02-31T00:00:00.000000Z ${"0".repeat(64)}`).toString("base64url")],
		["limit", "0"],
		["state", "sleeping"],
		["severity", "critical"],
		["q", "x".repeat(201)],
		["q", "\u0000"],
		["host", "\u0000"],
	])("%s %j is refused with a message", async (name, value) => {
		const answer = await refusalOf(await call("listFindings", { query: { [name]: value } }));
		expect(answer).toMatchObject({ status: 400, code: "invalid_body" });
		expect(answer.message).not.toContain("Invalid input");
	});

	test("has an overview that adds up, with a point for each day", async () => {
		const overview = findingOverview.parse(await (await call("findingsOverview")).json());
		expect(overview.open).toEqual({ high: 4_000, medium: 3_000, low: 4_000, none: 4_000 });
		expect(overview.states.open).toBe(15_000);
		expect(overview.trend).toHaveLength(30);
		expect(overview.trend.at(-1)).toEqual({ day: new Date().toISOString().slice(0, 10), open: overview.open });
		expect(overview.worse).toHaveLength(10);
		expect(overview.worse.every(({ severity, state }) => severity === "high" && state === "open")).toBe(true);
		expect(overview.expiring).toHaveLength(20);
	});
});

describe("the problems that 20,000 findings among 120,000 make", () => {
	test.each(FILTERS)(
		"are read by an index with the filter %j, on their first page and on later ones",
		async (filter) => {
			const parsed = findingFilter.parse(filter);
			expectIndexed(await asked((reader, owner) => reader.problems(owner, parsed)));
			const { next } = await listProblems({ ...filter, limit: "1" });
			if (next === null) return;
			expectIndexed(await asked((reader, owner) => reader.problems(owner, { ...parsed, cursor: next })));
		},
	);

	test.each(FILTERS)(
		"hold with the filter %j exactly what the flat list holds, each once, worst first",
		async (filter) => {
			const flat = await list(filter);
			const seen: string[] = [];
			const order: string[] = [];
			let found = 0;
			let cursor: string | null = null;
			do {
				const page: ProblemPage = await listProblems({ ...filter, limit: "7", ...(cursor && { cursor }) });
				expect(page).toMatchObject({ findings: flat.total, states: flat.states });
				for (const { severity, title, rule, findings, places } of page.problems) {
					seen.push(`${severity} ${title} ${rule}`);
					order.push(`${["high", "medium", "low", "none"].indexOf(severity)} ${title} ${rule}`);
					found += findings;
					expect(places).toHaveLength(Math.min(findings, PLACES_SHOWN));
					expect(places.every((place) => place.title === title && place.rule === rule)).toBe(true);
				}
				cursor = page.next;
				if (cursor === null) expect(seen).toHaveLength(page.total);
			} while (cursor !== null);
			expect(found).toBe(flat.total);
			expect(new Set(seen).size).toBe(seen.length);
			expect(order).toEqual(order.toSorted());
		},
	);

	test("list the places of one by an index", async () => {
		const [problem] = (await listProblems()).problems;
		if (!problem) throw new Error("There is no problem");
		const { rule, title, severity, findings, places } = problem;
		expectIndexed(await asked((reader, owner) => reader.page(owner, { rule, title, severity })));
		const page = await list({ rule, title, severity, limit: "100" });
		expect(page.total).toBe(findings);
		expect(page.findings.slice(0, PLACES_SHOWN)).toEqual(places);
	});

	test.each([
		["cursor", "nonsense"],
		["cursor", Buffer.from("4\ntitle\nrule").toString("base64url")],
		["cursor", Buffer.from("3\ntitle").toString("base64url")],
		["cursor", Buffer.from("3\nti\0tle\nrule").toString("base64url")],
		["limit", "101"],
		["title", "x".repeat(601)],
		["rule", "\u0000"],
	])("%s %j is refused with a message", async (name, value) => {
		const answer = await refusalOf(await call("listProblems", { query: { [name]: value } }));
		expect(answer).toMatchObject({ status: 400, code: "invalid_body" });
		expect(answer.message).not.toContain("Invalid input");
	});
});

describe("an export of 20,000 findings", () => {
	test("as CSV holds every row once, with nothing a spreadsheet would run", async () => {
		const response = await call("exportFindings", { query: { format: "csv" } });
		expect(Object.fromEntries(response.headers)).toMatchObject({
			"content-type": "text/csv; charset=utf-8",
			"content-disposition": expect.stringMatching(/^attachment; filename="findings-\d{4}-\d\d-\d\d\.csv"$/),
		});
		const lines = (await response.text()).split("\r\n");
		expect(lines).toHaveLength(MANY + 2);
		expect(lines[0]).toMatch(/^fingerprint,state,severity,title,host,/);
		expect(new Set(lines.slice(1, -1).map((line) => line.slice(0, 64))).size).toBe(MANY);
		expect(lines.slice(1, -1).every((line) => /^[0-9a-f]{64},[a-z-]+,[a-z]+,'=cmd \d+,/.test(line))).toBe(true);
	});

	test("as JSON is what the list shows", async () => {
		const query = { state: "accepted", severity: "low,none" };
		const file = await (await call("exportFindings", { query: { ...query, format: "json" } })).json();
		const page = await list(query);
		expect(file).toHaveLength(page.total);
		expect(file.slice(0, page.findings.length)).toEqual(page.findings);
	});

	test("is read some at a time, so that no more than that is ever in memory", async () => {
		const reader = createFindingReader(pool, now);
		let most = 0;
		let all = 0;
		for await (const batch of reader.batches(scope, {})) {
			most = Math.max(most, batch.length);
			all += batch.length;
		}
		expect([most, all]).toEqual([500, MANY]);
	});
});
