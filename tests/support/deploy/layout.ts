import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "#server/db/embedded/cluster.ts";
import { startEmbeddedDatabase } from "#server/db/embedded/embedded.ts";
import { type Balancer, startBalancer } from "./balancer.ts";
import { type Running, untilReady } from "./running.ts";

export type Layout = {
	/** Where people reach it: the balancer in front of all API processes. */
	url: string;
	/** Where each API process listens. */
	apis: string[];
	/** One PostgreSQL for all, and where emails are written. */
	databaseUrl: string;
	mail: string;
	/** Replaces the API processes one by one under traffic, as a rolling update does: the new one is ready before the old one ends. */
	rollApis(): Promise<void>;
	stop(): Promise<void>;
};

type Options = {
	/** An existing, empty folder. */
	folder: string;
	apis?: number;
	workers?: number;
	port?: number;
	env?: Record<string, string>;
};

/** The layout of compose.yaml as processes on this machine: PostgreSQL, the release step, API processes behind a balancer, workers. */
export async function startLayout({ folder, apis = 2, workers = 3, port = 0, env = {} }: Options): Promise<Layout> {
	const database = await startEmbeddedDatabase(join(folder, "database"));
	// Workers on one machine may share the folder that emails are written to.
	const shared = join(folder, "shared");
	mkdirSync(shared);
	const settings = { DATABASE_URL: database.url, HOST: "127.0.0.1", PRACTICE_TARGET: "off", VAR_DIR: shared, ...env };
	const start = async (own: Record<string, string>, program = "server/main.ts"): Promise<Running> =>
		untilReady(
			spawn(process.execPath, [program], {
				env: { PATH: process.env.PATH, ...settings, METRICS_PORT: `${await freePort()}`, ...own },
				stdio: ["ignore", "pipe", "pipe"],
			}),
		);
	const running: { stop(): Promise<unknown> }[] = [{ stop: database.stop }];
	const stop = async () => {
		for (let one = running.pop(); one; one = running.pop()) await one.stop();
	};
	try {
		await start({ DATABASE_OWNER_URL: database.ownerUrl }, "server/migrate.ts");
		const balancer: Balancer = await startBalancer(port);
		running.push(balancer);
		const startApi = async () => {
			const own = await freePort();
			const api = await start({ ROLE: "api", PORT: `${own}`, PUBLIC_URL: balancer.url, TRUST_PROXY: "127.0.0.1" });
			return { port: own, stop: api.stop };
		};
		const serving = await Promise.all(Array.from({ length: apis }, startApi));
		running.push({ stop: () => Promise.all(serving.map((api) => api.stop())) });
		balancer.use(serving.map((api) => api.port));
		const working = await Promise.all(
			Array.from({ length: workers }, () => start({ ROLE: "worker", PUBLIC_URL: balancer.url })),
		);
		running.push({ stop: () => Promise.all(working.map((worker) => worker.stop())) });
		return {
			url: balancer.url,
			apis: serving.map((api) => `http://127.0.0.1:${api.port}`),
			databaseUrl: database.url,
			mail: join(shared, "mail"),
			async rollApis() {
				for (const [index, old] of serving.entries()) {
					serving[index] = await startApi();
					balancer.use(serving.map((api) => api.port));
					await old.stop();
				}
			},
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}
