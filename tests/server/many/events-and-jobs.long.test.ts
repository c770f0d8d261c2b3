import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { IDEMPOTENCY_KEY } from "#contract/requests/headers.ts";
import { COMPLETED } from "../../support/engines/fake-engine.ts";
import { createAccount, newAccountAddress } from "../../support/server/accounts.ts";
import { asAccount } from "../../support/server/api-client.ts";
import { startMany } from "../../support/server/many.ts";
import { watch } from "../../support/server/watch.ts";
import { until } from "../../support/until.ts";

const { first, second, mailbox, pool, as, start, whenIs, whileHeld } = await startMany();

describe("live events", () => {
	/** States of a scan as reported by a stream, each once. */
	const told = (stream: Awaited<ReturnType<typeof watch>>, id: string) =>
		stream.told.filter(({ data }) => data.id === id).map(({ data }) => `${data.status} ${data.progress ?? 0}`);

	test("on either process tell each change of a scan that the other accepted, in order, none missing", async () => {
		const account = await createAccount(first);
		await whileHeld(async (runs) => {
			const streams = [await watch(first.url, asAccount(account)), await watch(second.url, asAccount(account))];
			const saw = (what: string, id: string) =>
				until(async () => streams.every((stream) => told(stream, id).includes(what)), `both tell ${what}`);
			for (const server of [first, second]) {
				const host = `${server === first ? "first" : "second"}.example.com`;
				const id = await start(server, account, host);
				const run = await until(
					async () => runs().find(({ context }) => context.target.target.host === host),
					"it runs",
				);
				await saw("running 0", id);
				for (const percent of [30, 60, 90]) {
					run.context.onProgress(percent, `Step ${percent}`);
					await saw(`running ${percent}`, id);
				}
				run.end(COMPLETED);
				await saw("completed 100", id);
				for (const stream of streams) {
					const states = told(stream, id).filter(
						(state, at, all) => state !== all[at - 1] && !state.startsWith("pending"),
					);
					expect(states).toEqual(["running 0", "running 30", "running 60", "running 90", "completed 100"]);
				}
			}
			for (const { leave } of streams) leave();
		});
	});
	test("are complete after a process lost its connection: its streams end, and the list has what happened meanwhile", async () => {
		const account = await createAccount(first);
		const stream = await watch(second.url, asAccount(account));
		await until(async () => stream.text !== "", "it is open");
		const cut = () =>
			pool.query(
				"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'plumbline-notices' AND datname = current_database()",
			);
		await cut();
		// Nothing listens now, on any process.
		const id = await start(first, account, "gap.example.com");
		await until(async () => stream.ended, "the stream ends once its process listens again");
		const again = await watch(second.url, asAccount(account));
		await until(async () => again.text !== "", "a new one is open");
		// What a page does whenever a stream opens.
		const { scans } = await (await as(second, account)("listScans")).json();
		expect(scans.map((scan: { id: string }) => scan.id)).toContain(id);
		await whenIs(id, "completed");
		const next = await start(first, account, "after.example.com");
		await until(async () => told(again, next).includes("completed 100"), "the new stream tells what comes");
		again.leave();
	});
});

describe("once over all workers", () => {
	test("each mail is sent", async () => {
		const addresses = Array.from({ length: 12 }, newAccountAddress);
		for (const [n, email] of addresses.entries()) {
			const from = { "X-Forwarded-For": `198.51.101.${n}` };
			const server = n % 2 ? first : second;
			expect((await server.scan({ target: "example.com", email }, from)).status).toBe(202);
		}
		await until(
			async () =>
				(await pool.query("SELECT 1 FROM scans WHERE email = ANY($1) AND mail_outcome = 'sent'", [addresses]))
					.rowCount === addresses.length,
			"all are sent",
		);
		for (const email of addresses) {
			expect(
				mailbox.received.filter(({ to }) => to.includes(email)),
				email,
			).toHaveLength(1);
		}
	});

	test("each schedule that is due runs, and each digest goes out", async () => {
		const accounts = await Promise.all([1, 2, 3, 4].map(() => createAccount(first)));
		const schedules: string[] = [];
		for (const account of accounts) {
			const response = await as(second, account)("createSchedule", {
				body: {
					name: "Often",
					request: { kind: "combined", body: { target: "example.com" } },
					timeZone: "UTC",
					recurrence: { type: "cron", expression: "0 0 1 1 *" },
					overlap: "skip",
					digest: true,
				},
			});
			schedules.push((await response.json()).id);
		}
		await pool.query("UPDATE schedules SET next_run_at = now() - interval '1 second' WHERE id = ANY($1)", [schedules]);
		const scans = async () =>
			(
				await pool.query(
					"SELECT s.status FROM schedule_scans JOIN scans s ON s.id = scan_id WHERE schedule_id = ANY($1)",
					[schedules],
				)
			).rows;
		await until(async () => (await scans()).filter(({ status }) => status === "completed").length === 4, "each ran");
		const owners = accounts.map(({ accountId }) => accountId);
		expect((await pool.query("SELECT 1 FROM scans WHERE owner = ANY($1)", [owners])).rowCount).toBe(4);
		const { rows } = await pool.query("SELECT missed_runs FROM schedules WHERE id = ANY($1)", [schedules]);
		expect(rows.map(({ missed_runs }) => missed_runs)).toEqual([0, 0, 0, 0]);

		await pool.query("UPDATE scans SET finished_at = finished_at - interval '61 minutes' WHERE owner = ANY($1)", [
			owners,
		]);
		const digests = (email: string) =>
			mailbox.received.filter(({ to, raw }) => to.includes(email) && /^Subject: Scheduled scans/m.test(raw)).length;
		await until(async () => accounts.every(({ email }) => digests(email) > 0), "each digest arrived");
		const waiting = "SELECT 1 FROM pgboss.job WHERE name = 'digest' AND state IN ('created', 'active', 'retry')";
		await until(async () => (await pool.query(waiting)).rowCount === 0, "no digest waits");
		expect(accounts.map(({ email }) => digests(email))).toEqual([1, 1, 1, 1]);
	});

	test("each report is made", async () => {
		const account = await createAccount(first);
		const id = await start(first, account, "report.example.com");
		await whenIs(id, "completed");
		const asked = await Promise.all(
			Array.from({ length: 6 }, (_, n) =>
				as(n % 2 ? first : second, account)("requestReport", {
					body: { template: "executive-summary", hosts: [], clients: [] },
					headers: { [IDEMPOTENCY_KEY]: randomUUID() },
				}),
			),
		);
		expect(asked.map(({ status }) => status)).toEqual(Array(6).fill(202));
		const reports = async () =>
			(await pool.query("SELECT status, attempts FROM account_reports WHERE account_id = $1", [account.accountId]))
				.rows;
		await until(async () => (await reports()).every(({ status }) => status === "completed"), "all are made");
		expect((await reports()).map(({ attempts }) => attempts)).toEqual(Array(6).fill(1));
	});

	test("the daily cleaning", async () => {
		const { rows } = await pool.query("SELECT name, cron FROM pgboss.schedule");
		expect(rows).toEqual([{ name: "daily", cron: "17 3 * * *" }]);
	});
});
