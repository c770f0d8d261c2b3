import { createPool } from "#server/platform/db/pool.ts";
import { createAccounts } from "./accounts.ts";
import { type Load, load, SECONDS } from "./load.ts";
import { machine, type Product, type ServerProcess, startProduct } from "./product.ts";
import { createSender, type Scan, type Who } from "./sender.ts";

const AT_ONCE = [1, 16, 64];
const SENDERS = 64;
const BATCH = 50;
const BATCHES_AT_ONCE = [1, 4];
/** As many as the server's own pool has. */
const CONNECTIONS = 10;
/** Not measured: the first requests compile the server's code and plan its statements. */
const WARM_UP_SECONDS = 2;

/** A load and its result: `rate` counts scans, including those in batches. */
type Measured = { what: string; atOnce: number; load: Load; rate: number; cpuPerScan: number; memory: number };

/**
 * Accepted submissions per second as a share of bare inserts into the same PostgreSQL: first without a worker, so that nothing
 * is ever scanned, then while a worker scans the practice target.
 */
export async function measureAccept(): Promise<string> {
	const product = await startProduct();
	try {
		const before = await bareInserts(product, CONNECTIONS);
		const few = new Map<number, number>();
		for (const atOnce of [...AT_ONCE, ...BATCHES_AT_ONCE]) {
			if (atOnce < CONNECTIONS && !few.has(atOnce)) few.set(atOnce, await bareInserts(product, atOnce));
		}
		const api = await product.start("api", { TRUST_PROXY: "on", SCAN_ALLOW: "127.0.0.1" });
		const senders = await createAccounts(product, api, SENDERS);
		const quiet = await measureAll(api, senders, neverScanned);
		const after = await bareInserts(product, CONNECTIONS);

		const [practice = ""] = await product.startPractice();
		await product.pool.query("DELETE FROM pgboss.job");
		const worker = await product.start("worker", { SCAN_ALLOW: "127.0.0.1" });
		const ended = () => countEnded(product);
		const endedBefore = await ended();
		const started = performance.now();
		const busy = await measureAll(api, senders, (n) => ({ target: practice, email: emailOf(n) }));
		const scanned = ((await ended()) - endedBefore) / ((performance.now() - started) / 1_000);
		const workerMemory = await worker.memory();
		return render({ bare: [before, after], few, quiet, busy, scanned, workerMemory });
	} finally {
		await product.close();
	}
}

async function measureAll(
	api: ServerProcess,
	senders: readonly Who[],
	scanOf: (sender: number) => Scan,
): Promise<Measured[]> {
	const sender = createSender(api.url, SENDERS);
	const who = (n: number) => senders[n % senders.length] as Who;
	const single = (n: number) => sender.single(scanOf(n), who(n));
	const anonymous = (n: number) => sender.single(scanOf(n), { ...who(n), cookie: "", account: "anonymous" });
	const batch = (n: number) =>
		sender.batch(
			Array.from({ length: BATCH }, () => scanOf(n)),
			who(n),
		);
	const measured: Measured[] = [];
	const measure = async (what: string, atOnce: number, send: (n: number) => Promise<number>, scans = 1) => {
		await load(atOnce, send, 202, Math.min(WARM_UP_SECONDS, SECONDS));
		const cpu = await api.cpu();
		const one = await load(atOnce, send);
		const count = one.rate * scans * SECONDS;
		const cpuPerScan = ((await api.cpu()) - cpu) / count;
		measured.push({ what, atOnce, load: one, rate: one.rate * scans, cpuPerScan, memory: await api.memory() });
		console.log(what, Math.round(one.rate * scans), "per second", [...one.others]);
	};
	for (const atOnce of AT_ONCE) await measure(`${atOnce} at once`, atOnce, single);
	await measure("16 at once, free form", 16, anonymous);
	for (const atOnce of BATCHES_AT_ONCE) {
		await measure(`batches of ${BATCH}, ${atOnce} at once`, atOnce, batch, BATCH);
	}
	sender.close();
	return measured;
}

const emailOf = (sender: number) => `bench-${sender}@example.org`;

let serial = 0;
/** Public addresses, so that every limit counts. No worker runs, so none is ever contacted. */
function neverScanned(sender: number): Scan {
	serial++;
	return { target: `93.184.${sender}.${serial % 256}`, email: emailOf(sender) };
}

/** Rows per second, each with its own commit that waits for the disk, with this many connections at once. */
async function bareInserts({ databaseUrl, pool }: Product, atOnce: number): Promise<number> {
	const own = createPool(databaseUrl, () => {});
	try {
		const { rate } = await load(atOnce, async () => {
			// A table with one index and two short values.
			await own.query(
				`INSERT INTO lead_requests (key_hash, body_hash) VALUES (sha256(gen_random_uuid()::text::bytea), '\\x00')`,
			);
			return 202;
		});
		console.log("bare inserts", atOnce, "at once", Math.round(rate), "per second");
		return rate;
	} finally {
		await own.end();
		await pool.query("DELETE FROM lead_requests");
	}
}

async function countEnded({ pool }: Product): Promise<number> {
	const { rowCount } = await pool.query("SELECT 1 FROM scans WHERE finished_at IS NOT NULL");
	return rowCount ?? 0;
}

type Results = {
	/** Bare inserts per second, before and after. */
	bare: [number, number];
	/** The same with fewer at once, by number. */
	few: ReadonlyMap<number, number>;
	quiet: Measured[];
	busy: Measured[];
	scanned: number;
	workerMemory: number;
};

const number = (value: number) => Math.round(value).toLocaleString("en");
const ms = (value: number) => (Number.isNaN(value) ? "–" : `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`);

function render({ bare, few, quiet, busy, scanned, workerMemory }: Results): string {
	const reference = (bare[0] + bare[1]) / 2;
	const row = ({ what, atOnce, load: { p50, p99, others }, rate, cpuPerScan, memory }: Measured) => {
		const refused = [...others].map(([status, count]) => `${count} × ${status}`).join(", ") || "0";
		const share = (rate / reference).toFixed(2);
		const alike = (rate / (few.get(atOnce) ?? reference)).toFixed(2);
		return `| ${what} | ${number(rate)} | ${share} | ${alike} | ${ms(p50)} | ${ms(p99)} | ${cpuPerScan.toFixed(2)} ms | ${memory} MB | ${refused} |`;
	};
	const head = `| | scans per second | share | of as many at once | p50 | p99 | server's CPU per scan | memory | others |
| --- | --: | --: | --: | --: | --: | --: | --: | --: |`;
	const fewer = [...few].map(([atOnce, rate]) => `${number(rate)} with ${atOnce} at once`).join(", ");
	return `## Accepting scans

\`npm run bench:server -- accept\`. One API process, one PostgreSQL, and the load in a third process. The reference is bare
inserts: one row, one commit, ${CONNECTIONS} connections, in the same run: ${number(bare[0])} per second before, ${number(bare[1])} after. The goal is a share of 0.1 for
singles and 0.3 for batches.

${head}
${quiet.map(row).join("\n")}

While one worker scans the practice target, compared with the same reference (${number(scanned)} scans per second ended; it used ${workerMemory} MB):

${head}
${busy.map(row).join("\n")}

- Machine: ${machine()}. Load, server and PostgreSQL share its cores, so this is what all three do together; the machine is also used by others, so only shares can be compared.
- A bare insert is one statement with its own commit that waits for the disk; on ${CONNECTIONS} connections, commits share disk writes. A single request waits for several statements one after another, and so does a batch: with few at once, the share shows how long that takes. "Of as many at once" compares with inserts that also wait for each other: ${fewer}. A batch counts as one at once, and ends with one commit.
- ${SECONDS} s each after ${WARM_UP_SECONDS} s that are not measured. The senders are ${SENDERS} accounts, each from its own network; "free form": without an account. p50 and p99 of a batch are those of its one request.
- Limits are as high as settings allow and count as ever. In the first table every target is counted; in the second it is one that the operator lists.
`;
}
