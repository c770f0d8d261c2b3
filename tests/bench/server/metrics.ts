import { spawn } from "node:child_process";
import { Agent, get } from "node:http";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { freePort } from "#server/platform/db/embedded/cluster.ts";
import { startEmbeddedDatabase } from "#server/platform/db/embedded/embedded.ts";
import { type Running, untilReady } from "../../support/deploy/running.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { load, SECONDS } from "./load.ts";

/** Each round asks both servers, alternating which comes first. */
const ROUNDS = 8;
const AT_ONCE = 8;
const SCRAPES = 50;

/** The cheapest answers we have, so that the cost of counting is most visible. */
const CALLS = {
	"a health probe (`/health/live`, no database)": "/health/live",
	"the API's health (one statement)": API_BASE + API_PATHS.health,
};

/** What counting costs a request: the same API process with and without METRICS_PORT, on one database. Also what a scrape costs. */
export async function measureMetrics(): Promise<string> {
	const folder = await scratchFolder("metrics-bench");
	const database = await startEmbeddedDatabase(folder);
	const running: Running[] = [];
	const start = async (own: Record<string, string>): Promise<string> => {
		const port = `${await freePort()}`;
		const env = { PATH: process.env.PATH, VAR_DIR: folder, HOST: "127.0.0.1", PORT: port, ROLE: "api", ENGINES: "off" };
		const settings = { PRACTICE_TARGET: "off", LOG_LEVEL: "warn", DATABASE_URL: database.url, ...own };
		const child = spawn(process.execPath, ["server/app/main.ts"], { env: { ...env, ...settings }, stdio: "pipe" });
		running.push(await untilReady(child));
		return `http://127.0.0.1:${port}`;
	};
	const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
	const ask = (url: string) =>
		new Promise<number>((resolve, reject) => {
			get(url, { agent }, (answer) => answer.resume().once("end", () => resolve(answer.statusCode ?? 0))).once(
				"error",
				reject,
			);
		});
	try {
		const plain = await start({ DATABASE_OWNER_URL: database.ownerUrl });
		const metricsPort = `${await freePort()}`;
		const counting = await start({ METRICS_PORT: metricsPort });
		const median = (numbers: number[]) =>
			numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

		const rows: string[] = [];
		for (const [name, path] of Object.entries(CALLS)) {
			const ratios: number[] = [];
			const microseconds: number[] = [];
			for (const url of [plain, counting]) await load(AT_ONCE, () => ask(url + path), 200, 1);
			for (let round = 0; round < ROUNDS; round++) {
				const rates = new Map<string, number>();
				for (const url of round % 2 === 0 ? [plain, counting] : [counting, plain]) {
					rates.set(url, (await load(AT_ONCE, () => ask(url + path), 200, SECONDS / 4)).rate);
				}
				const [without = 0, withThem = 0] = [rates.get(plain), rates.get(counting)];
				ratios.push(without / withThem);
				microseconds.push(1e6 / withThem - 1e6 / without);
			}
			const [least = 0, most = 0] = [Math.min(...ratios), Math.max(...ratios)];
			rows.push(
				`| ${name} | ${median(ratios).toFixed(2)} (${least.toFixed(2)}–${most.toFixed(2)}) | ${Math.round(median(microseconds))} µs |`,
			);
		}

		const scrapeUrl = `http://127.0.0.1:${metricsPort}/metrics`;
		const text = await (await fetch(scrapeUrl)).text();
		const series = text.split("\n").filter((line) => line !== "" && !line.startsWith("#")).length;
		const timeOf = async (url: string) => {
			const times: number[] = [];
			for (let index = 0; index < SCRAPES; index++) {
				const began = performance.now();
				await ask(url);
				times.push(performance.now() - began);
			}
			return median(times);
		};
		const health = await timeOf(counting + API_BASE + API_PATHS.health);
		const scrape = await timeOf(scrapeUrl);
		return `## Metrics

What a request costs more with \`METRICS_PORT\`: two API processes on one database take turns, ${ROUNDS} rounds of ${SECONDS / 4} s with ${AT_ONCE} requests
at once (\`npm run bench:server -- metrics\`). These are our cheapest answers; for others the share is smaller.

| request | time with ÷ without, median (range) | more per request |
| --- | --: | --: |
${rows.join("\n")}

One scrape of ${series} series (${Math.round(text.length / 1_000)} kB) takes ${(scrape / health).toFixed(1)} times as long as the API's health: ${scrape.toFixed(1)} ms. Figures from the database are read at most
once in five seconds, however many servers scrape.
`;
	} finally {
		agent.destroy();
		for (const one of running) await one.stop();
		await database.stop();
	}
}
