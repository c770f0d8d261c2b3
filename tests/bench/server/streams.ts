import { get } from "node:http";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { createAccounts } from "./accounts.ts";
import { load } from "./load.ts";
import { machine, startProduct } from "./product.ts";
import { createSender, type Who } from "./sender.ts";

const ACCOUNTS = 100;
/** As many as one account may have open (`scan-feed.ts`). */
const STREAMS_EACH = 10;
const ROUNDS = 20;

/** A thousand open event streams on one API process: what they cost, and how soon they report a change. */
export async function measureStreams(): Promise<string> {
	const product = await startProduct();
	try {
		const api = await product.start("api", { TRUST_PROXY: "on" });
		const accounts = await createAccounts(product, api, ACCOUNTS);
		const sender = createSender(api.url, 16);
		const health = () => fetch(`${api.url}${API_BASE}${API_PATHS.health}`).then(({ status }) => status);
		const idle = await load(4, health, 200);
		const before = await api.memory();

		let arrived = 0;
		let wanted = Number.POSITIVE_INFINITY;
		let all = Promise.withResolvers<void>();
		const onEvent = () => {
			if (++arrived === wanted) all.resolve();
		};
		// Account by account: a thousand at once are more than a process accepts, and it answers the rest with 503.
		const streams: (() => void)[] = [];
		for (const who of accounts) {
			const opened = Array.from({ length: STREAMS_EACH }, () => openStream(api.url, who, onEvent));
			streams.push(...(await Promise.all(opened)));
		}
		const after = await api.memory();
		const open = await load(4, health, 200);

		const times: number[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			const who = accounts[round % accounts.length] as Who;
			[arrived, wanted, all] = [0, STREAMS_EACH, Promise.withResolvers<void>()];
			const sent = performance.now();
			await sender.single({ target: `93.184.216.${round}`, email: "bench@example.org" }, who);
			await all.promise;
			times.push(performance.now() - sent);
		}
		times.sort((a, b) => a - b);
		for (const close of streams) close();
		sender.close();
		const median = times[ROUNDS / 2] ?? Number.NaN;
		return [
			"## A thousand event streams",
			"",
			`One API process, ${ACCOUNTS} accounts with ${STREAMS_EACH} streams each (\`npm run bench:server -- streams\`).`,
			"",
			"| | none open | 1,000 open | ratio |",
			"| --- | --: | --: | --: |",
			`| health calls per second, 4 at once | ${idle.rate.toFixed(0)} | ${open.rate.toFixed(0)} | ${(open.rate / idle.rate).toFixed(2)} |`,
			`| p99 of a health call | ${idle.p99.toFixed(1)} ms | ${open.p99.toFixed(1)} ms | ${(open.p99 / idle.p99).toFixed(2)} |`,
			`| memory of the process | ${before} MB | ${after} MB | ${(after / before).toFixed(2)} |`,
			"",
			`A submitted scan is on all ${STREAMS_EACH} streams of its account after ${median.toFixed(0)} ms (median of ${ROUNDS}, the slowest ${times.at(-1)?.toFixed(0)} ms), from sending the request; 250 ms of that is the time in which several changes of a scan become one event.`,
			"",
			`- Machine: ${machine()}. The client runs on the same machine.`,
		].join("\n");
	} finally {
		await product.close();
	}
}

/** Opens one stream and resolves when its first bytes have arrived. Returns a function that closes it. */
function openStream(url: string, { cookie, from }: Who, onEvent: () => void): Promise<() => void> {
	const { promise, resolve, reject } = Promise.withResolvers<() => void>();
	const request = get(
		`${url}${API_BASE}${API_PATHS.scansEvents}`,
		{ headers: { Cookie: cookie, "X-Forwarded-For": from } },
		(response) => {
			if (response.statusCode !== 200) reject(new Error(`A stream was answered with ${response.statusCode}`));
			response.setEncoding("utf8");
			response.on("data", (text: string) => {
				if (text.includes("event: scan")) onEvent();
				resolve(() => request.destroy());
			});
			response.on("error", () => {});
		},
	);
	request.on("error", reject);
	return promise;
}
