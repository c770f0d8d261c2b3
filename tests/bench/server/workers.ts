import { createAccounts } from "./accounts.ts";
import { startManyPages } from "./many-pages.ts";
import { machine, type Product, startProduct } from "./product.ts";
import { createSender, type Who } from "./sender.ts";

const SCANS = Number(process.env.BENCH_SCANS ?? 120);
const CASES = [
	{ workers: 1, site: "practice" },
	{ workers: 2, site: "practice" },
	{ workers: 3, site: "practice" },
	{ workers: 1, site: "thirty pages" },
] as const;
const LOOK_EVERY_MS = 100;
const LIMIT_MS = 300_000;

type Case = (typeof CASES)[number];
type Result = Case & { perSecond: number; memory: number };

/**
 * How many combined scans of the practice target one, two and three worker processes complete per second, and how many one completes of a
 * site with more pages than a scan reads.
 */
export async function measureWorkers(): Promise<string> {
	const results: Result[] = [];
	for (const one of CASES) {
		const product = await startProduct();
		try {
			results.push(await measureOn(product, one));
			console.log(results.at(-1));
		} finally {
			await product.close();
		}
	}
	const one = results[0]?.perSecond ?? Number.NaN;
	return [
		"## Scans per second, by worker processes",
		"",
		`${SCANS} combined scans of the practice target, or of a site of thirty pages, of which a scan reads ten, each with its email (written to a file), all waiting before the first worker starts (\`npm run bench:server -- workers\`).`,
		"",
		"| worker processes | site | scans ended per second | compared to the first | memory of each |",
		"| --: | --- | --: | --: | --: |",
		...results.map(
			({ workers, site, perSecond, memory }) =>
				`| ${workers} | ${site} | ${perSecond.toFixed(1)} | ${(perSecond / one).toFixed(2)} × | ${memory} MB |`,
		),
		"",
		`- Machine: ${machine()}, shared by the workers, PostgreSQL and the scanned site: with two cores, a third worker cannot add much.`,
		"- No scan tools are installed: the combined scan is our own baseline.",
	].join("\n");
}

async function measureOn(product: Product, one: Case): Promise<Result> {
	if (one.site === "practice") {
		const [target] = await product.startPractice();
		if (!target) throw new Error("The practice target has no address");
		return { ...one, ...(await measure(product, one.workers, target)) };
	}
	const site = await startManyPages();
	try {
		return { ...one, ...(await measure(product, one.workers, site.url)) };
	} finally {
		site.close();
	}
}

async function measure(product: Product, workers: number, target: string): Promise<Omit<Result, keyof Case>> {
	const { pool } = product;
	const allowed = {
		SCAN_ALLOW: new URL(target).host,
		SCANS_PER_TARGET: "16",
		SCANS_PER_ACCOUNT: "16",
		TRUST_PROXY: "on",
	};
	const api = await product.start("api", allowed);
	const accounts = await createAccounts(product, api, 4);
	const sender = createSender(api.url, 8);
	for (let n = 0; n < SCANS; n++) {
		const who = accounts[n % accounts.length] as Who;
		const status = await sender.single({ target, email: `bench-${n}@example.org` }, who);
		if (status !== 202) throw new Error(`A scan was answered with ${status}`);
	}
	sender.close();
	await api.stop();

	const running = await Promise.all(Array.from({ length: workers }, () => product.start("worker", allowed)));
	const count = async (where: string) =>
		Number(
			(await pool.query(`SELECT count(*) AS count FROM scans WHERE ${where}`)).rows.map(
				(row) => (row as { count: number }).count,
			)[0],
		);
	const latest = Date.now() + LIMIT_MS;
	while ((await count("status IN ('pending', 'running')")) > 0) {
		if (Date.now() > latest) throw new Error("The scans did not end in time");
		await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
	}
	const failed = await count("status = 'failed'");
	if (failed > 0) throw new Error(`${failed} scans failed`);
	// Between the first and the last end, which leaves out starting a process.
	const { rows } = await pool.query(
		"SELECT extract(epoch FROM max(finished_at) - min(started_at))::float8 AS seconds FROM scans",
	);
	const { seconds } = rows[0] as { seconds: number };
	const memory = Math.max(...(await Promise.all(running.map((worker) => worker.memory()))));
	return { perSecond: SCANS / seconds, memory };
}
