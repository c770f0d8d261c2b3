import { statfs } from "node:fs/promises";
import { Gauge, type Registry } from "prom-client";
import type { CountedPool } from "#server/platform/db/pool.ts";
import { inTime, type Readiness } from "#server/platform/db/readiness.ts";
import { MAIL_QUEUES, mailKind } from "#server/platform/watch/metrics.ts";
import { type DatabaseFacts, readDatabaseFacts } from "./database-facts.ts";

type GaugeDeps = {
	/** Those of this process, once they are open. Empty before. */
	pools: readonly CountedPool[];
	readiness: Pick<Readiness, "missing" | "parts">;
	varDir: string;
	version: string;
	role: string;
	/** In milliseconds, never going back. */
	now: () => number;
};

/** How long values read from the database are reused: one process may be scraped by several servers. */
const KEPT_MS = 5_000;

/** Metrics that are looked up on request. What cannot be looked up is left out; the rest is still reported. */
export function addGauges(register: Registry, { pools, readiness, varDir, version, role, now }: GaugeDeps): void {
	const gauge = <L extends string>(
		name: string,
		help: string,
		labelNames: readonly L[],
		collect: (of: Gauge<L>) => unknown,
	) =>
		new Gauge<L>({
			name: `plumbline_${name}`,
			help,
			labelNames,
			registers: [register],
			async collect() {
				this.reset();
				// Without labels, reset sets it to 0, and unknown is not 0.
				if (labelNames.length === 0) this.remove();
				await collect(this);
			},
		});
	const facts = keepFor(KEPT_MS, now, async () => {
		const [open] = pools;
		return open && inTime(readDatabaseFacts(open));
	});

	gauge("build_info", "Always 1.", ["version", "role"], (of) => of.set({ version, role }, 1));
	gauge("ready", "1 if /health/ready answers 200.", [], async (of) =>
		of.set((await readiness.missing()) === undefined ? 1 : 0),
	);
	gauge("part_answers", "1 if a part that this process can work without answered when last asked.", ["part"], (of) => {
		for (const [part, answers] of readiness.parts) of.set({ part }, answers ? 1 : 0);
	});
	gauge(
		"database_connections",
		"Connections of this process's pools, and callers that wait for one.",
		["state"],
		(of) => {
			const sum = (count: (pool: CountedPool) => number) => pools.reduce((all, pool) => all + count(pool), 0);
			of.set(
				{ state: "total" },
				sum(({ totalCount }) => totalCount),
			);
			of.set(
				{ state: "idle" },
				sum(({ idleCount }) => idleCount),
			);
			// A request that is about to get an idle connection does not wait; the other gauges' own queries are among them.
			of.set(
				{ state: "waiting" },
				sum(({ waitingCount, idleCount }) => Math.max(0, waitingCount - idleCount)),
			);
		},
	);
	gauge("jobs", "Jobs of all processes, by queue and state.", ["queue", "state"], async (of) => {
		for (const { name, oldestSeconds: _, ...states } of (await facts())?.queues ?? []) {
			for (const [state, jobs] of Object.entries(states)) of.set({ queue: name, state }, jobs);
		}
	});
	gauge(
		"oldest_waiting_job_seconds",
		"How long the oldest job that could be run has waited.",
		["queue"],
		async (of) => {
			for (const { name, oldestSeconds } of (await facts())?.queues ?? []) of.set({ queue: name }, oldestSeconds);
		},
	);
	gauge("mails_waiting", "Emails of all processes that are still to be sent.", ["kind"], async (of) => {
		const known = await facts();
		if (!known) return;
		for (const [queue] of MAIL_QUEUES) of.set({ kind: mailKind(queue) }, toBeSent(known, queue));
	});
	gauge("workers", "Workers that have reported in the last three minutes.", [], async (of) => {
		const known = await facts();
		if (known) of.set(known.workers);
	});
	gauge("var_bytes", "The file system of VAR_DIR.", ["state"], async (of) => {
		const disk = await statfs(varDir).catch(() => undefined);
		if (!disk) return;
		of.set({ state: "free" }, disk.bavail * disk.bsize);
		of.set({ state: "size" }, disk.blocks * disk.bsize);
	});
}

function toBeSent({ queues }: DatabaseFacts, name: string): number {
	const queue = queues.find((one) => one.name === name);
	return queue ? queue.waiting + queue.deferred + queue.retry : 0;
}

/** Reads at most once in this time; calls in between share that read. */
function keepFor<T>(ms: number, now: () => number, read: () => Promise<T>): () => Promise<T> {
	let kept: { value: Promise<T>; at: number } | undefined;
	return () => {
		if (!kept || now() - kept.at >= ms) kept = { value: read(), at: now() };
		return kept.value;
	};
}
