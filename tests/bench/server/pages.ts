import { mkdtemp, readFile, rm } from "node:fs/promises";
import { Agent, type IncomingMessage, request } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { KINDS, scanEntry } from "#contract/kinds/kinds.ts";
import { ACCOUNT, IDEMPOTENCY_KEY } from "#contract/requests/headers.ts";
import { outboxAnswers } from "#contract/requests/outbox.ts";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { runningDatabase } from "#server/platform/db/embedded/running-database.ts";
import { createPool } from "#server/platform/db/pool.ts";
import { createAccount, postJson } from "../../support/server/accounts.ts";
import { type SingleServer, startPlumbline } from "../../support/server/plumbline.ts";
import { until } from "../../support/until.ts";

const BURST = 50;
/** Enough for several hundred requests: with fewer than a hundred, the 99th percentile is the slowest one. */
const ROUNDS = 12;
const IDLE_MS = 20_000;
/** For each kind of request, whether or not the last one was answered. */
const EVERY_MS = 50;
/** A burst that is not over by then is broken. */
const BURST_LIMIT_MS = 120_000;

/** A batch that takes too long is accepted in part; an outbox sends the rest again. */
const MOST_BATCHES = 10;

const START = `${API_BASE}${KINDS.combined.path}`;
const LAG = new URL("./event-loop-lag.ts", import.meta.url).href;

type Times = { page: number[]; post: number[] };
/** The scan's id in an answer to its request. */
const receiptOf = (body: unknown): string => (body as { receipt: { scanId: string } }).receipt.scanId;

type Lag = { p50: number; p99: number; max: number };
type Phase = Times & { lag: Lag };

/**
 * How long `/` and an accepted scan take while nothing else happens, and during a burst of scans of the practice target: the real program
 * with its default roles and its own database. Returns a section for docs/BENCHMARKS.md.
 */
export async function measurePages(): Promise<string> {
	const silent = await startSilentTarget();
	const lagFolder = await mkdtemp(join(tmpdir(), "plumbline-lag-"));
	const server = await startPlumbline({
		LOG_LEVEL: "warn",
		SCAN_ALLOW: `127.0.0.1:${silent.port}`,
		SCANS_PER_TARGET: "16",
		LIMIT_PER_ADDRESS: "1000000",
		LIMIT_PER_ACCOUNT: "1000000",
		LIMIT_PER_EMAIL: "1000000",
		LIMIT_PER_TARGET: "1000000",
		NODE_OPTIONS: `--import ${LAG}`,
		LAG_FOLDER: lagFolder,
	});
	try {
		const client = await createClient(server, silent.port);
		const readLag = () => lagOf(server.pid, lagFolder);
		await measure(client, delay(3_000));
		await readLag();

		const idle: Phase = { ...(await measure(client, delay(IDLE_MS))), lag: await readLag() };
		const busy: Times = { page: [], post: [] };
		const seconds: number[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			const began = performance.now();
			const during = await measure(client, runBurst(server, `http://localhost:${server.practicePort}`, round));
			seconds.push((performance.now() - began) / 1_000);
			busy.page.push(...during.page);
			busy.post.push(...during.post);
		}
		const burst: Phase = { ...busy, lag: await readLag() };
		client.close();
		return render({ idle, burst, seconds, memory: await memoryOf(server) });
	} catch (error) {
		throw new Error(`The server said:\n${server.output().slice(-4_000)}`, { cause: error });
	} finally {
		await server.stop();
		silent.close();
		await rm(lagFolder, { recursive: true, force: true });
		await rm(server.varDir, { recursive: true, force: true });
	}
}

/** Accepts connections and never answers: the scans of the measured requests wait for it and use no processor time. */
async function startSilentTarget(): Promise<{ port: number; close(): void }> {
	const open = new Set<Socket>();
	const server = createServer((socket) => {
		open.add(socket);
		socket.on("error", () => {});
		socket.once("close", () => open.delete(socket));
		socket.resume();
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		port: (server.address() as AddressInfo).port,
		close() {
			server.close();
			for (const socket of open) socket.destroy();
		},
	};
}

type Client = { page(): Promise<number>; post(): Promise<number>; close(): void };

/**
 * Milliseconds of one request, on keep-alive connections. Scans are started by one account, of whose scans four run at once: the rest
 * waits in the queue.
 */
async function createClient(server: SingleServer, silentPort: number): Promise<Client> {
	const account = await createAccount({ url: server.listening, confirmAddress: async () => {} });
	const agent = new Agent({ keepAlive: true });
	const headers = { Cookie: account.cookie, "Content-Type": "application/json", [ACCOUNT]: account.accountId };
	let serial = 0;
	return {
		page: () => timed(server, agent, { method: "GET", path: "/", wanted: 200 }),
		post: () =>
			timed(server, agent, {
				method: "POST",
				path: START,
				wanted: 202,
				headers: { ...headers, [IDEMPOTENCY_KEY]: `pages-${++serial}` },
				body: JSON.stringify({ target: `http://127.0.0.1:${silentPort}`, email: account.email }),
			}),
		close: () => agent.destroy(),
	};
}

type Call = { method: string; path: string; wanted: number; headers?: Record<string, string>; body?: string };

async function timed(server: SingleServer, agent: Agent, { body, wanted, ...call }: Call): Promise<number> {
	const began = performance.now();
	const response = await new Promise<IncomingMessage>((resolve, reject) => {
		const sent = request(`${server.listening}${call.path}`, { ...call, agent }, resolve);
		sent.once("error", reject);
		sent.end(body);
	});
	const text = (await response.toArray()).join("");
	if (response.statusCode !== wanted) throw new Error(`${call.path} answered ${response.statusCode}: ${text}`);
	return performance.now() - began;
}

/** Sends both requests at a steady pace until `during` has ended. */
async function measure(client: Client, during: Promise<unknown>): Promise<Times> {
	const waiting: { page: Promise<number>[]; post: Promise<number>[] } = { page: [], post: [] };
	let over = false;
	const end = () => {
		over = true;
	};
	// A request that fails is reported at the end, with the others.
	const kept = (time: Promise<number>) => {
		time.catch(end);
		return time;
	};
	during.then(end, end);
	for (let next = performance.now(); !over; next += EVERY_MS) {
		waiting.page.push(kept(client.page()));
		waiting.post.push(kept(client.post()));
		await delay(Math.max(0, next + EVERY_MS - performance.now()));
	}
	await during;
	return { page: await Promise.all(waiting.page), post: await Promise.all(waiting.post) };
}

/** Requests the scans in one batch, as an outbox sends them, and waits until the last one has ended. */
async function runBurst(server: SingleServer, target: string, round: number): Promise<void> {
	const entries = Array.from({ length: BURST }, (_, index) => ({
		key: `burst-${round}-${index}`,
		kind: scanEntry("combined"),
		account: "anonymous",
		body: { target, email: "ada@example.org" },
	}));
	const ids: string[] = [];
	for (let left = entries, sent = 0; left.length > 0; sent++) {
		if (sent === MOST_BATCHES) throw new Error(`${left.length} scans of the burst were not accepted.`);
		const response = await postJson(server.listening, API_PATHS.outbox, { entries: left });
		const { answers } = outboxAnswers.parse(await response.json());
		for (const { status, body } of answers) if (status === 202) ids.push(receiptOf(body));
		left = left.filter(({ key }) => answers.some((answer) => answer.key === key && answer.status !== 202));
	}
	const deadline = Date.now() + BURST_LIMIT_MS;
	const pool = createPool(runningDatabase(server.varDir) ?? "", () => {});
	try {
		for (;;) {
			const { rows } = await pool.query("SELECT 1 FROM scans WHERE id = ANY ($1) AND status <> 'completed'", [ids]);
			if (rows.length === 0) return;
			if (Date.now() > deadline) throw new Error(`${rows.length} scans of the burst did not end.`);
			await delay(100);
		}
	} finally {
		await pool.end();
	}
}

async function lagOf(pid: number, folder: string): Promise<Lag> {
	const file = join(folder, String(pid));
	await rm(file, { force: true });
	process.kill(pid, "SIGUSR2");
	return until(async () => {
		const text = await readFile(file, "utf8").catch(() => "");
		return text !== "" && (JSON.parse(text) as Lag);
	}, "the server writes its event loop's lag");
}

type Memory = { main: number; worker: number | undefined };

/** Resident megabytes of the server's processes. */
async function memoryOf(server: SingleServer): Promise<Memory> {
	const worker = server.workerPid();
	return { main: await megabytes(server.pid), worker: worker && (await megabytes(worker)) };
}

async function megabytes(pid: number): Promise<number> {
	const text = await readFile(`/proc/${pid}/status`, "utf8");
	return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1]) / 1_024;
}

const percentile = (times: number[], share: number): number =>
	times.toSorted((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * share))] ??
	Number.NaN;

function render({ idle, burst, seconds, memory }: { idle: Phase; burst: Phase; seconds: number[]; memory: Memory }) {
	const ms = (value: number) => `${value.toFixed(1)} ms`;
	const row = (label: string, before: number, during: number, goal = "") =>
		`| ${label} | ${ms(before)} | ${ms(during)} | ${(during / before).toFixed(1)} ×${goal} |`;
	const both = (kind: keyof Times, share: number) =>
		[percentile(idle[kind], share), percentile(burst[kind], share)] as const;
	const mb = (value: number) => `${Math.round(value)} MB`;
	return `## Pages while scans run

\`npm start\` with its default roles and its own database (\`npm run bench:server -- pages\`): ${ROUNDS} bursts of ${BURST} combined scans
of the practice target, each sent as one batch, up to 16 at once, and at the same time every ${EVERY_MS} ms one \`GET /\` and one accepted scan.

| | idle | during a burst | |
| --- | --: | --: | --: |
${row("`GET /`, p50", ...both("page", 0.5))}
${row("`GET /`, p99", ...both("page", 0.99), " (goal: at most 3)")}
${row("`POST …/start/`, p50", ...both("post", 0.5))}
${row("`POST …/start/`, p99", ...both("post", 0.99), " (goal: at most 3)")}
${row("`POST …/start/`, slowest", Math.max(...idle.post), Math.max(...burst.post))}
| event loop of the pages' process, p50 late | ${ms(idle.lag.p50)} | ${ms(burst.lag.p50)} | |
| p99 late | ${ms(idle.lag.p99)} | ${ms(burst.lag.p99)} | |
| longest | ${ms(idle.lag.max)} | ${ms(burst.lag.max)} | |

- Machine: ${availableParallelism()} cores (${cpus()[0]?.model ?? "unknown"}), which also run the client and the practice target.
- ${idle.page.length} requests of each kind idle, ${burst.page.length} during the bursts. A burst took ${Math.min(...seconds).toFixed(1)} to ${Math.max(...seconds).toFixed(1)} s until its last scan had ended.
- The measured requests' own scans wait for a target that never answers, so that they take no processor time.
- Memory (resident) afterward: ${mb(memory.main)}${memory.worker === undefined ? " in one process" : ` for the pages, ${mb(memory.worker)} for the worker`}.`;
}
