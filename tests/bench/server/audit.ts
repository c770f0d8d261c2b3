import type { Pool } from "#server/platform/db/pool.ts";
import { machine, type Product, startProduct } from "./product.ts";

const ROUNDS = 7;
const VERDICTS = 5_000;
/** As many as one request may decide about. */
const TOGETHER = 200;
const SCANS = 1_280;
/** As many as one statement accepts (server/scanning/scans/store/accept-store.ts). */
const GROUP = 64;

const WRITERS: Readonly<Record<string, readonly string[]>> = {
	finding_words: ["audited_words"],
	scans: ["audited_insert"],
};

/** How long the same work takes with the audit log and without it, in turns. */
export async function measureAudit(): Promise<string> {
	const product = await startProduct();
	try {
		const workspace = await seed(product.pool);
		const takeVerdicts = () => verdicts(product.pool, workspace);
		const acceptScans = () => accept(product.pool, workspace);
		const rows = [
			await compare(product, `${VERDICTS} verdicts, ${TOGETHER} by a statement`, takeVerdicts),
			await compare(product, `accepting ${SCANS} scans, ${GROUP} by a statement`, acceptScans),
		];
		return render(rows);
	} finally {
		await product.close();
	}
}

async function seed(pool: Pool): Promise<string> {
	const id = crypto.randomUUID();
	await pool.query(
		`INSERT INTO accounts (id, email, email_key, password_hash, first_name, last_name, company, created_at)
		 VALUES ($1, 'ada@example.org', 'ada@example.org', 'x', 'Ada', 'Lovelace', 'Co', now())`,
		[id],
	);
	await pool.query(
		`INSERT INTO findings (account_id, fingerprint, finding, severity, engine, rule, title, parameter, host, asset, scope, scan_id,
		   first_seen_at, last_seen_at, seen_from)
		 SELECT $1, 'finding-' || n, '{}', 'low', 'baseline', 'rule-' || n % 50, 'What rule ' || n % 50 || ' says', '', 'h' || n % 100, 'h' || n % 100, 's',
		   gen_random_uuid(), now(), now(), now() FROM generate_series(0, $2::integer - 1) AS n`,
		[id, VERDICTS],
	);
	return id;
}

async function verdicts(pool: Pool, workspace: string): Promise<void> {
	for (let first = 0; first < VERDICTS; first += TOGETHER) {
		const prints = Array.from({ length: TOGETHER }, (_, n) => `finding-${first + n}`);
		// As server/assurance/findings/store/finding-verdicts.ts does, in one statement.
		await pool.query(
			`WITH moved AS (
			   UPDATE findings SET word = CASE WHEN word IS NULL THEN 'false-positive' END, reason = 'It is none.', said_at = now()
			   WHERE account_id = $1 AND fingerprint = ANY ($2) RETURNING fingerprint, coalesce(word, 'open') AS state)
			 INSERT INTO finding_words (account_id, fingerprint, state, reason, said_at)
			 SELECT $1, fingerprint, state, 'It is none.', now() FROM moved`,
			[workspace, prints],
		);
	}
}

async function accept(pool: Pool, workspace: string): Promise<void> {
	for (let first = 0; first < SCANS; first += GROUP) {
		const entries = Array.from({ length: GROUP }, (_, n) => {
			const target = `h${(first + n) % 100}`;
			const labels = { client: "", note: "", address: "192.0.2.1" };
			const body = { target };
			return { n, id: crypto.randomUUID(), owner: workspace, kind: "combined", target, body, host: target, ...labels };
		});
		await pool.query("SELECT count(*) FROM accept_scans($1, '[]', '1')", [JSON.stringify(entries)]);
	}
}

type Compared = { what: string; without: number; times: number };

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function compare({ owner }: Product, what: string, work: () => Promise<void>): Promise<Compared> {
	const turn = async (writes: boolean) => {
		for (const [table, names] of Object.entries(WRITERS)) {
			for (const name of names) {
				await owner.query(`ALTER TABLE ${table} ${writes ? "ENABLE" : "DISABLE"} TRIGGER ${name}`);
			}
		}
		const began = performance.now();
		await work();
		return performance.now() - began;
	};
	await turn(true);
	await turn(false);
	const ratios: number[] = [];
	const plain: number[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		const without = await turn(false);
		ratios.push((await turn(true)) / without);
		plain.push(without);
	}
	console.log(what, ratios.map((ratio) => ratio.toFixed(2)).join(" "));
	return { what, without: median(plain), times: median(ratios) };
}

const render = (rows: readonly Compared[]) => `## The audit log

\`npm run bench:server -- audit\`. The same statements on one connection with and without the triggers that write a workspace’s audit
log, ${ROUNDS} times in turns; the medians.

| | without | with, as a multiple |
| --- | --: | --: |
${rows.map(({ what, without, times }) => `| ${what} | ${Math.round(without)} ms | ${times.toFixed(2)} |`).join("\n")}

- Machine: ${machine()}.
`;
