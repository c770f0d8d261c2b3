import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startEmbeddedDatabase } from "#server/platform/db/embedded/embedded.ts";
import { freePort } from "../free-ports.ts";
import { startBalancer } from "./balancer.ts";
import { startCaddy } from "./caddy.ts";
import { type Running, untilReady } from "./running.ts";

/** What people reach, in front of all API processes. */
export type Front = {
	url: string;
	/** What the processes have to know about it. */
	settings: Record<string, string>;
	/** How long it may take to send requests to a process that is ready again. */
	noticesMs: number;
	/** For people who try it out. */
	says: string;
	stop(): Promise<void>;
};

export type Layout = {
	/** Where people reach it: the balancer or Caddy, in front of all API processes. */
	url: string;
	says: string;
	/** Where each API process listens, and where every process has its metrics. */
	apis: string[];
	metrics: string[];
	/** One PostgreSQL for all, and where emails are written. */
	databaseUrl: string;
	mail: string;
	/** Replaces the API processes one by one under traffic, as Compose does: the old one ends, and a new one takes its place. */
	rollApis(): Promise<void>;
	stop(): Promise<void>;
};

type Options = {
	/** An existing, empty folder. */
	folder: string;
	apis?: number;
	workers?: number;
	port?: number;
	/** The program of a Caddy to put in front instead of the balancer. */
	caddy?: string | undefined;
	env?: Record<string, string>;
};

/** The layout of compose.yaml as processes on this machine: PostgreSQL, the release step, API processes behind a balancer, workers. */
export async function startLayout(options: Options): Promise<Layout> {
	const { folder, apis = 2, workers = 3, port = 0, caddy, env = {} } = options;
	const database = await startEmbeddedDatabase(join(folder, "database"));
	// Workers on one machine may share the folder that emails are written to.
	const shared = join(folder, "shared");
	mkdirSync(shared);
	const settings = { DATABASE_URL: database.url, HOST: "127.0.0.1", PRACTICE_TARGET: "off", VAR_DIR: shared, ...env };
	const start = (own: Record<string, string>, program = "server/app/main.ts"): Promise<Running> =>
		untilReady(
			spawn(process.execPath, [program], {
				env: { PATH: process.env.PATH, ...settings, ...own },
				stdio: ["ignore", "pipe", "pipe"],
			}),
		);
	const freePorts = (count: number) => Promise.all(Array.from({ length: count }, () => freePort()));
	const running: { stop(): Promise<unknown> }[] = [{ stop: database.stop }];
	const stop = async () => {
		for (let one = running.pop(); one; one = running.pop()) await one.stop();
	};
	try {
		await start({ DATABASE_OWNER_URL: database.ownerUrl }, "server/app/migrate.ts");
		const ports = await freePorts(apis);
		const front: Front = caddy ? await startCaddy({ caddy, folder, port, ports }) : await startBalancer(port, ports);
		running.push(front);
		const metricsPorts = await freePorts(apis + workers);
		const own = { PUBLIC_URL: front.url, ...front.settings };
		const startApi = (index: number) =>
			start({ ...own, ROLE: "api", PORT: `${ports[index]}`, METRICS_PORT: `${metricsPorts[index]}` });
		const serving = await Promise.all(ports.map((_, index) => startApi(index)));
		running.push({ stop: () => Promise.all(serving.map((api) => api.stop())) });
		const working = await Promise.all(
			metricsPorts.slice(apis).map((metrics) => start({ ...own, ROLE: "worker", METRICS_PORT: `${metrics}` })),
		);
		running.push({ stop: () => Promise.all(working.map((worker) => worker.stop())) });
		return {
			url: front.url,
			says: front.says,
			apis: ports.map((one) => `http://127.0.0.1:${one}`),
			metrics: metricsPorts.map((one) => `127.0.0.1:${one}`),
			databaseUrl: database.url,
			mail: join(shared, "mail"),
			async rollApis() {
				for (const [index, old] of serving.entries()) {
					await old.stop();
					serving[index] = await startApi(index);
					await pause(front.noticesMs);
				}
			},
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}
