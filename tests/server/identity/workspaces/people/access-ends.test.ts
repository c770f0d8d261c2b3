import { randomBytes } from "node:crypto";
import { get } from "node:http";
import { describe, expect, test } from "vitest";
import { CLIENT } from "#contract/requests/headers.ts";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { newToken, tokenHash } from "#server/platform/keys/tokens.ts";
import { afterFile } from "../../../../support/after-file.ts";
import { createFinder } from "../../../../support/engines/finder.ts";
import { refusalOf } from "../../../../support/server/api-client.ts";
import { startMailbox } from "../../../../support/server/mailbox.ts";
import { startTestServer } from "../../../../support/server/test-server.ts";
import { until } from "../../../../support/until.ts";
import { bodyOf, createConsultancy } from "../../../app/clients/consultancy.ts";

const mailbox = await startMailbox();
afterFile(() => mailbox.close());
const server = await startTestServer({ env: { SMTP_URL: mailbox.smtpUrl, MAIL_FROM: "plumbline@example.org" } });
const { pool } = server.database;
const remove = (workspaceId: string, accountId: string) =>
	pool.query("DELETE FROM memberships WHERE workspace_id = $1 AND account_id = $2", [workspaceId, accountId]);
const mailOutcome = (scanId: string) =>
	until(
		async () =>
			(await pool.query("SELECT mail_outcome FROM scans WHERE id = $1", [scanId])).rows[0].mail_outcome ?? false,
		"the mail is settled",
	);

describe("a member who leaves", () => {
	test("gets no email about a scan that ends afterwards; a report for another mailbox goes there", async () => {
		const ada = await createConsultancy(server);
		const ben = await ada.member("consultant");
		server.engine.hold = true;
		const start = async (target: string, email: string) =>
			(await bodyOf(await ben.call("startCombinedScan", { body: { target, email } }), 202)).receipt.scanId;
		const own = await start("own.example.com", ben.email);
		const other = await start("other.example.com", "client@example.net");
		await until(async () => server.engine.runs.length === 2, "both scans run");
		await remove(ada.workspaceId, ben.accountId);
		server.engine.hold = false;
		for (const run of server.engine.runs)
			run.end({ status: "completed", coverage: "full", parts: [], findings: [], sent: [] });
		expect(await mailOutcome(own)).toBe("dropped");
		expect(await mailOutcome(other)).toBe("sent");
		expect(mailbox.received.filter(({ to, raw }) => to.includes(ben.email) && raw.includes("own.example"))).toEqual([]);
	});

	test("can no longer open the reports that were mailed to them, nor delete the links", async () => {
		const ada = await createConsultancy(server);
		const ben = await ada.member("consultant");
		const body = { target: "linked.example.com", email: ben.email };
		const { receipt } = await bodyOf(await ben.call("startCombinedScan", { body }), 202);
		expect(await mailOutcome(receipt.scanId)).toBe("sent");
		const token = newToken();
		await pool.query(
			"INSERT INTO report_links (token_hash, scan_id, expires_at) VALUES ($1, $2, now() + interval '1 day')",
			[tokenHash(token), receipt.scanId],
		);
		const open = async (path = "") => (await fetch(`${server.url}/r/${token}${path}`)).status;
		expect([await open(), await open("/report.pdf")]).toEqual([200, 200]);
		await remove(ada.workspaceId, ben.accountId);
		expect([await open(), await open("/report.pdf")]).toEqual([404, 404]);
		expect((await fetch(`${server.url}/r/${token}/delete`, { method: "POST" })).status).toBe(404);
		expect((await pool.query("SELECT FROM report_links WHERE token_hash = $1", [tokenHash(token)])).rowCount).toBe(1);
	});

	test("gets nothing more of a client's file that is being downloaded", async () => {
		const ada = await createConsultancy(server, await createFinder(server));
		const acme = await ada.addClient("Acme");
		await ada.giveHost("acme.example.com", acme.id);
		const { rows } = await pool.query(
			`INSERT INTO scans (id, owner, asked_by, kind, target, request, host, status, accepted_at, finished_at, failure_code)
			 VALUES (gen_random_uuid(), $1::text, $1::uuid, 'sslyze', 'acme.example.com:443', '{}', 'acme.example.com', 'failed', now(), now(), 'timeout')
			 RETURNING id`,
			[ada.workspaceId],
		);
		for (let n = 0; n < 12; n += 1) {
			await pool.query("INSERT INTO scan_raw (scan_id, name, media_type, content) VALUES ($1, $2, 'text/plain', $3)", [
				rows[0].id,
				`tool-${n}.txt`,
				randomBytes(2_000_000),
			]);
		}
		const ben = await ada.member("manager");
		const path = API_PATHS.clientFile.replace(":clientId", acme.id);
		const { promise, resolve, reject } = Promise.withResolvers<"whole" | "cut off">();
		const request = get(server.url + API_BASE + path, { headers: ben.headers }, async (response) => {
			expect(response.statusCode).toBe(200);
			// It may be cut off before the removal is answered.
			response.on("end", () => resolve("whole")).on("error", () => resolve("cut off"));
			// Nothing is read: what does not fit into the sockets waits in the server.
			await remove(ada.workspaceId, ben.accountId);
			response.resume();
		});
		request.on("error", reject);
		expect(await promise).toBe("cut off");
	});

	test("is no longer in the workspace's log when they sign in after their last day", async () => {
		const ada = await createConsultancy(server);
		const ben = await ada.member("auditor");
		await pool.query("UPDATE memberships SET ends_on = '2020-01-01' WHERE account_id = $1 AND workspace_id = $2", [
			ben.accountId,
			ada.workspaceId,
		]);
		const signIn = () =>
			fetch(`${server.url}${API_BASE}accounts/token/`, {
				method: "POST",
				headers: { "Content-Type": "application/json" },
				body: JSON.stringify({ email: ben.email, password: ben.password }),
			});
		expect((await signIn()).status).toBe(204);
		const signedIn = await pool.query(
			"SELECT workspace_id FROM audit_entries WHERE who = $1 AND what = 'signed-in' ORDER BY id DESC LIMIT 1",
			[ben.accountId],
		);
		expect(signedIn.rows).toEqual([{ workspace_id: ben.accountId }]);
		const { rows } = await pool.query(
			"SELECT FROM audit_entries WHERE who = $1 AND workspace_id = $2 AND what = 'signed-in'",
			[ben.accountId, ada.workspaceId],
		);
		expect(rows).toEqual([]);
	});
});

describe("a role that is taken away while a request waits", () => {
	test.each([
		["createClient", { body: { name: "New" } }],
		["changeClient", { body: { name: "New", version: 1 } }],
		["deleteClient", { body: { name: "Acme" } }],
		["changeWorkspace", { body: { name: "New" } }],
		["removeLogo", {}],
		["importClient", {}],
	] as const)("%s is refused as the next request would be, and nothing is done", async (name, given) => {
		const ada = await createConsultancy(server, await createFinder(server));
		const acme = await ada.addClient("Acme");
		const ben = await ada.member("owner");
		const params = { clientId: acme.id };
		const file =
			name === "importClient" && new Uint8Array(await (await ada.call("readClientFile", { params })).arrayBuffer());
		const state = async () =>
			(
				await pool.query(
					`SELECT name, (SELECT jsonb_agg(clients ORDER BY id) FROM clients WHERE workspace_id = workspaces.id) AS clients
					 FROM workspaces WHERE id = $1`,
					[ada.workspaceId],
				)
			).rows;
		const before = await state();
		const holder = await pool.connect();
		try {
			await holder.query(pool.begin);
			await holder.query("SELECT 1 FROM workspaces WHERE id = $1 FOR UPDATE", [ada.workspaceId]);
			const answer = file
				? ben.upload(API_PATHS.importClient, file, { "Content-Type": "application/zip" })
				: ben.call(name, { params, ...given });
			const { pid } = (await holder.query("SELECT pg_backend_pid() AS pid")).rows[0];
			const waiting = "SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))";
			await until(async () => (await pool.query(waiting, [pid])).rowCount === 1, "it waits");
			await holder.query("UPDATE memberships SET role = 'consultant' WHERE account_id = $1 AND workspace_id = $2", [
				ben.accountId,
				ada.workspaceId,
			]);
			await holder.query("COMMIT");
			expect(await refusalOf(await answer)).toMatchObject({
				status: 403,
				code: "role_required",
				details: { role: "consultant" },
			});
		} finally {
			holder.release();
		}
		expect(await state()).toEqual(before);
	});
});

describe("two members who use one new host for two clients at once", () => {
	test("get it for one of them, and nothing lands at the other", async () => {
		const ada = await createConsultancy(server);
		const ben = await ada.member("consultant");
		const [acme, bank] = [await ada.addClient("Acme"), await ada.addClient("Bank")];
		const start = (by: typeof ben, clientId: string) =>
			by.call("startSslyzeScan", { body: { target: "new.example.com:443" }, headers: { [CLIENT]: clientId } });
		const answers = await Promise.all([start(ben, acme.id), start({ ...ben, call: ada.call }, bank.id)]);
		expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409]);
		const refused = answers.find(({ status }) => status === 409) ?? expect.fail("both were accepted");
		expect(await refusalOf(refused)).toMatchObject({ code: "host_of_other_client" });
		const { rows } = await pool.query("SELECT FROM scans WHERE owner = $1", [ada.workspaceId]);
		expect(rows).toHaveLength(1);
	});
});

test("a host is claimed for the client that the request names", async () => {
	const ada = await createConsultancy(server);
	const acme = await ada.addClient("Acme");
	const claimed = await ada.call("claimTarget", {
		body: { host: "claimed.example.com" },
		headers: { [CLIENT]: acme.id },
	});
	await bodyOf(claimed, 201);
	const { rows } = await pool.query("SELECT client_id FROM assets WHERE host = 'claimed.example.com'");
	expect(rows).toEqual([{ client_id: acme.id }]);
});

test("a client that a label names, and its host, are the account's doing in the log, also if a repeat names it", async () => {
	const ada = await createConsultancy(server);
	const ben = await ada.member("manager");
	const start = (target: string, client?: string) =>
		ben.call("startSslyzeScan", { body: { target, client }, headers: { "Idempotency-Key": target } });
	await bodyOf(await start("typed.example.com:443", " Typed\r\nname\t"), 202);
	await bodyOf(await start("late.example.com:443"), 202);
	await bodyOf(await start("late.example.com:443", "Late\u0000"), 202);
	const { rows } = await pool.query(
		`SELECT what, who, detail ->> 'name' AS name, subject_id AS subject FROM audit_entries
		 WHERE workspace_id = $1 AND what IN ('client-created', 'host-assigned') ORDER BY id`,
		[ada.workspaceId],
	);
	expect(rows.map(({ what, who, name, subject }) => [what, who, name ?? subject])).toEqual([
		["client-created", ben.accountId, "Typed name"],
		["host-assigned", ben.accountId, "typed.example.com"],
		["client-created", ben.accountId, "Late"],
		["host-assigned", ben.accountId, "late.example.com"],
	]);
});
