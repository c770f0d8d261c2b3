import { expect, test } from "vitest";
import { TIMINGS } from "#server/platform/settings/timings.ts";
import { startFaultySmtp } from "../../faults/smtp.ts";
import { createFakeEngine, createFakeEngines } from "../../support/engines/fake-engine.ts";
import { fakeParts } from "../../support/server/fake-deps.ts";
import { startTestServer } from "../../support/server/test-server.ts";
import { until } from "../../support/until.ts";

const HOUR = 3_600;

test("a mail server that is away for an hour costs no mail: it is tried again and again, and sent once", async () => {
	const smtp = await startFaultySmtp();
	await smtp.set("down");
	const { timings } = fakeParts({ LOG_LEVEL: "silent" }, createFakeEngines(createFakeEngine()));
	const server = await startTestServer({
		env: { SMTP_URL: smtp.url },
		parts: { timings: { ...timings, mailRetrySeconds: TIMINGS.mailRetrySeconds } },
	});
	const { pool } = server.database;
	const { scanId } = (await (await server.scan({ target: "example.com", email: "ada@example.org" })).json()).receipt;

	/** How long the job waits after this many failures, by the database's clock. */
	const waitsAfter = (failures: number) =>
		until(async () => {
			const { rows } = await pool.query(
				`SELECT retry_limit, extract(epoch FROM start_after - now())::float AS seconds FROM pgboss.job
				 WHERE name = 'mail' AND data ->> 'scanId' = $1 AND state = 'retry' AND retry_count = $2`,
				[scanId, failures - 1],
			);
			return rows[0];
		}, `the mail has failed ${failures} times`);
	/** Lets that time pass: the job is due now. */
	const pass = () => pool.query("UPDATE pgboss.job SET start_after = now() WHERE name = 'mail' AND state = 'retry'");

	let passed = 0;
	let tries = 0;
	const waits: number[] = [];
	while (passed < HOUR) {
		tries += 1;
		const { seconds, retry_limit } = await waitsAfter(tries);
		expect(tries).toBeLessThan(retry_limit);
		waits.push(Math.round(seconds));
		passed += seconds;
		if (passed >= HOUR) await smtp.set("up");
		await pass();
	}
	await until(async () => {
		const { rows } = await pool.query("SELECT mail_outcome FROM scans WHERE id = $1", [scanId]);
		return rows[0].mail_outcome === "sent";
	}, "the mail is sent");
	expect(smtp.kept).toEqual([{ messageId: `<${scanId}@localhost>`, answered: true }]);
	// Soon at first, then less and less often; and after the hour, no later than the hour had lasted.
	expect(waits[0], waits.join()).toBeLessThanOrEqual(2 * TIMINGS.mailRetrySeconds);
	expect(tries, waits.join()).toBeGreaterThanOrEqual(4);
	expect(waits.at(-1), waits.join()).toBeLessThanOrEqual(1.5 * HOUR);
	await server.close();
	await smtp.close();
});
