import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { promisify } from "node:util";
import { KINDS } from "#contract/kinds/kinds.ts";
import { ACCOUNT, IDEMPOTENCY_KEY } from "#contract/requests/headers.ts";
import { API_BASE } from "#contract/routes.ts";
import type { ScanKind } from "#contract/scans/scans.ts";
import { sslyzeArguments } from "#server/scanning/engines/sslyze/arguments.ts";
import { createAccounts } from "./accounts.ts";
import { startManyPages } from "./many-pages.ts";
import { machine, type Product, type ServerProcess, startProduct } from "./product.ts";
import type { Who } from "./sender.ts";

const run = promisify(execFile);

const TIMES = 7;
const HOSTS = 100;
const AT_ONCE = 8;
const LIMIT_MS = 120_000;
const LOOK_EVERY_MS = 5;
/** MDN's command takes a host name only, so the site is where browsers look for one. */
const PORT = 80;

/**
 * How long scans take beside what other programs need for the same site, in turn, and how many hosts are scanned per second.
 * MDN_OBSERVATORY is the path of `src/scan.js` of the package @mdn/mdn-http-observatory, and BENCH_SSLYZE that of SSLyze's command; without
 * one of them its row is left out. A server that has SSLyze also runs it in free scans, so these are measured without it.
 */
export async function measureScans(): Promise<string> {
	const { MDN_OBSERVATORY, BENCH_SSLYZE } = process.env;
	const [rows, hosts] = await withServer(
		{},
		async (scan, { worker }): Promise<[Row[], Hosts[]]> => [
			MDN_OBSERVATORY ? await besideObservatory(scan, MDN_OBSERVATORY) : [],
			await manyHosts(scan, worker),
		],
	);
	if (BENCH_SSLYZE) {
		const beside = (scan: Scan, { product }: { product: Product }) => besideSslyze(product, scan, BENCH_SSLYZE);
		rows.push(await withServer({ SSLYZE_PATH: BENCH_SSLYZE }, beside));
	}
	return text(rows, hosts);
}

async function withServer<T>(
	env: Record<string, string>,
	measure: (scan: Scan, running: { product: Product; worker: ServerProcess }) => Promise<T>,
): Promise<T> {
	const product = await startProduct();
	try {
		const settings = { SCAN_ALLOW: "127.0.0.0/8", SCANS_PER_TARGET: "16", SCANS_PER_ACCOUNT: "16", TRUST_PROXY: "on" };
		const api = await product.start("api", { ...settings, ...env });
		const worker = await product.start("worker", { ...settings, ...env });
		const [who] = await createAccounts(product, api, 1);
		if (!who) throw new Error("There is no account");
		return await measure((kind, target) => scanned(product, api, who, kind, target), { product, worker });
	} finally {
		await product.close();
	}
}

type Scan = (kind: ScanKind, target: string) => Promise<void>;
type Row = { what: string; ours: number; reference: string; theirs: number };

/** Requests one scan and waits until it is completed. */
async function scanned(
	{ pool }: Product,
	{ url }: ServerProcess,
	who: Who,
	kind: ScanKind,
	target: string,
): Promise<void> {
	const answer = await fetch(`${url}${API_BASE}${KINDS[kind].path}`, {
		method: "POST",
		headers: {
			"Content-Type": "application/json",
			Cookie: who.cookie,
			[ACCOUNT]: who.account,
			[IDEMPOTENCY_KEY]: crypto.randomUUID(),
			"X-Forwarded-For": who.from,
		},
		body: JSON.stringify({ target, ...(kind === "combined" ? { email: "bench@example.org" } : {}) }),
	});
	if (answer.status !== 202) throw new Error(`A scan was answered with ${answer.status}: ${await answer.text()}`);
	const { receipt } = (await answer.json()) as { receipt: { scanId: string } };
	for (const latest = Date.now() + LIMIT_MS; Date.now() < latest; ) {
		const { rows } = await pool.query("SELECT status FROM scans WHERE id = $1", [receipt.scanId]);
		const { status } = rows[0] as { status: string };
		if (status === "completed") return;
		if (status === "failed") throw new Error(`The scan of ${target} failed`);
		await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
	}
	throw new Error(`The scan of ${target} did not end in time`);
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
	const from = performance.now();
	await work();
	return (performance.now() - from) / 1_000;
}

/** Both in turn, so that whatever else the machine does slows both down. Returns their median times. */
async function inTurn(ours: () => Promise<unknown>, theirs: () => Promise<unknown>): Promise<[number, number]> {
	const times: [number, number][] = [];
	for (let n = 0; n < TIMES; n++) times.push([await seconds(ours), await seconds(theirs)]);
	const median = (of: 0 | 1) =>
		times.map((both) => both[of]).sort((a, b) => a - b)[Math.floor(TIMES / 2)] ?? Number.NaN;
	return [median(0), median(1)];
}

async function besideObservatory(scan: Scan, program: string): Promise<Row[]> {
	const rows: Row[] = [];
	for (const pages of [1, 30]) {
		const site = await startManyPages(pages, PORT);
		try {
			const theirs = () => run(process.execPath, [program, "localhost"]);
			const [ours, reference] = await inTurn(() => scan("combined", "http://localhost"), theirs);
			const what = `free scan, ${pages === 1 ? "a site of one page" : "ten pages of a site of thirty"}`;
			rows.push({ what, ours, reference: "MDN Observatory’s command, one page", theirs: reference });
		} finally {
			site.close();
		}
	}
	return rows;
}

async function besideSslyze(product: Product, scan: Scan, program: string): Promise<Row> {
	const secure = (await product.startPractice()).find((url) => url.startsWith("https:"));
	if (!secure) throw new Error("The practice target has no https address");
	const { host } = new URL(secure);
	const theirs = () => run(program, [...SAME_CHECKS, host]).catch(ignoreVerdict);
	const [ours, reference] = await inTurn(() => scan("sslyze", host), theirs);
	return { what: "SSLyze kind", ours, reference: "SSLyze itself, the same checks", theirs: reference };
}

/** All that our scan asks of it, and as gently, but for the file with the target. */
const SAME_CHECKS = ["--quiet", ...sslyzeArguments({ targets: "", report: "/dev/null" }, 443).slice(1)];

/** SSLyze ends with 1 if a server is not as Mozilla recommends. */
function ignoreVerdict(error: unknown): void {
	if (!(error instanceof Error) || !("code" in error) || error.code !== 1) throw error;
}

type Hosts = { atOnce: number; perSecond: number; processorSeconds: number };

async function manyHosts(scan: Scan, worker: ServerProcess): Promise<Hosts[]> {
	const server = createServer((_request, response) =>
		response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>One of many</title><p>Hello"),
	);
	await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
	const address = server.address();
	const port = typeof address === "object" ? address?.port : undefined;
	const results: Hosts[] = [];
	try {
		for (const atOnce of [1, AT_ONCE]) {
			const targets = Array.from({ length: HOSTS }, (_, n) => `http://127.${atOnce}.0.${n + 1}:${port}`);
			const before = await worker.cpu();
			const took = await seconds(() =>
				Promise.all(
					Array.from({ length: atOnce }, async () => {
						for (let target = targets.pop(); target; target = targets.pop()) await scan("combined", target);
					}),
				),
			);
			const processorSeconds = ((await worker.cpu()) - before) / 1_000 / HOSTS;
			results.push({ atOnce, perSecond: HOSTS / took, processorSeconds });
		}
	} finally {
		server.close();
		server.closeAllConnections();
	}
	return results;
}

const text = (rows: readonly Row[], hosts: readonly Hosts[]): string =>
	[
		"## Scans beside other scanners, and many hosts",
		"",
		`Through a running server, from the request to the completed scan, and the other program as a fresh process: in turn, medians of ${TIMES} (\`npm run bench:server -- scans\`).`,
		"",
		"| what | seconds | beside | seconds | ratio |",
		"| --- | --: | --- | --: | --: |",
		...rows.map(
			({ what, ours, reference, theirs }) =>
				`| ${what} | ${ours.toFixed(2)} | ${reference} | ${theirs.toFixed(2)} | ${(ours / theirs).toFixed(2)} × |`,
		),
		"",
		`${HOSTS} different hosts on this machine, one page each, one worker process:`,
		"",
		"| at once | scans per second | processor seconds of the worker per scan |",
		"| --: | --: | --: |",
		...hosts.map(
			({ atOnce, perSecond, processorSeconds }) =>
				`| ${atOnce} | ${perSecond.toFixed(1)} | ${processorSeconds.toFixed(3)} |`,
		),
		"",
		`- Machine: ${machine()}, shared by the server, its worker, PostgreSQL, the scanned site and the other program.`,
	].join("\n");
