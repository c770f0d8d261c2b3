import { expect } from "vitest";
import { afterFile } from "../after-file.ts";
import { COMPLETED, createFakeEngine, type FakeEngine } from "../engines/fake-engine.ts";
import { findingOf, ranWith } from "../engines/found.ts";
import { until } from "../until.ts";
import type { TestAccount } from "./accounts.ts";
import { apiClient, asAccount } from "./api-client.ts";
import { createTestDatabase } from "./database.ts";
import { startMailbox } from "./mailbox.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

type HeldEngine = FakeEngine<"sslyze">;

/**
 * Two API processes and three workers on one database. Only the database makes them one product, so a server inside this process is as
 * good as a separate process; `rolling-restart.long.test.ts` has real ones.
 */
export async function startMany() {
	const mailbox = await startMailbox();
	afterFile(() => mailbox.close());
	const database = await createTestDatabase();
	const { pool } = database;
	const startOne = (ROLE: "api" | "worker") =>
		startTestServer({
			database,
			engine: createFakeEngine(ranWith([findingOf()])),
			env: {
				ROLE,
				SMTP_URL: mailbox.smtpUrl,
				TRUST_PROXY: "on",
				LIMIT_PER_ADDRESS: "4",
				SCANS_PER_ACCOUNT: "2",
			},
		});
	const [first, second, ...workers] = await Promise.all([
		startOne("api"),
		startOne("api"),
		startOne("worker"),
		startOne("worker"),
		startOne("worker"),
	]);
	const as = (server: TestServer, account: TestAccount) => apiClient(server.url, asAccount(account));
	const statusOf = async (id: string) =>
		(await pool.query("SELECT status FROM scans WHERE id = $1", [id])).rows[0]?.status as string | undefined;
	const tools = workers.map(({ engines }) => engines.sslyze);

	return {
		first,
		second,
		workers,
		mailbox,
		pool,
		as,
		whenIs: (id: string, status: string) => until(async () => (await statusOf(id)) === status, `the scan is ${status}`),
		/** How many of these scans are running. */
		running: async (ids: string[]) =>
			(await pool.query("SELECT 1 FROM scans WHERE id = ANY($1) AND status = 'running'", [ids])).rowCount,
		/** Starts a TLS scan and returns its id. */
		async start(server: TestServer, account: TestAccount, host: string): Promise<string> {
			const response = await as(server, account)("startSslyzeScan", { body: { target: `${host}:443` } });
			expect(response.status).toBe(202);
			return (await response.json()).receipt.scanId;
		},
		/** While `work` runs, TLS scans wait for it, on every worker. It gets a function that lists their runs. */
		async whileHeld(work: (runs: () => HeldEngine["runs"]) => Promise<void>): Promise<void> {
			for (const engine of tools) {
				engine.hold = true;
				engine.runs.length = 0;
			}
			try {
				await work(() => tools.flatMap(({ runs }) => runs));
			} finally {
				for (const engine of tools) {
					engine.hold = false;
					for (const run of engine.runs) run.end(COMPLETED);
				}
			}
		},
	};
}
