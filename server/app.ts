import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import type { Logger } from "pino";
import { scanId } from "#contract/ids.ts";
import { createClosers } from "./closers.ts";
import type { Config } from "./config.ts";
import { startEmbeddedDatabase } from "./db/embedded/embedded.ts";
import { createMailStore } from "./db/mail-store.ts";
import { migrate } from "./db/migrate.ts";
import { createOptOuts } from "./db/opt-outs.ts";
import { createPool } from "./db/pool.ts";
import { createReportStore } from "./db/report-store.ts";
import { createScanStore } from "./db/scan-store.ts";
import type { Engine } from "./engines/engine.ts";
import { createHttpServer } from "./http/http-server.ts";
import { createOrigins, type Origins } from "./http/origins.ts";
import { createQueue } from "./jobs/queue.ts";
import { startWorker } from "./jobs/worker.ts";
import { createTransport } from "./mail/create-transport.ts";
import { createAcceptScan } from "./scans/accept-scan.ts";
import { portError, StartError } from "./start-error.ts";
import { createGuard, type Guard } from "./targets/guard.ts";
import { createPolicy } from "./targets/policy.ts";
import type { Resolver } from "./targets/resolver.ts";
import { scannerUserAgent } from "./user-agent.ts";

/** What the program needs beside its settings; tests bring their own. */
export type Parts = {
	log: Logger;
	resolver: Resolver;
	createEngine: (world: { guard: Guard; userAgent: string }) => Engine;
	startPractice: (ports: {
		httpPort: number;
		httpsPort: number;
	}) => Promise<{ urls: string[]; close(): Promise<void> }>;
	/** The built pages; undefined when they are not built. */
	dist: string | undefined;
	timings: Timings;
};

/** How often things happen, in milliseconds unless they say otherwise. */
export type Timings = {
	heartbeatMs: number;
	/** A running scan is taken back after so long without a heartbeat. */
	silenceMs: number;
	sweepMs: number;
	/** A pending scan's job is looked for after so long. */
	waitingMs: number;
	mailRetrySeconds: number;
};

/** How long requests under way may take when everything ends. */
const HANG_UP_MS = 1_500;

export const TIMINGS: Timings = {
	heartbeatMs: 3_000,
	silenceMs: 30_000,
	sweepMs: 5_000,
	waitingMs: 60_000,
	mailRetrySeconds: 30,
};

export type Plumbline = {
	/** Where people reach it. */
	publicUrl: string;
	/** The port it listens on; undefined for a worker, which does not. */
	port: number | undefined;
	/** What the banner says, as pairs of a label and a text. */
	facts: [label: string, text: string][];
	/** Resolves with a sentence when it cannot go on, such as when the embedded database is gone. */
	broken: Promise<string>;
	close(): Promise<void>;
};

/** Starts everything this process is to do. When a part fails, what was already started is closed again. */
export async function startPlumbline(config: Config, parts: Parts): Promise<Plumbline> {
	const closers = createClosers();
	const closeAll = () => closers.closeAll((error) => parts.log.error({ error }, "not closed cleanly"));
	try {
		return { ...(await start(config, parts, closers.add)), close: closeAll };
	} catch (error) {
		await closeAll();
		throw error;
	}
}

async function start(
	config: Config,
	parts: Parts,
	onClose: (close: () => unknown) => void,
): Promise<Omit<Plumbline, "close">> {
	const { log, timings } = parts;
	const { ROLE: role } = config;
	const now = () => new Date();
	const works = role !== "api";
	const facts: Plumbline["facts"] = [];
	const { promise: broken, resolve: breakDown } = Promise.withResolvers<string>();
	let closing = false;
	// Connections that end while everything ends are no news.
	const onDatabaseError = (error: Error) => closing || log.warn({ error }, "database connection lost");

	const database = await openDatabase(config);
	onClose(database.close);
	facts.push(...database.facts);
	void database.lost.then(() => breakDown("The embedded database is gone."));
	const pool = createPool(database.url, onDatabaseError);
	onClose(() => pool.end());
	await migrate(pool).catch((error) => {
		throw new StartError(`The database does not work: ${error.message}`, { cause: error });
	});
	const queue = await createQueue({
		databaseUrl: database.url,
		works,
		scanLimitSeconds: config.SCAN_TIME_LIMIT,
		mailRetrySeconds: timings.mailRetrySeconds,
		onError: onDatabaseError,
	});
	onClose(() => queue.stop(6_000));
	const store = createScanStore(pool, queue.send);

	const practice = await openPractice(config, parts);
	onClose(practice.close);
	facts.push(["Practice", practice.fact]);
	const guard = createGuard({
		policy: createPolicy({ allow: config.SCAN_ALLOW, practicePorts: practice.ports }),
		resolver: parts.resolver,
		ownHosts: config.PUBLIC_URL ? [new URL(config.PUBLIC_URL).hostname] : [],
		isOptedOut: createOptOuts(pool),
	});

	let origins: Origins = createOrigins(config.PUBLIC_URL ?? `http://localhost:${config.PORT}`);
	let port: number | undefined;
	if (role !== "worker") {
		const limits = {
			perAddress: config.LIMIT_PER_ADDRESS,
			perEmail: config.LIMIT_PER_EMAIL,
			perTarget: config.LIMIT_PER_TARGET,
		};
		const app = createHttpServer({
			log,
			trustProxy: config.TRUST_PROXY,
			origins: () => origins,
			acceptScan: createAcceptScan({ store, guard, limits, newId: () => scanId.parse(randomUUID()) }),
			reports: createReportStore(pool),
			isHealthy: () => isHealthy(() => pool.query("SELECT 1")),
			teamEmail: config.TEAM_EMAIL,
			dist: parts.dist,
			now,
		});
		onClose(async () => {
			// Requests under way get their answers; one that is never finished must not hold up the end.
			const hangUp = setTimeout(() => app.server.closeAllConnections(), HANG_UP_MS);
			await app.close().finally(() => clearTimeout(hangUp));
		});
		await app.listen({ host: config.HOST, port: config.PORT }).catch((error) => {
			throw portError(error, String(config.PORT), "PORT");
		});
		port = (app.server.address() as AddressInfo).port;
		if (!config.PUBLIC_URL) origins = createOrigins(`http://localhost:${port}`);
		facts.push(["Address", `${origins.publicUrl} (listening on ${config.HOST}:${port})`]);
		if (!parts.dist) facts.push(["Pages", "not built; only the API answers (npm run build makes them)"]);
	}

	if (works) {
		const transport = createTransport(config);
		onClose(() => transport.close());
		facts.push(["Mail", transport.description]);
		const worker = await startWorker({
			pool,
			store,
			mails: createMailStore(pool),
			queue,
			guard,
			engine: parts.createEngine({ guard, userAgent: scannerUserAgent(origins.publicUrl) }),
			transport,
			publicUrl: origins.publicUrl,
			perMailboxAndDay: config.LIMIT_PER_EMAIL,
			retentionDays: config.RETENTION_DAYS,
			timeLimitMs: config.SCAN_TIME_LIMIT * 1_000,
			timings,
			now,
			log,
		});
		// Running scans are told to stop and handed back before the queue waits for them.
		onClose(worker.stop);
	}
	onClose(() => {
		closing = true;
	});
	return { publicUrl: origins.publicUrl, port, facts, broken };
}

type Database = { url: string; lost: Promise<void>; facts: Plumbline["facts"]; close: () => Promise<void> };

async function openDatabase({ DATABASE_URL, VAR_DIR }: Config): Promise<Database> {
	if (DATABASE_URL) {
		const { host, pathname } = new URL(DATABASE_URL);
		const nothing = async () => {};
		const lost = new Promise<void>(() => {});
		return { url: DATABASE_URL, lost, facts: [["Database", `PostgreSQL at ${host}${pathname}`]], close: nothing };
	}
	const { url, data, notes, lost, stop } = await startEmbeddedDatabase(VAR_DIR);
	const facts: Database["facts"] = [["Database", `embedded PostgreSQL in ${data}`]];
	for (const note of notes) facts.push(["", note]);
	return { url, lost, facts, close: stop };
}

type Practice = { ports: number[]; fact: string; close: () => Promise<void> };

/** The practice target runs beside the workers; an API process only knows its ports. */
async function openPractice(
	{ PRACTICE_TARGET, PRACTICE_PORT, ROLE }: Config,
	{ startPractice }: Parts,
): Promise<Practice> {
	const nothing = async () => {};
	if (PRACTICE_TARGET === "off") return { ports: [], fact: "off", close: nothing };
	const httpsPort = PRACTICE_PORT === 0 ? 0 : PRACTICE_PORT + 1;
	if (ROLE === "api") {
		return { ports: [PRACTICE_PORT, httpsPort], fact: "served by the worker", close: nothing };
	}
	const { urls, close } = await startPractice({ httpPort: PRACTICE_PORT, httpsPort }).catch((error) => {
		throw portError(error, `${PRACTICE_PORT} or ${httpsPort}`, "PRACTICE_PORT");
	});
	return {
		ports: urls.map((url) => Number(new URL(url).port)),
		fact: `scan ${urls.join(" or ")} to try it out`,
		close,
	};
}

async function isHealthy(ask: () => Promise<unknown>): Promise<boolean> {
	const { promise: late, resolve } = Promise.withResolvers<boolean>();
	const timer = setTimeout(() => resolve(false), 2_000);
	try {
		return await Promise.race([ask().then(() => true), late]);
	} catch {
		return false;
	} finally {
		clearTimeout(timer);
	}
}
