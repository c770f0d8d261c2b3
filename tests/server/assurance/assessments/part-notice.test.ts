import { afterAll, expect, test } from "vitest";
import { startMailbox } from "#tests/support/server/mailbox.ts";
import { addClient, addMember, createOwner, type TestMember } from "#tests/support/server/people.ts";
import { startPushService } from "#tests/support/server/push-service.ts";
import { newSubscription } from "#tests/support/server/push-subscription.ts";
import {
	askRespondent,
	beginVendorAssessment,
	confirmedRespondent,
	respondAnswerOf,
} from "#tests/support/server/respond.ts";
import { startTestServer } from "#tests/support/server/test-server.ts";
import { until } from "#tests/support/until.ts";

const push = await startPushService();
const mailbox = await startMailbox();
afterAll(() => mailbox.close());
const server = await startTestServer({ env: { PUSH_ALLOW: "127.0.0.1", SMTP_URL: mailbox.smtpUrl } });
const { pool } = server.database;
const owner = await createOwner(server);
const client = await addClient(server, owner.workspaceId, "Bank of Sokoto");
const assessmentId = await beginVendorAssessment(owner, client);

/** Has a section sent through a link of this member. */
async function sendPart(by: TestMember): Promise<void> {
	const link = await askRespondent(mailbox, by, { assessmentId });
	const respondent = await confirmedRespondent(mailbox, server.url, link);
	const body = respondAnswerOf(link.id, {
		answer: { value: { type: "choice", choice: "no" }, note: "A secret of ours", evidence: [] },
	});
	expect((await respondent.call("answerRespond", { body })).status).toBe(202);
	const part = { respondentId: link.id, section: "company", saidAt: new Date().toISOString() };
	expect((await respondent.call("sendRespondPart", { body: part })).status).toBe(202);
}
const done = () =>
	until(async () => {
		const { rowCount } = await pool.query(
			"SELECT 1 FROM pgboss.job WHERE name = 'part-notice' AND state IN ('created', 'active', 'retry')",
		);
		return rowCount === 0;
	}, "all notices are out");
const mailsTo = (email: string) =>
	mailbox.received.filter(({ to, raw }) => to.includes(email) && raw.includes("Answers have arrived"));

test("the devices of the member who made the link are notified, in few words, and then no email is sent", async () => {
	const consultant = await addMember(server, owner, "consultant");
	const device = newSubscription(`${push.url}/consultant`);
	await consultant.call("addSubscription", { body: device.subscription });
	await sendPart(consultant);
	const [told] = await until(
		async () => (push.received.length === 1 ? push.received : undefined),
		"the device is told",
	);
	const { rows } = await pool.query("SELECT code FROM clients WHERE id = $1", [client]);
	expect(told && device.read(told.body)).toEqual({
		kind: "part-sent",
		id: assessmentId,
		client: { name: "Bank of Sokoto", code: rows[0].code },
		workspace: owner.workspaceId,
	});
	await done();
	expect(mailsTo(consultant.email)).toEqual([]);
});

test("a device that is gone gets an email in its place", async () => {
	const consultant = await addMember(server, owner, "consultant");
	push.status = 410;
	await consultant.call("addSubscription", { body: newSubscription(`${push.url}/gone`).subscription });
	await sendPart(consultant);
	await until(async () => mailsTo(consultant.email).length === 1, "an email");
});

test("a member who left hears nothing", async () => {
	const consultant = await addMember(server, owner, "consultant");
	const link = await askRespondent(mailbox, consultant, { assessmentId });
	const respondent = await confirmedRespondent(mailbox, server.url, link);
	await pool.query("DELETE FROM memberships WHERE account_id = $1 AND workspace_id = $2", [
		consultant.accountId,
		owner.workspaceId,
	]);
	const part = { respondentId: link.id, section: "company", saidAt: new Date().toISOString() };
	expect((await respondent.call("sendRespondPart", { body: part })).status).toBe(202);
	await done();
	expect(mailsTo(consultant.email)).toEqual([]);
});
