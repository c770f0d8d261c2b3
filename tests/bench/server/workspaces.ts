import { cpSync, mkdirSync, readdirSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accountId, ownWorkspace } from "#contract/ids.ts";
import { setUpDatabase } from "#server/app/set-up-database.ts";
import { createFindingReader } from "#server/assurance/findings/store/finding-reader.ts";
import { startEmbeddedDatabase } from "#server/platform/db/embedded/embedded.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { createOwnerPool, createPool, type Pool } from "#server/platform/db/pool.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { createScanReader } from "#server/scanning/scans/store/scan-reader.ts";
import { findingOf } from "../../support/engines/found.ts";
import { machine } from "./product.ts";

const MIGRATIONS = "server/platform/db/migrations";
/** The last migration before workspaces. */
const BEFORE = "0024";
const WORKSPACES = 200;
/** Findings of each workspace: when it is migrated, and when its lists are read. */
const [MIGRATED, READ] = [500, 5_000];
const HOSTS = 50;
/** Hosts of each account that have a label when it is migrated, and how many labels there are. */
const [LABELED, LABELS] = [30, 10];
const TIMES = 200;

/** How long the migration to workspaces takes, and what the walls between them cost. */
export async function measureWorkspaces(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), "plumbline-bench-"));
	// PostgreSQL runs as a separate user when this runs as root.
	await chmod(folder, 0o755);
	const database = await startEmbeddedDatabase(folder);
	const owner = createOwnerPool(database.ownerUrl, () => {});
	try {
		const older = join(folder, "older");
		mkdirSync(older);
		for (const file of readdirSync(MIGRATIONS)) {
			if (file.slice(0, 4) <= BEFORE) cpSync(join(MIGRATIONS, file), join(older, file));
		}
		await migrate(owner, older);
		const accounts = await addAccounts(owner);
		await addFindings(owner, 0, MIGRATED);
		await owner.query("VACUUM ANALYZE");
		const copied = await timeOf(() => owner.query("CREATE TABLE copy AS SELECT * FROM findings"));
		await owner.query("DROP TABLE copy");
		const before = await countsOf(owner);
		const migrated = await timeOf(() => migrate(owner));
		const after = await countsOf(owner);
		const made = await owner.query(
			`SELECT (SELECT count(*) FROM workspaces) AS workspaces, (SELECT count(*) FROM memberships) AS members,
			   (SELECT count(*) FROM clients WHERE id <> workspace_id) AS clients,
			   (SELECT count(*) FROM assets WHERE client_id IS NOT NULL) AS hosts`,
		);
		const expected = {
			workspaces: WORKSPACES,
			members: WORKSPACES,
			clients: WORKSPACES * LABELS,
			hosts: WORKSPACES * LABELED,
		};
		if (JSON.stringify(made.rows[0]) !== JSON.stringify(expected))
			throw new Error(`Made ${JSON.stringify(made.rows[0])}`);
		if (JSON.stringify(before) !== JSON.stringify(after))
			throw new Error(`${JSON.stringify(before)} became ${JSON.stringify(after)}`);

		await addFindings(owner, MIGRATED, READ);
		await owner.query("VACUUM ANALYZE");
		const server = createPool(database.url, () => {});
		await setUpDatabase(database.url, server, database.ownerUrl);
		await server.end();
		const rows = await measureWalls(database, owner, accounts);
		return sectionOf({ copied, migrated }, rows);
	} finally {
		await owner.end();
		await database.stop();
		await rm(folder, { recursive: true, force: true });
	}
}

const timeOf = async (work: () => Promise<unknown>) => {
	const begun = performance.now();
	await work();
	return performance.now() - begun;
};

async function countsOf(owner: Pool): Promise<unknown> {
	const tables = ["accounts", "findings", "finding_changes", "finding_counts", "scans", "assets"];
	const counts = tables.map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`);
	return (
		await owner.query(
			`SELECT ${counts.join(", ")}, (SELECT sum(hashtext(fingerprint || title)::bigint) FROM findings) AS hash`,
		)
	).rows[0];
}

async function addAccounts(owner: Pool): Promise<string[]> {
	const { rows } = await owner.query(
		`INSERT INTO accounts (id, email, email_key, password_hash, first_name, last_name, company, created_at)
		 SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, n || '@example.org', n || '@example.org', '', 'Ada', 'Obi', 'Company ' || n, now()
		 FROM generate_series(1, $1::integer) AS n RETURNING id`,
		[WORKSPACES],
	);
	await owner.query(
		`INSERT INTO assets (account_id, host, client)
		 SELECT accounts.id, 'host' || n || '.example.com', 'Client ' || n % $2 FROM accounts, generate_series(0, $1::integer - 1) AS n`,
		[LABELED, LABELS],
	);
	return (rows as { id: string }[]).map(({ id }) => id);
}

async function addFindings(owner: Pool, from: number, to: number): Promise<void> {
	// A few accounts at a time: the database holds a statement's changes until it ends.
	for (let first = 0; first < WORKSPACES; first += 10) {
		await owner.query(
			`INSERT INTO findings (account_id, fingerprint, finding, severity, engine, rule, title, parameter, host, asset, scope,
			   scan_id, first_seen_at, last_seen_at, seen_from, fixed_at)
			 SELECT accounts.id, encode(sha256(n::text::bytea), 'hex'), $3, (ARRAY['high', 'medium', 'low', 'none'])[1 + n % 4],
			   (ARRAY['baseline', 'nmap', 'sslyze'])[1 + n % 3], 'rule-' || n % 50, 'Title ' || n % 40, 'p' || n % 7,
			   'host' || n % $4::integer || '.example.com', 'host' || n % $4::integer || '.example.com', 'scope' || n % $4::integer,
			   gen_random_uuid(), at, at, at, CASE WHEN n % 10 = 1 THEN at END
			 FROM (SELECT id FROM accounts ORDER BY id OFFSET $5 LIMIT 10) AS accounts,
			   generate_series($1::integer + 1, $2::integer) AS n, LATERAL (SELECT now() - n * interval '20 seconds' AS at) AS row`,
			[from, to, JSON.stringify(findingOf()), HOSTS, first],
		);
		await owner.query(
			`INSERT INTO finding_changes (account_id, fingerprint, at, what, severity)
			 SELECT account_id, fingerprint, first_seen_at, 'new', severity FROM findings
			 WHERE account_id IN (SELECT id FROM accounts ORDER BY id OFFSET $3 LIMIT 10) AND fingerprint IN (
			   SELECT encode(sha256(n::text::bytea), 'hex') FROM generate_series($1::integer + 1, $2::integer) AS n)`,
			[from, to, first],
		);
		await owner.query(
			`INSERT INTO scans (id, owner, kind, target, request, host, status, failure_code, failure_message, accepted_at, finished_at)
			 SELECT gen_random_uuid(), accounts.id::text, 'combined', 'https://host' || n % $3::integer || '.example.com/', '{}',
			   'host' || n % $3::integer || '.example.com', 'failed', 'timeout', 'Too slow.', at, at
			 FROM (SELECT id FROM accounts ORDER BY id OFFSET $4 LIMIT 10) AS accounts,
			   generate_series($1::integer / 20 + 1, $2::integer / 20) AS n, LATERAL (SELECT now() - n * interval '7 minutes' AS at) AS row`,
			[from, to, HOSTS, first],
		);
	}
}

type Row = { name: string; without: number; within: number };

/**
 * The same reads with and without the walls, in turns: within a workspace, by the server's role; and by the tables' owner, to whom
 * row-level security does not apply, without a transaction, which is how the previous release read.
 */
async function measureWalls({ url }: { url: string }, owner: Pool, accounts: readonly string[]): Promise<Row[]> {
	const walled = createPool(url, () => {}, { sees: "nothing" });
	const open: Pool = {
		begin: "BEGIN",
		query: (statement, values) => owner.query(statement, values),
		connect: () => bare(owner),
		end: async () => {},
	};
	const reads = (pool: Pool) => {
		const findings = createFindingReader(pool, () => new Date());
		const scans = createScanReader(
			owner,
			pool,
			async () => undefined,
			() => new Date(),
		);
		return {
			"findings, first page": (scope: Scope) => findings.page(scope, {}),
			"problems, first page": (scope: Scope) => findings.problems(scope, {}),
			"numbers of the overview": (scope: Scope) => findings.overview(scope),
			"scans, first page": (scope: Scope) => scans.page(scope, {}),
		};
	};
	const [plain, guarded] = [reads(open), reads(walled)];
	const rows: Row[] = [];
	for (const name of Object.keys(plain) as (keyof typeof plain)[]) {
		const times: Record<"without" | "within", number[]> = { without: [], within: [] };
		for (let n = -20; n < TIMES; n++) {
			const account = accountId.parse(accounts[(n + 20) % accounts.length]);
			const scope: Scope = { workspaceId: ownWorkspace(account), clientId: null, accountId: account, role: "owner" };
			for (const [how, read] of [
				["without", plain[name]],
				["within", guarded[name]],
			] as const) {
				const ms = await timeOf(() => read(scope));
				if (n >= 0) times[how].push(ms);
			}
		}
		const median = (all: number[]) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
		rows.push({ name, without: median(times.without), within: median(times.within) });
		console.log(rows.at(-1));
	}
	await walled.end();
	return rows;
}

/** A connection that begins and ends no transactions. */
async function bare(owner: Pool): ReturnType<Pool["connect"]> {
	const client = await owner.connect();
	const nothing = { rows: [], rowCount: 0, fields: [] };
	return {
		query: (statement, values) =>
			typeof statement === "string" && /^(BEGIN|COMMIT|ROLLBACK)/.test(statement)
				? Promise.resolve(nothing)
				: client.query(statement, values),
		release: (error) => client.release(error),
	};
}

function sectionOf({ copied, migrated }: { copied: number; migrated: number }, rows: readonly Row[]): string {
	const ms = (time: number) => `${time.toFixed(1)} ms`;
	const count = (number: number) => number.toLocaleString("en-US");
	return [
		"## Workspaces",
		"",
		`**The migration.** ${WORKSPACES} accounts with ${count(WORKSPACES * MIGRATED)} findings and ${count(WORKSPACES * LABELED)} labeled hosts get workspaces, clients and row-level security, with nothing lost: ${(migrated / 1_000).toFixed(2)} s, ${(migrated / copied).toFixed(1)} × the time of copying the table of findings once (${(copied / 1_000).toFixed(2)} s).`,
		"",
		`**The walls.** Median of ${TIMES} reads of ${WORKSPACES} workspaces with ${count(READ)} findings each, in turns with the same reads by a role that row-level security does not bind and without the transaction that names the workspace (\`npm run bench:server -- workspaces\`).`,
		"",
		"| | without walls | with walls | ratio |",
		"| --- | --: | --: | --: |",
		...rows.map(
			({ name, without, within }) =>
				`| ${name} | ${ms(without)} | ${ms(within)} | ${(within / without).toFixed(2)} × |`,
		),
		"",
		`- Machine: ${machine()}.`,
	].join("\n");
}
