import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type ScanId, scanId } from "#contract/ids.ts";
import { createFollows } from "#server/app/follows.ts";
import { freeScanRows } from "#server/app/free-scans/store/free-scan-rows.ts";
import { createJobs } from "#server/app/jobs.ts";
import { deleteOldData } from "#server/app/upkeep/retention.ts";
import { inTransaction } from "#server/platform/db/pool.ts";
import { createQueue } from "#server/platform/jobs/queue.ts";
import { apply } from "#server/scanning/scans/apply.ts";
import { buildReport } from "#server/scanning/scans/report/build-report.ts";
import type { ScanEvent } from "#server/scanning/scans/scan.ts";
import { createScanStore } from "#server/scanning/scans/store/scan-store.ts";
import { afterFile } from "../../support/after-file.ts";
import { COMPLETED } from "../../support/engines/fake-engine.ts";
import { SEED, TIMES } from "../../support/fuzz/sample.ts";
import { createAccount, type TestAccount } from "../../support/server/accounts.ts";
import { apiClient, asAccount } from "../../support/server/api-client.ts";
import { follows } from "../../support/server/follows.ts";
import { entry, startTestServer } from "../../support/server/test-server.ts";
import { type Answer, BODIES, EMPTY, type Model, type Operation, step } from "./scan-model.ts";

const HISTORIES = 10 * TIMES;
const LENGTH = 30;

const server = await startTestServer({ env: { ROLE: "api" } });
const { pool, url: databaseUrl } = server.database;
const queue = await createQueue({
	databaseUrl,
	works: false,
	jobs: createJobs({ scanLimitSeconds: 60, scansPerAccount: 16, mailRetrySeconds: 1 }),
	onError: () => {},
});
afterFile(() => queue.stop(1_000));
const { ended } = createFollows(queue.send);
const store = createScanStore(pool, queue.send, { perAccount: 16, perTarget: 16 }, ended);

const LIMIT_MS = 60_000;
const NOW = new Date("2026-01-01T00:00:00.000Z");

/** One history's part of the database. */
type Real = { ada: TestAccount; stranger: string; name: string; ids: ScanId[]; runs: string[] };

async function newReal(): Promise<Real> {
	const name = randomUUID();
	return { ada: await createAccount(server), stranger: `${name}@example.org`, name, ids: [], runs: [] };
}

const mailboxOf = (real: Real, body: number) => (BODIES[body]?.mailbox === "ada" ? real.ada.email : real.stranger);
const targetOf = (body: number) => BODIES[body]?.target ?? "";

/** Does it to the product and returns the answer in the model's terms. */
async function perform(real: Real, operation: Operation): Promise<Answer> {
	const call = apiClient(server.url, asAccount(real.ada));
	const id = "scan" in operation ? (real.ids[operation.scan] ?? scanId.parse(randomUUID())) : undefined;
	const move = async (of: ScanId, event: ScanEvent): Promise<Answer> => {
		const moved = await apply(store, of, event);
		return { says: moved.ok ? "done" : moved.because };
	};
	const moveRun = async (run: number, event: Omit<ScanEvent, "workerId">): Promise<Answer> => {
		const of = real.ids[runScans.get(`${real.name} ${run}`) ?? -1];
		if (of === undefined) return { says: "gone" };
		return move(of, { ...event, workerId: real.runs[run] } as ScanEvent);
	};
	switch (operation.do) {
		case "accept": {
			const { as, key, body, client } = operation;
			const labels = as === "ada" && client !== "" ? { client } : {};
			const request = { target: targetOf(body), email: mailboxOf(real, body), ...labels };
			const headers =
				as === "ada"
					? { ...asAccount(real.ada), ...entry(`${real.name}-${key}`, real.ada.accountId) }
					: entry(`${real.name}-${key}`);
			const response = await server.scan(request, headers);
			if (response.status !== 202) return { says: String(response.status) };
			const { receipt } = await response.json();
			if (!real.ids.includes(receipt.scanId)) real.ids.push(receipt.scanId);
			return { says: "202", scan: real.ids.indexOf(receipt.scanId) };
		}
		case "lease": {
			runScans.set(`${real.name} ${real.runs.length}`, operation.scan);
			const workerId = randomUUID();
			real.runs.push(workerId);
			return move(id as ScanId, { type: "leased", workerId });
		}
		case "beat":
			return moveRun(operation.run, {
				type: "beat",
				progress: operation.progress,
				step: `at ${operation.progress}`,
				steps: [],
			} as Omit<ScanEvent, "workerId">);
		case "complete": {
			const report = buildReport({
				target: "example.com",
				startedAt: NOW,
				finishedAt: NOW,
				result: { ...COMPLETED, status: "completed", coverage: "full", findings: [] },
			});
			return moveRun(operation.run, { type: "completed", coverage: "full", report, raw: [] } as Omit<
				ScanEvent,
				"workerId"
			>);
		}
		case "fail":
			return moveRun(operation.run, {
				type: "failed",
				failure: { code: "unreachable", message: "Nobody answers." },
				sent: [],
				raw: [],
			} as Omit<ScanEvent, "workerId">);
		case "release":
			return moveRun(operation.run, { type: "released" } as Omit<ScanEvent, "workerId">);
		case "sweep":
			if (operation.late)
				await pool.query(
					"UPDATE scans SET heartbeat_at = now() - interval '1 hour' WHERE id = $1 AND status = 'running'",
					[id],
				);
			return move(id as ScanId, { type: "silent", limitMs: LIMIT_MS });
		case "requeue":
			return move(id as ScanId, { type: "requeued", hasJob: operation.hasJob });
		case "cancel":
		case "delete": {
			const name = operation.do === "cancel" ? "cancelScan" : "deleteScan";
			const { status } = await call(name, { params: { scanId: id as ScanId } });
			return { says: status === 202 || status === 204 ? "done" : String(status) };
		}
		case "expire": {
			await pool.query(
				"UPDATE scans SET accepted_at = now() - interval '40 days' WHERE id = $1 AND owner = 'anonymous'",
				[id],
			);
			return { says: (await deleteOldData(pool, 30)).scans > 0 ? "done" : "kept" };
		}
		case "adopt":
			await inTransaction(pool, (client) => freeScanRows(client, follows.mergeFindings).adoptScans(real.ada.accountId));
			return { says: "done" };
	}
}
/** The scan that a run was started for. */
const runScans = new Map<string, number>();

const STATE = `SELECT status, attempts, worker_id, owner, client, failure_code, failure_message, progress,
	cancel_requested_at IS NOT NULL AS cancel_asked, adopted_at IS NOT NULL AS adopted, taken_over_at IS NOT NULL AS merged,
	EXISTS (SELECT FROM scan_reports WHERE scan_id = $1) AS has_report,
	(SELECT array_agg(what ORDER BY id) FROM scan_events WHERE scan_id = $1) AS timeline,
	(SELECT count(*)::int FROM pgboss.job WHERE name = 'mail' AND data ->> 'scanId' = $1::text) AS mails,
	(SELECT count(*)::int FROM pgboss.job WHERE name = 'scan' AND data ->> 'scanId' = $1::text) AS runs_queued,
	(SELECT count(*)::int FROM audit_trail WHERE scan_id = $1 AND what IN ('scan completed', 'scan failed', 'scan cancelled')) AS ends
	FROM scans WHERE id = $1::uuid`;

/** Compares everything that is stored about the scans of a history with the model. */
async function compare(real: Real, { scans }: Model): Promise<void> {
	expect(real.ids.length).toBe(scans.length);
	for (const [index, scan] of scans.entries()) {
		const { rows } = await pool.query(STATE.replaceAll("$1::text", `'${real.ids[index]}'`), [real.ids[index]]);
		const [row] = rows;
		if (!scan) {
			expect(row, `scan ${index} is deleted`).toBeUndefined();
			continue;
		}
		const stored = {
			owner: row?.owner === real.ada.accountId ? "ada" : row?.owner === "anonymous" ? "visitor" : row?.owner,
			status: row?.status,
			attempts: row?.attempts,
			run: row?.worker_id ? real.runs.indexOf(row.worker_id) : undefined,
			progress: row?.status === "running" ? row.progress : scan.progress,
			cancelAsked: row?.cancel_asked,
			failure: row?.failure_code ?? undefined,
			client: row?.client,
			adopted: row?.adopted,
			merged: row?.merged,
			timeline: row?.timeline,
			mails: row?.mails,
			runsQueued: row?.runs_queued,
		};
		const { mailbox: _, ...expected } = scan;
		expect(stored, `scan ${index}`).toEqual(expected);
		const over = scan.status === "completed" || scan.status === "failed";
		expect({ report: row.has_report, ends: row.ends, reason: row.failure_message !== null }).toEqual({
			report: scan.status === "completed",
			ends: over ? 1 : 0,
			reason: scan.status === "failed",
		});
	}
}

/** Does one operation to the product and to the model, and compares answers and everything stored. */
async function both(model: { now: Model }, real: Real, operation: Operation): Promise<void> {
	const expected = step(model.now, operation);
	const answer = await perform(real, operation);
	expect(answer, JSON.stringify(operation)).toEqual(expected.answer);
	model.now = expected.model;
	await compare(real, model.now);
}

/** Scans and runs are counted from the newest, so that much happens to few. Printed in the order done. */
class Step implements fc.AsyncCommand<{ now: Model }, Real> {
	readonly #asked: Operation;
	#done: Operation | undefined;
	constructor(operation: Operation) {
		this.#asked = operation;
	}
	#at({ now }: Readonly<{ now: Model }>): Operation {
		const operation = this.#asked;
		if ("run" in operation) return { ...operation, run: now.runs - 1 - operation.run };
		return "scan" in operation ? { ...operation, scan: now.scans.length - 1 - operation.scan } : operation;
	}
	check(model: Readonly<{ now: Model }>): boolean {
		const operation = this.#at(model);
		return !("run" in operation && operation.run < 0) && !("scan" in operation && operation.scan < 0);
	}
	async run(model: { now: Model }, real: Real): Promise<void> {
		this.#done = this.#at(model);
		await both(model, real, this.#done);
	}
	toString(): string {
		return JSON.stringify(this.#done ?? this.#asked);
	}
}

const newest = fc.constantFrom(0, 0, 0, 1, 2);
const operations: fc.Arbitrary<Operation>[] = [
	fc.record({
		do: fc.constant("accept" as const),
		as: fc.constantFrom("visitor" as const, "ada" as const),
		key: fc.nat({ max: 2 }),
		body: fc.constantFrom(0, 0, 0, 1),
		client: fc.constantFrom("", "Acme", "Bolt"),
	}),
	fc.record({ do: fc.constant("lease" as const), scan: newest }),
	fc.record({ do: fc.constant("lease" as const), scan: newest }),
	fc.record({ do: fc.constant("beat" as const), run: newest, progress: fc.nat({ max: 100 }) }),
	fc.record({ do: fc.constantFrom("complete" as const, "fail" as const, "release" as const), run: newest }),
	fc.record({ do: fc.constant("sweep" as const), scan: newest, late: fc.constantFrom(true, true, false) }),
	fc.record({ do: fc.constant("sweep" as const), scan: newest, late: fc.constant(true) }),
	fc.record({ do: fc.constant("requeue" as const), scan: newest, hasJob: fc.boolean() }),
	fc.record({ do: fc.constantFrom("cancel" as const, "delete" as const), scan: newest }),
	fc.record({ do: fc.constant("expire" as const), scan: fc.constantFrom(0, 1, 2) }),
	fc.constant({ do: "adopt" as const }),
];

test(`what is stored and answered is what the model says, in ${HISTORIES} random histories (seed ${SEED})`, async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.commands(
				operations.map((operation) => operation.map((one) => new Step(one))),
				{ maxCommands: LENGTH, size: "max" },
			),
			async (commands) => {
				const real = await newReal();
				const model = { now: EMPTY };
				// Nothing happens before these.
				await both(model, real, { do: "accept", as: "visitor", key: 0, body: 0, client: "" });
				await both(model, real, { do: "lease", scan: 0 });
				await fc.asyncModelRun(() => ({ model, real }), commands);
			},
		),
		{ numRuns: HISTORIES, seed: SEED },
	);
});

/** Histories that once failed, and some that are easy to get wrong. */
const KEPT: Record<string, Operation[]> = {
	"a run that was taken back neither ends nor holds the scan": [
		{ do: "accept", as: "ada", key: 0, body: 0, client: "Acme" },
		{ do: "lease", scan: 0 },
		{ do: "sweep", scan: 0, late: true },
		{ do: "lease", scan: 0 },
		{ do: "beat", run: 0, progress: 90 },
		{ do: "fail", run: 0 },
		{ do: "complete", run: 1 },
		{ do: "complete", run: 1 },
	],
	"a scan whose worker died twice fails as interrupted": [
		{ do: "accept", as: "visitor", key: 0, body: 0, client: "" },
		{ do: "lease", scan: 0 },
		{ do: "sweep", scan: 0, late: false },
		{ do: "sweep", scan: 0, late: true },
		{ do: "lease", scan: 0 },
		{ do: "sweep", scan: 0, late: true },
		{ do: "lease", scan: 0 },
	],
	"a repeat that says nothing of a client leaves the client alone": [
		{ do: "accept", as: "ada", key: 0, body: 0, client: "Acme" },
		{ do: "accept", as: "ada", key: 0, body: 0, client: "" },
		{ do: "accept", as: "ada", key: 0, body: 0, client: "Bolt" },
	],
	"a cancelled scan whose worker died is not begun again": [
		{ do: "accept", as: "ada", key: 0, body: 0, client: "" },
		{ do: "lease", scan: 0 },
		{ do: "cancel", scan: 0 },
		{ do: "sweep", scan: 0, late: true },
		{ do: "complete", run: 0 },
	],
	"a scan that becomes an account's while it runs is merged at its end, once": [
		{ do: "accept", as: "visitor", key: 0, body: 0, client: "" },
		{ do: "lease", scan: 0 },
		{ do: "adopt" },
		{ do: "complete", run: 0 },
		{ do: "adopt" },
	],
	"a key outlives its scan: its repeat is no second scan": [
		{ do: "accept", as: "visitor", key: 0, body: 1, client: "" },
		{ do: "expire", scan: 0 },
		{ do: "accept", as: "visitor", key: 0, body: 1, client: "" },
		{ do: "accept", as: "visitor", key: 0, body: 0, client: "" },
	],
};

test.each(Object.entries(KEPT))("%s", async (_, history) => {
	const real = await newReal();
	const model = { now: EMPTY };
	for (const operation of history) await both(model, real, operation);
});
