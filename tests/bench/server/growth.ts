import { writeFile } from "node:fs/promises";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import { findingOf } from "../../support/engines/found.ts";
import { createAccounts } from "./accounts.ts";
import { drawGrowth, type Line } from "./draw-growth.ts";
import { medianOf, TIMES } from "./median-of.ts";
import { machine, type Product, startProduct } from "./product.ts";

const PICTURE = "docs/gallery/growth.svg";
const SIZES = [1_000, 10_000, 100_000, 1_000_000];
/** Findings of other accounts, in every size: an account's lists must not depend on them. */
const OTHERS = 100_000;
const HOSTS = 100;
/** As much as one statement inserts: the database holds a statement's changes until it ends. */
const CHUNK = 50_000;

/** Read by people all day. The reference is a call that only asks the database whether it answers. */
const CALLS = {
	"the database's health (reference)": API_PATHS.health,
	"problems, first page": API_PATHS.problems,
	"problems, high and open": `${API_PATHS.problems}?state=open&severity=high`,
	"findings, first page": API_PATHS.findings,
	"findings of one host": `${API_PATHS.findings}?host=host42.example.com`,
	"numbers of the overview": API_PATHS.findingsOverview,
	hosts: API_PATHS.assets,
	"scans, first page": API_PATHS.scans,
};

/** How long lists take while an account's findings grow a thousandfold. */
export async function measureGrowth(): Promise<string> {
	const product = await startProduct();
	try {
		const api = await product.start("api", { TRUST_PROXY: "on" });
		const [who, other] = await createAccounts(product, api, 2);
		if (!who || !other) throw new Error("No accounts");
		await addFindings(product, other.account, 0, OTHERS);
		const lines: Line[] = Object.keys(CALLS).map((name) => ({ name, points: [] }));
		const memory: number[] = [];
		let held = 0;
		for (const size of SIZES) {
			await addFindings(product, who.account, held, size);
			held = size;
			for (const [index, path] of Object.values(CALLS).entries()) {
				const ms = await medianOf(`${api.url}${API_BASE}${path}`, { Cookie: who.cookie });
				lines[index]?.points.push({ size, ms });
				console.log(size, path, ms.toFixed(1));
			}
			memory.push(await api.memory());
		}
		await writeFile(PICTURE, drawGrowth("Median time of a call while an account's findings grow", lines));
		return sectionOf(lines, memory);
	} finally {
		await product.close();
	}
}

/** Findings number `from` to `to` of an account with their scans, on a hundred hosts: every severity, state and engine. */
async function addFindings({ pool, owner }: Product, account: string, from: number, to: number): Promise<void> {
	for (let at = from; at < to; at += CHUNK) await addChunk(pool, account, at, Math.min(at + CHUNK, to));
	await owner.query("VACUUM ANALYZE findings, finding_counts, finding_changes, scans");
}

async function addChunk(pool: Pool, account: string, from: number, to: number): Promise<void> {
	await pool.query(
		`INSERT INTO findings (account_id, fingerprint, finding, severity, engine, rule, title, parameter, host, asset, scope,
		   scan_id, first_seen_at, last_seen_at, seen_from, fixed_at, word, reason, until, said_at)
		 SELECT $3::uuid, encode(sha256(n::text::bytea), 'hex'), $4, (ARRAY['high', 'medium', 'low', 'none'])[1 + n % 4],
		   (ARRAY['baseline', 'nmap', 'sslyze'])[1 + n % 3], 'rule-' || n % 50, 'Title ' || n % 40, 'p' || n % 7,
		   'www' || n % $5::integer || '.example.com', 'host' || n % $5::integer || '.example.com', 'scope' || n % $5::integer,
		   gen_random_uuid(), at, at, at, CASE WHEN n % 10 = 1 THEN at END,
		   CASE n % 10 WHEN 2 THEN 'false-positive' WHEN 3 THEN 'accepted' END, CASE WHEN n % 10 IN (2, 3) THEN 'Known.' ELSE '' END,
		   CASE WHEN n % 10 = 3 THEN current_date + 30 END, CASE WHEN n % 10 IN (2, 3) THEN at END
		 FROM generate_series($1::integer + 1, $2::integer) AS n, LATERAL (SELECT now() - n * interval '20 seconds' AS at) AS row`,
		[from, to, account, JSON.stringify(findingOf()), HOSTS],
	);
	await pool.query(
		`INSERT INTO scans (id, owner, kind, target, request, host, client, note, status, failure_code, failure_message, accepted_at, finished_at)
		 SELECT gen_random_uuid(), $3, 'combined', 'https://host' || n % $4::integer || '.example.com/', '{}', 'host' || n % $4::integer || '.example.com', '', '',
		   'failed', 'timeout', 'Too slow.', at, at FROM generate_series($1::integer / 20 + 1, $2::integer / 20) AS n, LATERAL (SELECT now() - n * interval '7 minutes' AS at) AS row`,
		[from, to, account, HOSTS],
	);
	await pool.query(
		`INSERT INTO finding_changes (account_id, fingerprint, at, what, severity)
		 SELECT account_id, fingerprint, first_seen_at, 'new', severity FROM findings
		 WHERE account_id = $3 AND fingerprint IN (
		   SELECT encode(sha256(n::text::bytea), 'hex') FROM generate_series($1::integer + 1, $2::integer) AS n)`,
		[from, to, account],
	);
}

function sectionOf(lines: readonly Line[], memory: readonly number[]): string {
	const sizes = SIZES.map((size) => size.toLocaleString("en-US"));
	const rows = lines.map(({ name, points }) => {
		const last = (points.at(-1)?.ms ?? Number.NaN) / (points[0]?.ms ?? Number.NaN);
		return `| ${name} | ${points.map(({ ms }) => `${ms.toFixed(1)} ms`).join(" | ")} | ${last.toFixed(1)} × |`;
	});
	return [
		"## Lists while findings grow",
		"",
		`Median of ${TIMES} calls, one after another, in an account with so many findings (\`npm run bench:server -- growth\`). ${OTHERS.toLocaleString("en-US")} more belong to another account. There is a scan for every 20 findings.`,
		"",
		`| | ${sizes.join(" | ")} | growth |`,
		`| --- | ${SIZES.map(() => "--:").join(" | ")} | --: |`,
		...rows,
		`| memory of the process | ${memory.map((mb) => `${mb} MB`).join(" | ")} | |`,
		"",
		"![The same as a picture](gallery/growth.svg)",
		"",
		`- Machine: ${machine()}. The growth is the last column's time over the first's.`,
	].join("\n");
}
