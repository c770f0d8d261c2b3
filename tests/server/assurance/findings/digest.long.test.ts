import { afterAll, describe, expect, test } from "vitest";
import type { Finding } from "#contract/findings/findings.ts";
import type { Schedule } from "#contract/scans/schedules.ts";
import { findingOf, ranWith } from "../../../support/engines/found.ts";
import { createAccount } from "../../../support/server/accounts.ts";
import { apiClient, asAccount } from "../../../support/server/api-client.ts";
import { decodeMail, startMailbox } from "../../../support/server/mailbox.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

const mailbox = await startMailbox();
afterAll(() => mailbox.close());
const server = await startTestServer({ env: { SMTP_URL: mailbox.smtpUrl } });
const { pool } = server.database;
server.engine.hold = true;

const subjectIn = (raw: string) => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim();

async function someone({ confirmed = true } = {}) {
	const account = await createAccount(server, { confirmed });
	const api = apiClient(server.url, asAccount(account));
	const schedule = async (change: object = {}): Promise<Schedule> => {
		const wish = {
			name: "Weekly",
			request: { kind: "combined", body: { target: "example.com" } },
			timeZone: "UTC",
			recurrence: { type: "cron", expression: "0 0 1 1 *" },
			overlap: "skip",
			digest: true,
		};
		return (await api("createSchedule", { body: { ...wish, ...change } })).json();
	};
	/** Has a scan start and end with these. */
	const found = async (findings: Finding[], begin: () => Promise<Response>) => {
		const nth = server.engine.runs.length;
		const { receipt } = await (await begin()).json();
		const running = await until(async () => server.engine.runs[nth], "the scan runs");
		running.end(ranWith(findings));
		await until(
			async () =>
				(await pool.query("SELECT 1 FROM scans WHERE id = $1 AND status = 'completed'", [receipt.scanId])).rowCount ===
				1,
			"the scan ended",
		);
	};
	/** A schedule's run that found these. */
	const run = ({ id }: Schedule, findings: Finding[]) =>
		found(findings, () => api("runScheduleNow", { params: { scheduleId: id } }));
	/** Moves every end long enough into the past. */
	const collect = () =>
		pool.query("UPDATE scans SET finished_at = finished_at - interval '61 minutes' WHERE owner = $1", [
			account.accountId,
		]);
	/** And the last digest, too. */
	const collected = async () => {
		await pool.query(
			`UPDATE schedule_scans SET digest_at = digest_at - interval '7 hours'
			 WHERE schedule_id IN (SELECT id FROM schedules WHERE account_id = $1)`,
			[account.accountId],
		);
		await collect();
	};
	const settled = () =>
		until(
			async () =>
				(
					await pool.query(
						`SELECT 1 FROM schedule_scans w JOIN schedules s ON s.id = w.schedule_id
						 WHERE s.account_id = $1 AND w.digest = 'waiting'`,
						[account.accountId],
					)
				).rowCount === 0,
			"nothing waits to be told",
		);
	/** Digests that arrived, oldest first. */
	const mails = () =>
		mailbox.received.filter(({ to, raw }) => to.includes(account.email) && subjectIn(raw)?.startsWith("Scheduled"));
	return { account, api, schedule, run, found, collect, collected, settled, mails };
}

const weak = findingOf({ rule: "weak", title: "Weak cipher", severity: "medium" });
const open = findingOf({ rule: "open", title: "Open door at evil.example", severity: "high" });

describe("the digest", () => {
	test("tells what scheduled scans changed, once, and nothing that stayed as it was", async () => {
		const { schedule, run, collected, settled, mails } = await someone();
		const first = await schedule();
		const second = await schedule({ name: "Monthly" });
		await run(first, [weak]);
		expect(mails()).toEqual([]);
		await run(second, [weak, open]);
		await collected();
		await settled();
		expect(mails()).toHaveLength(1);
		const { raw } = mails()[0] ?? expect.fail("no email");
		expect(subjectIn(raw)).toBe("Scheduled scans: 2 new");
		expect(decodeMail(raw)).toContain("High: Open door at evil[.]example (example[.]com)");
		expect(raw).toMatch(/List-Unsubscribe-Post: List-Unsubscribe=One-Click/);

		await run(first, [weak, open]);
		await collected();
		await settled();
		expect(mails()).toHaveLength(1);

		await run(first, [{ ...weak, severity: "high" }]);
		await collected();
		await settled();
		expect(mails()).toHaveLength(2);
		expect(subjectIn(mails()[1]?.raw ?? "")).toBe("Scheduled scans: 1 worse, 1 fixed");

		await run(first, [weak, open]);
		await collected();
		await settled();
		expect(subjectIn(mails()[2]?.raw ?? "")).toBe("Scheduled scans: 1 reopened");
	});

	test("waits six hours after the one before", async () => {
		const { schedule, run, collect, collected, settled, mails } = await someone();
		const one = await schedule();
		await run(one, [weak]);
		await collected();
		await settled();
		await run(one, [weak, open]);
		await collect();
		// Once someone else's was sent, this one was checked too.
		const other = await someone();
		await other.run(await other.schedule(), [weak]);
		await other.collected();
		await other.settled();
		expect(mails()).toHaveLength(1);
		await collected();
		await settled();
		expect(mails()).toHaveLength(2);
	});

	test("is not sent if it is off, the address is not confirmed, or a person asked for the scan", async () => {
		const without = await someone();
		await without.run(await without.schedule({ digest: false }), [weak]);
		await without.collected();
		await without.settled();
		expect(without.mails()).toEqual([]);

		const unconfirmed = await someone({ confirmed: false });
		await unconfirmed.run(await unconfirmed.schedule(), [weak]);
		await unconfirmed.collected();
		await unconfirmed.settled();
		expect(unconfirmed.mails()).toEqual([]);

		const person = await someone();
		const one = await person.schedule();
		const body = { target: "example.com", email: person.account.email };
		await person.found([weak], () => person.api("startCombinedScan", { body }));
		await person.run(one, [weak]);
		await person.collected();
		await person.settled();
		expect(person.mails()).toEqual([]);
	});

	test("is turned off by the link in it: with one press, but not by opening the link", async () => {
		const { api, schedule, run, collected, settled, mails } = await someone();
		const one = await schedule();
		await run(one, [weak]);
		await collected();
		await settled();
		const { raw } = mails()[0] ?? expect.fail("no email");
		const path = /http:\/\/localhost:\d+(\/subscription\/digest\/[\w-]+)/.exec(decodeMail(raw))?.[1] ?? "";
		expect(raw.replace(/\r\n\s+/g, " ")).toMatch(new RegExp(`List-Unsubscribe: <http://localhost:\\d+${path}>`));
		const wanted = async () => (await (await api("listSchedules")).json()).schedules[0].digest;
		const page = await fetch(server.url + path);
		expect(page.status).toBe(200);
		expect(page.headers.get("Cache-Control")).toBe("private, no-store");
		expect(await wanted()).toBe(true);
		// As an email program posts, without an origin (RFC 8058).
		const done = await fetch(server.url + path, {
			method: "POST",
			headers: { "Content-Type": "application/x-www-form-urlencoded" },
			body: "List-Unsubscribe=One-Click",
		});
		expect(done.status).toBe(200);
		expect(await wanted()).toBe(false);
		expect(
			(
				await fetch(`${server.url}/subscription/digest/x`, {
					method: "POST",
					headers: { "Content-Type": "application/x-www-form-urlencoded" },
					body: "",
				})
			).status,
		).toBe(404);
	});

	test("is sent once the mail server accepts it again", async () => {
		const { account, schedule, run, collected, settled, mails } = await someone();
		const one = await schedule();
		await run(one, [weak]);
		await pool.query("UPDATE accounts SET email = 'nobody@' WHERE id = $1", [account.accountId]);
		await collected();
		await until(
			async () =>
				(await pool.query("SELECT 1 FROM pgboss.job WHERE name = 'digest' AND state = 'retry'")).rowCount === 1,
			"a try that failed",
		);
		await pool.query("UPDATE accounts SET email = $2 WHERE id = $1", [account.accountId, account.email]);
		await settled();
		expect(mails()).toHaveLength(1);
	});
});
