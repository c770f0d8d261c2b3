import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import type { Finding, ScanReport } from "#contract/findings/findings.ts";
import type { ScanId } from "#contract/ids.ts";
import { WEBHOOK_EVENTS } from "#contract/webhooks/events.ts";
import { createFollows } from "#server/app/follows.ts";
import { announceByTime } from "#server/assurance/tasks/store/announce-by-time.ts";
import type { Executor, Pool } from "#server/platform/db/pool.ts";
import type { SendJob } from "#server/platform/jobs/queue.ts";
import { apply } from "#server/scanning/scans/apply.ts";
import type { ScanEvent } from "#server/scanning/scans/scan.ts";
import { createScanStore } from "#server/scanning/scans/store/scan-store.ts";
import { createFinder, type Finder } from "../../support/engines/finder.ts";
import { findingOf } from "../../support/engines/found.ts";
import { addControl, say, scanSpec, TLS_PARTS } from "../../support/server/controls.ts";
import { startTestServer } from "../../support/server/test-server.ts";
import { startWebhookReceiver } from "../../support/server/webhook-receiver.ts";

const receiver = await startWebhookReceiver();
afterAll(receiver.close);
const server = await startTestServer({ env: { WEBHOOK_ALLOW: "127.0.0.1" } });
const { pool, url } = server.database;
const TURNS = { perAccount: 10, perTarget: 10 };

/** An account with a control that scans test, a webhook for everything, and email about ended scans. */
async function createFollowed(): Promise<Finder> {
	const finder = await createFinder(server);
	await addControl(finder, [scanSpec()]);
	const webhook = { url: `${receiver.url}/${finder.accountId}`, events: WEBHOOK_EVENTS };
	expect((await finder.call("addWebhook", { body: webhook })).status).toBe(201);
	await pool.query(
		`INSERT INTO notification_choices (account_id, scan_finished, new_finding, mail) VALUES ($1, true, true, true)
		 ON CONFLICT (account_id) DO UPDATE SET mail = true`,
		[finder.accountId],
	);
	return finder;
}

const OLD = findingOf({ engine: "sslyze", rule: "tls-old-protocol", severity: "medium" });

/** Ends a running scan, as its worker would. */
async function endOf(id: ScanId, findings: Finding[]): Promise<ScanEvent> {
	const { rows } = await pool.query<{ worker_id: string; started_at: Date }>(
		"SELECT worker_id, started_at FROM scans WHERE id = $1",
		[id],
	);
	const [row] = rows;
	if (!row) throw new Error("The scan is not there");
	const counts = { high: 0, medium: 0, low: 0, none: 0 };
	for (const { severity } of findings) counts[severity] += 1;
	const report = {
		target: "example.com:443",
		grade: "B",
		counts,
		findings,
		parts: TLS_PARTS,
		facts: [],
		coverage: "full",
		startedAt: row.started_at.toISOString(),
		finishedAt: new Date().toISOString(),
	} as unknown as ScanReport;
	return { type: "completed", workerId: row.worker_id, coverage: "full", report, raw: [] };
}

test("what follows from the end of a scan comes in this order, in one transaction", async () => {
	const finder = await createFollowed();
	const { scanId } = await finder.begin();
	const log: string[] = [];
	const noted = (text: string, values: readonly unknown[] = []) => {
		const [, table] = /INSERT INTO (findings|test_runs|tasks) /.exec(text) ?? [];
		const events = text.includes("announce_webhooks") ? (JSON.parse(`${values[3]}`) as { type: string }[]) : [];
		for (const what of [table, ...events.map(({ type }) => type)]) {
			if (what !== undefined && !log.includes(what)) log.push(what);
		}
		if (/^(COMMIT|ROLLBACK)/.test(text)) log.push(text);
	};
	const listened: Pool = Object.assign(Object.create(pool) as Pool, {
		begin: pool.begin,
		connect: async () => {
			const client = await pool.connect();
			const query: Executor["query"] = (statement, values) => {
				noted(typeof statement === "string" ? statement : statement.text, values);
				return client.query(statement as string, values as unknown[]);
			};
			return { query, release: client.release.bind(client) };
		},
	});
	const send: SendJob = async (name) => void log.push(`job ${name}`);
	const store = createScanStore(listened, send, TURNS, createFollows(send).ended);
	expect(await apply(store, scanId, await endOf(scanId, [OLD]))).toMatchObject({ ok: true });
	expect(log).toEqual([
		"findings",
		"finding.opened",
		"test_runs",
		"tasks",
		"control.standing_changed",
		"scan.ended",
		"job push",
		"COMMIT",
	]);
});

test("a process that dies between what follows and the jobs leaves nothing behind, and each event happens once", async () => {
	const finder = await createFollowed();
	const jobs: string[] = [];
	const send: SendJob = async (name) => void jobs.push(name);
	const store = createScanStore(pool, send, TURNS, createFollows(send).ended);
	const left = async () => {
		const { rows } = await pool.query(
			`SELECT (SELECT count(*) FROM webhook_deliveries WHERE workspace_id = $1) AS messages,
			   (SELECT count(*) FROM findings WHERE account_id = $1) AS findings, (SELECT count(*) FROM test_runs WHERE workspace_id = $1) AS runs,
			   (SELECT count(*) FROM scans WHERE owner = $1::text AND status = 'running') AS running`,
			[finder.accountId],
		);
		return rows[0];
	};
	for (const found of [[OLD], [{ ...OLD, severity: "high" as const }], []]) {
		const { scanId } = await finder.begin();
		const event = await endOf(scanId, found);
		const before = await left();
		expect(before).toMatchObject({ running: 1 });
		const died = promisify(execFile)(process.execPath, [
			"tests/support/server/end-scan.ts",
			url,
			scanId,
			JSON.stringify(event),
		]);
		await expect(died).rejects.toMatchObject({ signal: "SIGKILL" });
		expect(await left()).toEqual(before);
		expect(await apply(store, scanId, event)).toMatchObject({ ok: true });
		expect(await apply(store, scanId, event)).toMatchObject({ ok: false });
	}
	expect(jobs).toEqual(["push", "push", "push"]);
	const due = "2031-03-10";
	await say(finder, "addTask", { id: randomUUID(), title: "Ask", note: "", controls: [], due });
	for (const _ of [1, 2]) await announceByTime(pool, new Date(`${due}T09:00:00Z`));

	const { rows } = await pool.query<{ type: string; key: string; count: number }>(
		"SELECT type, key, count(*) FROM webhook_deliveries WHERE workspace_id = $1 GROUP BY type, key ORDER BY type, key",
		[finder.accountId],
	);
	expect(rows.filter(({ count }) => count > 1)).toEqual([]);
	expect([...new Set(rows.map(({ type }) => type))]).toEqual([...WEBHOOK_EVENTS].toSorted());
	expect(rows.filter(({ type }) => type === "scan.ended")).toHaveLength(3);
});
