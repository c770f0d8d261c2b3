import { CLASS_IDS } from "#contract/controls/classes.ts";
import { API_BASE, API_PATHS, fillPath } from "#contract/routes.ts";
import { CLASSES } from "#server/assurance/findings/class-table.ts";
import { findingOf } from "../../support/engines/found.ts";
import { createAccounts } from "./accounts.ts";
import { measureFile } from "./measure-file.ts";
import { medianOf, medianTime } from "./median-of.ts";
import { machine, type Product, startProduct } from "./product.ts";
import { takeOver } from "./take-over.ts";

const CONTROLS = 60;
const MONTHS = 12;
/** Findings and hosts grow together, a hundredfold. Each host has a run of each test in each month. */
const SIZES = [
	{ findings: 1_000, hosts: 5 },
	{ findings: 10_000, hosts: 50 },
	{ findings: 100_000, hosts: 500 },
] as const;

const window = `from=${dayBefore(MONTHS * 30)}&to=${dayBefore(0)}`;
const of = (path: string, params = {}) => fillPath(path, { frameworkId: "iso-27001", ...params });
const ofYear = (path: string, params = {}) => `${of(path, params)}?${window}`;

/** The reference is a call that only asks the database whether it answers. */
const CALLS = {
	"the database's health (reference)": API_PATHS.health,
	"the overview's three questions": API_PATHS.complianceOverview,
	controls: API_PATHS.controls,
	"a framework with its requirements": of(API_PATHS.framework),
	"a year's effectiveness": ofYear(API_PATHS.effectiveness),
	"tasks, first page": API_PATHS.tasks,
};
/** They hold everything, and are requested now and then. */
const FILES = {
	"a year's findings as CSV": ofYear(API_PATHS.effectivenessFile, { format: "csv" }),
	"a year's OSCAL assessment results": ofYear(API_PATHS.oscal, { model: "assessment-results" }),
	"a year's audit bundle": ofYear(API_PATHS.bundle),
};
const FILE_TIMES = 3;
/** V8 leaves garbage until its heap is full, so memory that a file needs shows only in a process with a small heap. */
const SMALL_HEAP = "--max-old-space-size=128 --max-semi-space-size=4";
const TAKEN_OVER = "a scan taken over: runs, evidence, tasks";

/** How long answers about controls take while findings, hosts and runs grow a hundredfold. */
export async function measureControls(): Promise<string> {
	const product = await startProduct();
	try {
		const api = await product.start("api", { TRUST_PROXY: "on" });
		const [who] = await createAccounts(product, api, 1);
		if (!who) throw new Error("No account");
		await addControls(product, who.account);
		const names = [...Object.keys(CALLS), TAKEN_OVER, ...Object.keys(FILES)];
		const times = new Map<string, number[]>(names.map((name) => [name, []]));
		const firsts = new Map<string, number[]>(Object.keys(FILES).map((name) => [name, []]));
		const memory = new Map<string, number[]>(Object.keys(FILES).map((name) => [name, []]));
		const needed = new Map<string, number[]>(Object.keys(FILES).map((name) => [name, []]));
		let held = { findings: 0, hosts: 0 };
		for (const size of SIZES) {
			await grow(product, who.account, held, size);
			held = size;
			// So that there are tasks in each column.
			await takeOver(product.pool, who.account);
			const note = (name: string, ms: number) => {
				times.get(name)?.push(ms);
				console.log(size.findings, name, ms.toFixed(1));
			};
			const headers = { Cookie: who.cookie };
			for (const [name, path] of Object.entries(CALLS))
				note(name, await medianOf(`${api.url}${API_BASE}${path}`, headers));
			note(TAKEN_OVER, await medianTime(() => takeOver(product.pool, who.account)));
			for (const [name, path] of Object.entries(FILES)) {
				// A process of its own for each file, so that it begins with the memory of an idle one.
				const measured = async (env: Record<string, string>, times: number) => {
					const fresh = await product.start("api", { TRUST_PROXY: "on", ...env });
					const file = await measureFile(fresh, `${fresh.url}${API_BASE}${path}`, headers, times);
					await fresh.stop();
					return file;
				};
				const file = await measured({}, FILE_TIMES);
				const small = await measured({ NODE_OPTIONS: SMALL_HEAP }, 1);
				note(name, file.ms);
				firsts.get(name)?.push(file.firstMs);
				memory.get(name)?.push(file.memory);
				needed.get(name)?.push(small.memory);
				console.log(size.findings, name, "begins", file.firstMs.toFixed(1), "memory", file.memory, small.memory);
			}
		}
		return sectionOf(times, { firsts, memory, needed });
	} finally {
		await product.close();
	}
}

/** Sixty controls, each with one scan test of one class, and linked to a requirement. */
export async function addControls({ pool }: Pick<Product, "pool">, workspace: string): Promise<void> {
	await pool.query(
		`INSERT INTO framework_choices (workspace_id, client_id, framework, chosen_at) VALUES ($1, $1, 'iso-27001', now() - interval '1 year')`,
		[workspace],
	);
	await pool.query(
		`INSERT INTO controls (workspace_id, client_id, id, code, title, objective, kind, state, created_at)
		 SELECT $1, $1, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'C-' || n, 'Control ' || n, '', 'technical', 'operating',
		   now() - interval '1 year'
		 FROM generate_series(1, $2::integer) AS n`,
		[workspace, CONTROLS],
	);
	await pool.query(
		`INSERT INTO control_requirements (workspace_id, control_id, framework, requirement_id, source)
		 SELECT workspace_id, id, 'iso-27001', 'A.8.' || 1 + row_number() OVER () % 34, 'catalog' FROM controls WHERE workspace_id = $1`,
		[workspace],
	);
	await pool.query(
		`INSERT INTO control_tests (workspace_id, id, control_id, title, kind, spec, classes, every_days, created_at)
		 SELECT workspace_id, id, id, title, 'scan',
		   jsonb_build_object('kind', 'scan', 'classes', jsonb_build_array(class), 'hosts', '[]'::jsonb,
		     'timeToFix', '{"high": 15, "medium": 30, "low": 90}'::jsonb),
		   ARRAY[class], 30, created_at
		 FROM (SELECT *, ($2::text[])[1 + (row_number() OVER (ORDER BY id) - 1) % $3::integer] AS class FROM controls WHERE workspace_id = $1) AS control`,
		[workspace, CLASS_IDS, CLASS_IDS.length],
	);
}

/** One rule of each class, for the findings. */
const RULES = CLASSES.flatMap(({ rules: [first] }) => first ?? []);

export async function grow(
	{ pool, owner }: Pick<Product, "pool" | "owner">,
	workspace: string,
	from: { findings: number; hosts: number },
	to: { findings: number; hosts: number },
): Promise<void> {
	await pool.query(
		"INSERT INTO assets (account_id, host) SELECT $1, 'host' || n || '.example.com' FROM generate_series($2::integer, $3::integer - 1) AS n",
		[workspace, from.hosts, to.hosts],
	);
	await pool.query(
		`INSERT INTO findings (account_id, fingerprint, finding, severity, engine, rule, title, parameter, host, asset, scope,
		   scan_id, first_seen_at, last_seen_at, seen_from, fixed_at, word, reason, said_at)
		 SELECT $3::uuid, encode(sha256(n::text::bytea), 'hex'), $4, (ARRAY['high', 'medium', 'low', 'none'])[1 + n % 4], 'baseline',
		   ($5::text[])[1 + n % $6::integer], 'Title ' || n % 40, 'p' || n % 7, name, name, name, gen_random_uuid(), at, at, at,
		   CASE WHEN n % 3 > 0 THEN least(at + n % 60 * interval '1 day', now()) END,
		   CASE n % 10 WHEN 2 THEN 'false-positive' WHEN 3 THEN 'accepted' END, CASE WHEN n % 10 IN (2, 3) THEN 'Known.' ELSE '' END,
		   CASE WHEN n % 10 IN (2, 3) THEN at END
		 FROM generate_series($1::integer + 1, $2::integer) AS n,
		   LATERAL (SELECT now() - n % 360 * interval '1 day' AS at, 'host' || n % $7::integer || '.example.com' AS name) AS row`,
		[from.findings, to.findings, workspace, JSON.stringify(findingOf()), RULES, RULES.length, to.hosts],
	);
	await pool.query(
		`INSERT INTO test_runs (workspace_id, client_id, id, control_id, test_id, host, at, window_from, window_to, result, reason, expires_on, scan_id)
		 SELECT $1, $1, gen_random_uuid(), test.control_id, test.id, 'host' || host || '.example.com', at, at - interval '30 days', at,
		   (ARRAY['passed', 'passed', 'failed', 'incomplete'])[1 + (host + month) % 4], 'Because.', (at + interval '60 days')::date, gen_random_uuid()
		 FROM control_tests AS test, generate_series($2::integer, $3::integer - 1) AS host, generate_series(0, $4::integer - 1) AS month,
		   LATERAL (SELECT now() - month * interval '30 days' AS at) AS row
		 WHERE test.workspace_id = $1`,
		[workspace, from.hosts, to.hosts, MONTHS],
	);
	await pool.query(
		`INSERT INTO newest_runs (workspace_id, client_id, control_id, test_id, host, run_id, at, result, complete_at, complete_until,
		   complete_result)
		 SELECT DISTINCT ON (test_id, host) workspace_id, client_id, control_id, test_id, host, id, at, result, at, expires_on, result
		 FROM test_runs WHERE workspace_id = $1 ORDER BY test_id, host, at DESC ON CONFLICT DO NOTHING`,
		[workspace],
	);
	await owner.query("VACUUM ANALYZE findings, finding_counts, test_runs, newest_runs, assets, controls, control_tests");
}

function dayBefore(days: number): string {
	return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

type Numbers = ReadonlyMap<string, readonly number[]>;

function sectionOf(
	times: Numbers,
	{ firsts, memory, needed }: { firsts: Numbers; memory: Numbers; needed: Numbers },
): string {
	const sizes = SIZES.map(
		({ findings, hosts }) => `${findings.toLocaleString("en-US")} on ${hosts.toLocaleString("en-US")} hosts`,
	);
	const rows = [...times].map(([name, all]) => {
		const growth = (all.at(-1) ?? Number.NaN) / (all[0] ?? Number.NaN);
		return `| ${name} | ${all.map((ms) => `${ms.toFixed(1)} ms`).join(" | ")} | ${growth.toFixed(1)} × |`;
	});
	return [
		"## Controls while findings and runs grow",
		"",
		`Median time of calls, one after another, in a workspace with ${CONTROLS} controls and so many findings (\`npm run bench:server -- controls\`). Each host has a run of each test in each of ${MONTHS} months: ${(CONTROLS * MONTHS * SIZES[2].hosts).toLocaleString("en-US")} runs in the last column.`,
		"",
		`| | ${sizes.join(" | ")} | growth |`,
		`| --- | ${SIZES.map(() => "--:").join(" | ")} | --: |`,
		...rows,
		"",
		`| | ${sizes.join(" | ")} |`,
		`| --- | ${SIZES.map(() => "--:").join(" | ")} |`,
		...[...firsts].map(
			([name, all]) => `| ${name}: first byte | ${all.map((ms) => `${ms.toFixed(1)} ms`).join(" | ")} |`,
		),
		...memoryRows("memory over idle", memory),
		...memoryRows("memory over idle with a small heap", needed),
		"",
		`- Machine: ${machine()}. The growth is the last column's time over the first's; findings, hosts and runs grow 100 ×. Of files, which hold all of it, the median of ${FILE_TIMES}. A scan is of one host, which has 200 findings in each column, and is recorded in one transaction. Memory is the most that the process had while it wrote the file ${FILE_TIMES} times, one after another, over what it had before; most of it is garbage that nothing made V8 collect. With a small heap (\`${SMALL_HEAP}\`) it wrote the same file once.`,
	].join("\n");
}

const memoryRows = (what: string, memory: Numbers): string[] =>
	[...memory].map(([name, all]) => `| ${name}: ${what} | ${all.map((mb) => `${mb} MB`).join(" | ")} |`);
