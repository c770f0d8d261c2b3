import { expect, test } from "vitest";
import { respondentId } from "#contract/assessments/respondents.ts";
import { accountId, scanId } from "#contract/ids.ts";
import { createJobs } from "#server/app/jobs.ts";
import { createQueue } from "#server/platform/jobs/queue.ts";
import { scanHandlers } from "#server/scanning/scans/jobs/scan-jobs.ts";
import { createTestDatabase } from "../../../support/server/database.ts";
import { until } from "../../../support/until.ts";

const MAILBOX = "ada.lovelace@example.org";
const ID = "5a1b3c9e-7d42-4f7e-9a57-0d6a1be0c001";
const KINDS = [
	"account-mail",
	"digest",
	"invitation-mail",
	"lead-mail",
	"mail",
	"part-notice",
	"push",
	"report",
	"respondent-code",
	"respondent-mail",
	"scan",
	"signed-mail",
	"webhook-mail",
];
/** The error nodemailer throws when a mail server refuses. */
const refusal = () =>
	Object.assign(new Error(`Can't send mail: 550 <${MAILBOX}> is unknown to 192.0.2.7`), {
		rejected: [MAILBOX],
		response: `550 <${MAILBOX}>`,
	});

/** Passes one job of each kind to `handle`, and three of the kind whose data can be an address; returns what is stored afterward. */
async function storedAfter(handle: () => Promise<void>, state: string, retryLimit: number) {
	const { url, pool } = await createTestDatabase();
	const queue = await createQueue({
		databaseUrl: url,
		works: true,
		jobs: createJobs({ scanLimitSeconds: 60, scansPerAccount: 4, mailRetrySeconds: 60 }),
		onError: () => {},
	});
	await pool.query("UPDATE pgboss.queue SET retry_limit = $1, retry_delay = 60", [retryLimit]);
	const scan = scanId.parse(ID);
	const account = accountId.parse(ID);
	const through = pool;
	await queue.send("scan", { scanId: scan }, { through });
	await queue.send("mail", { scanId: scan }, { through });
	await queue.send("lead-mail", { leadId: ID, to: "visitor" }, { through });
	await queue.send("invitation-mail", { invitationId: ID, expiresAt: new Date().toISOString() }, { through });
	await queue.send("respondent-mail", { respondentId: respondentId.parse(ID), version: 1 }, { through });
	await queue.send("respondent-code", { tokenHash: "00".repeat(32) }, { through });
	await queue.send("part-notice", { respondentId: respondentId.parse(ID), section: "access" }, { through });
	await queue.send("signed-mail", { workspaceId: ID, signOffId: ID, signer: 0 }, { through });
	await queue.send("webhook-mail", { webhookId: ID }, { through });
	await queue.send("push", { scanId: scan, session: ID });
	await queue.send("report", { reportId: ID }, { through });
	await queue.send("digest", { accountId: account });
	await queue.send("account-mail", { kind: "confirm", accountId: account, renews: true }, { through });
	await queue.send("account-mail", { kind: "reset", emailKey: MAILBOX, renews: false }, { through });
	await queue.send("account-mail", { kind: "account-deleted", to: MAILBOX }, { through });
	await queue.work(
		{
			...scanHandlers(handle),
			mail: handle,
			"account-mail": handle,
			"lead-mail": handle,
			"invitation-mail": handle,
			"respondent-mail": handle,
			"respondent-code": handle,
			"part-notice": handle,
			"signed-mail": handle,
			"webhook-mail": handle,
			digest: handle,
			push: handle,
			report: handle,
			"earlier-scans": handle,
			daily: handle,
		},
		() => {},
	);
	await queue.runOnly(new Map([["scan", 1]]));
	const stored = async () => {
		const { rows } = await pool.query<{ name: string; text: string }>(
			"SELECT name, job::text AS text FROM pgboss.job WHERE state = $1 AND name = ANY ($2) ORDER BY name",
			[state, KINDS],
		);
		return rows.length === KINDS.length + 2 && rows;
	};
	const rows = await until(stored, `all jobs are in the state ${state}`);
	await queue.stop(1_000);
	expect([...new Set(rows.map(({ name }) => name))]).toEqual(KINDS);
	return rows.map(({ text }) => text);
}

test("a job that was done keeps ids, and neither addresses nor anything else", { timeout: 60_000 }, async () => {
	const rows = await storedAfter(async () => {}, "completed", 0);
	expect(rows.join("\n")).toContain(ID);
	expect(rows.join("\n")).not.toMatch(/@|lovelace|visitor/);
});

test("a job that failed for good keeps no addresses, not even those in its error", { timeout: 60_000 }, async () => {
	const rows = await storedAfter(() => Promise.reject(refusal()), "failed", 0);
	expect(rows.join("\n")).toContain(ID);
	expect(rows.join("\n")).not.toMatch(/@|lovelace|visitor|unknown to/);
});

test("a job that is to be tried again keeps what it needs for that, and nothing of its error", {
	timeout: 60_000,
}, async () => {
	const rows = await storedAfter(() => Promise.reject(refusal()), "retry", 5);
	expect(rows.filter((row) => row.includes(MAILBOX))).toHaveLength(2);
	expect(rows.join("\n")).not.toMatch(/unknown to/);
});
