import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { OPERATIONS, type OperationName } from "#contract/operations.ts";
import type { FailedJob, StuckScan } from "#contract/operator/operator.ts";
import { createOperators } from "#server/app/operator/store/operators.ts";
import { readStuck } from "#server/app/operator/store/stuck.ts";
import { afterFile } from "../../../support/after-file.ts";
import { freePort } from "../../../support/free-ports.ts";
import { createAccount } from "../../../support/server/accounts.ts";
import { apiClient, asAccount, refusalOf } from "../../../support/server/api-client.ts";
import { FAST } from "../../../support/server/fake-deps.ts";
import { startMailbox } from "../../../support/server/mailbox.ts";
import { startTestServer, type TestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

// A port that the system gives to nobody while the mailbox is away.
const mailbox = await startMailbox(await freePort());
const server = await startTestServer({
	env: { SMTP_URL: mailbox.smtpUrl, SCANS_PER_ACCOUNT: "2", SCANS_PER_TARGET: "1" },
	// Otherwise it requeues what is to be listed as stuck.
	parts: { timings: { ...FAST, sweepMs: 3_600_000 } },
});
const { pool } = server.database;
const account = await createAccount(server, { email: "night.shift@example.org" });
const stranger = await createAccount(server);
const operator = apiClient(server.url, asAccount(account));
const asStranger = apiClient(server.url, asAccount(stranger));
const visitor = apiClient(server.url);

/** `npm run operate -- …`: what it printed, and how it ended. */
async function operate(...args: string[]): Promise<{ code: number; output: string }> {
	const env = { ...process.env, DATABASE_URL: server.database.url };
	try {
		const { stdout } = await promisify(execFile)(process.execPath, ["scripts/operate.ts", ...args], { env });
		return { code: 0, output: stdout };
	} catch (error) {
		const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
		return { code, output: stdout + stderr };
	}
}
const setRole = (is: boolean) =>
	pool.query("UPDATE accounts SET is_operator = $2 WHERE id = $1", [account.accountId, is]);
const read = async (name: OperationName, query: Record<string, string> = {}) => {
	const answer = await operator(name, { query });
	expect(answer.status, name).toBe(200);
	return answer.json();
};
const trail = async () =>
	(await read("readAudit")).entries as { what: string; who: string; operator: string; detail: string }[];

const operators = createOperators(pool);

const names = (Object.keys(OPERATIONS) as OperationName[]).filter((name) => OPERATIONS[name].access === "operator");
const params = { scanId: randomUUID(), host: "x.example.com" };

describe("the role", () => {
	test.each(names)("%s is refused without a session, and without the role", async (name) => {
		expect(await refusalOf(await visitor(name, { params }))).toMatchObject({ status: 401, code: "sign_in_required" });
		const refused = await refusalOf(await asStranger(name, { params }));
		expect(refused).toMatchObject({ status: 403, code: "operator_required" });
		const other = apiClient(server.url, asAccount({ ...stranger, accountId: account.accountId }));
		expect(await refusalOf(await other(name, { params }))).toMatchObject({ status: 401, code: "other_account" });
	});

	test("is given and taken by the command, at once in every process, and the trail says so", async () => {
		const second = await startTestServer({ database: server.database, env: { ROLE: "api" } });
		const there = apiClient(second.url, asAccount(account));
		const grant = await operate("grant", "Night.Shift@example.org");
		expect(grant).toMatchObject({ code: 0, output: /is an operator now/ });
		expect((await operator("operatorOverview")).status).toBe(200);
		expect((await there("operatorOverview")).status).toBe(200);
		expect(await read("readMe")).toMatchObject({ operator: true });
		expect(await operators.list()).toEqual(["night.shift@example.org"]);

		expect(await operate("revoke", account.email)).toMatchObject({ code: 0, output: /no longer/ });
		expect((await operator("operatorOverview")).status).toBe(403);
		expect((await there("operatorOverview")).status).toBe(403);
		expect(await read("readMe")).toMatchObject({ operator: false });
		await second.close();
		await setRole(true);
		const granted = { who: "operator", target: account.accountId };
		expect(await trail()).toEqual(
			expect.arrayContaining([
				expect.objectContaining({ what: "operator granted", ...granted }),
				expect.objectContaining({ what: "operator revoked", ...granted }),
			]),
		);
	});

	test("is for confirmed addresses of accounts only", async () => {
		await createAccount(server, { email: "squatter@example.org", confirmed: false });
		expect(await operate("grant", "squatter@example.org")).toMatchObject({ code: 1, output: /not confirmed/ });
		expect(await operators.grant("nobody@example.org")).toBe("no account");
		expect(await operators.grant(account.email)).toBe("unchanged");
		expect(await operators.list()).toEqual(["night.shift@example.org"]);
	});

	test("the command ends the sessions of an account, or of everyone, and the trail says so", async () => {
		const lost = await createAccount(server, { email: "lost.phone@example.org" });
		const theirs = apiClient(server.url, asAccount(lost));
		expect((await theirs("readMe")).status).toBe(200);
		expect(await operate("end-sessions", "nobody@example.org")).toMatchObject({ code: 1, output: /no account/ });
		expect(await operate("end-sessions", "Lost.Phone@example.org")).toMatchObject({
			code: 0,
			output: /^1 session has/,
		});
		expect((await theirs("readMe")).status).toBe(401);
		expect((await operator("readMe")).status).toBe(200);
		expect(await trail()).toContainEqual(
			expect.objectContaining({ what: "sessions ended", target: lost.accountId, detail: "1" }),
		);
		const apart = await startTestServer({ env: { ROLE: "api" } });
		const all = [await createAccount(apart), await createAccount(apart)];
		expect(await createOperators(apart.database.pool).endSessions("all")).toBe(2);
		for (const one of all) expect((await apiClient(apart.url, asAccount(one))("readMe")).status).toBe(401);
		await apart.close();
	});

	test("is not taken from another site’s page", async () => {
		const refused = await operator("stopScans", { body: { reason: "x" }, headers: { Origin: "https://evil.example" } });
		expect(await refusalOf(refused)).toMatchObject({ status: 403, code: "cross_origin" });
		expect((await pool.query("SELECT 1 FROM scan_stop")).rowCount).toBe(0);
	});
});

describe("what runs", () => {
	test("is shown: workers with their tools, scans by kind, jobs by queue", async () => {
		const { sslyze } = server.engines;
		sslyze.hold = true;
		await asStranger("startSslyzeScan", { body: { target: "runs.example.com:443" } });
		const overview = await until(async () => {
			const found = await read("operatorOverview");
			// A worker counts a scan from when it takes it, a moment before the scan's own row says that it runs.
			const runs = found.scans.some(
				({ kind, running }: { kind: string; running: number }) => kind === "sslyze" && running,
			);
			return found.workers[0]?.running === 1 && runs && found;
		}, "the scan runs");
		expect(overview).toMatchObject({ stop: null, serviceWorkerOff: false });
		expect(overview.workers[0].tools).toContainEqual({ kind: "sslyze", status: "available", version: "1.0" });
		expect(overview.scans).toContainEqual(expect.objectContaining({ kind: "sslyze", running: 1, waiting: 0 }));
		expect(overview.queues).toContainEqual(expect.objectContaining({ queue: "scan-sslyze", running: 1 }));
		for (const run of sslyze.runs)
			run.end({ status: "completed", coverage: "full", parts: [], findings: [], sent: [] });
		sslyze.hold = false;
	});
});

describe("what is stuck", () => {
	/** A scan that was accepted an hour ago. */
	async function oldScan({
		kind = "sslyze",
		host = "old.example.com",
		owner = stranger.accountId,
	} = {}): Promise<string> {
		const { rows } = await pool.query(
			`INSERT INTO scans (id, owner, kind, target, host, request, accepted_at, status)
			 VALUES (gen_random_uuid(), $1, $2, $3 || ':443', $3, jsonb_build_object('target', $3 || ':443'),
			   now() - interval '1 hour', 'pending') RETURNING id`,
			[owner, kind, host],
		);
		return rows[0].id;
	}
	const find = (id: string, why: string) =>
		until(async () => {
			const { scans } = await read("listStuck");
			return (scans as StuckScan[]).find((scan) => scan.scanId === id && scan.reason.why === why);
		}, `${id} is stuck: ${why}`);
	const gone = (id: string) => pool.query("DELETE FROM scans WHERE id = $1", [id]);

	test("is empty when nothing is", async () => {
		expect(await read("listStuck")).toEqual({ scans: [], scanCount: 0, reports: [], reportCount: 0 });
	});

	test("waits for a tool that no worker has anymore; the reason says since when", async () => {
		const { nmap } = server.engines;
		nmap.availability = { available: false, reason: "gone" };
		const lost = async () => (await read("operatorOverview")).workers[0]?.tools;
		await until(
			async () => (await lost())?.find(({ kind }: { kind: string }) => kind === "nmap").status !== "available",
			"it is lost",
		);
		const id = await oldScan({ kind: "nmap" });
		const { reason, target, ofAccount } = await find(id, "no-tool");
		expect(reason).toMatchObject({ lastSeenAt: expect.stringMatching(/^20/) });
		expect({ target, ofAccount }).toEqual({ target: "old.example.com:443", ofAccount: true });
		nmap.availability = { available: true, version: "1.0" };
		await gone(id);
	});

	test("is not what waits for its turn; it counts from when it could have begun", async () => {
		const { sslyze } = server.engines;
		sslyze.hold = true;
		for (const host of ["one", "two"])
			await asStranger("startSslyzeScan", { body: { target: `${host}.example.com:443` } });
		await until(
			async () => (await pool.query("SELECT 1 FROM scans WHERE status = 'running'")).rowCount === 2,
			"both run",
		);
		const third = await oldScan({ host: "three.example.com" });
		const same = await oldScan({ host: "one.example.com", owner: account.accountId });
		expect((await read("listStuck")).scans).toEqual([]);
		// The account's line moves: one of its scans has just started.
		const moving = { perAccount: 3, perTarget: 9, waitingMs: 120_000, silenceMs: 60_000, reportSilenceMs: 90_000 };
		const stuckNow = async (settings = {}) => {
			const limits = { ...moving, scanSeconds: 600, zapSeconds: 600, ...settings };
			return (await readStuck(pool, limits)).scans.map(({ scanId }) => scanId);
		};
		expect(await stuckNow()).toEqual([same]);
		await pool.query("UPDATE scans SET started_at = now() - interval '5 minutes' WHERE status = 'running'");
		expect((await stuckNow()).toSorted()).toEqual([third, same].toSorted());
		// Waiting for its turn requeues it, for a little later.
		await pool.query(
			`INSERT INTO pgboss.job (id, name, data, start_after)
			 VALUES (gen_random_uuid(), 'scan-sslyze', jsonb_build_object('scanId', $1::text), now() + interval '1 hour')`,
			[third],
		);
		expect(await stuckNow()).toEqual([same]);
		for (const id of [third, same]) await gone(id);
		await pool.query("UPDATE scans SET started_at = now() - interval '1 day' WHERE host = 'two.example.com'");
		const { rows } = await pool.query("SELECT id FROM scans WHERE host = 'two.example.com'");
		expect((await find(rows[0].id, "too-slow")).status).toBe("running");

		// An operator ends it: its worker notices, and its requester sees why.
		const ended = await operator("endScan", { params: { scanId: rows[0].id }, body: { reason: "It hung for a day." } });
		expect(ended.status).toBe(204);
		const again = await operator("endScan", { params: { scanId: rows[0].id }, body: { reason: "Twice." } });
		expect(await refusalOf(again)).toMatchObject({ status: 409, code: "already_finished" });
		const missing = await operator("endScan", { params: { scanId: randomUUID() }, body: { reason: "None." } });
		expect(await refusalOf(missing)).toMatchObject({ status: 404, code: "not_found" });
		const { scan } = await (await asStranger("readScan", { params: { scanId: rows[0].id } })).json();
		expect(scan).toMatchObject({ status: "failed", failure: { message: /ended this scan: It hung for a day\./ } });
		const two = sslyze.runs.find(({ context }) => context.target.target.host === "two.example.com");
		await until(async () => two?.context.signal.aborted, "its worker stopped");
		expect(await trail()).toContainEqual(
			expect.objectContaining({
				what: "scan ended by operator",
				who: account.accountId,
				operator: account.email,
				detail: "It hung for a day.",
				target: null,
			}),
		);
		for (const run of sslyze.runs)
			run.end({ status: "completed", coverage: "full", parts: [], findings: [], sent: [] });
		sslyze.hold = false;
	});

	test("waits while scans are stopped, and when no worker runs", async () => {
		await pool.query("INSERT INTO scan_stop (reason) VALUES ('Maintenance.')");
		const api = await startTestServer({ database: server.database, env: { ROLE: "api" } });
		await server.close();
		const there = apiClient(api.url, asAccount(account));
		const why = async () => (await (await there("listStuck")).json()).scans[0]?.reason;
		const id = await oldScan();
		expect(await why()).toEqual({ why: "stopped", reason: "Maintenance." });
		await pool.query("DELETE FROM scan_stop");
		expect(await why()).toEqual({ why: "no-worker", lastSeenAt: expect.stringMatching(/^20/) });
		// A worker that was killed leaves its scan running.
		await pool.query(
			`UPDATE scans SET status = 'running', started_at = now() - interval '10 min', heartbeat_at = now() - interval '9 min',
			   attempts = 1, worker_id = gen_random_uuid() WHERE id = $1`,
			[id],
		);
		expect(await why()).toMatchObject({ why: "worker-silent", otherWorkers: 0 });
		await pool.query(
			`INSERT INTO account_reports (id, account_id, template, name, created_by, request, accepted_at, queued_at, attempts)
			 VALUES ($1, $2, 'executive-summary', 'For the board', 'Ada', '{}', now() - interval '1 hour', now(), 2)`,
			[randomUUID(), stranger.accountId],
		);
		const { reports, reportCount } = await (await there("listStuck")).json();
		expect(reportCount).toBe(1);
		expect(reports).toMatchObject([{ template: "executive-summary", tries: 2, reason: { why: "no-worker" } }]);
		expect(JSON.stringify(reports)).not.toContain("board");
		await api.close();
	});
});

describe("with a worker again", () => {
	let later: TestServer;
	let call: ReturnType<typeof apiClient>;
	const get = async (name: OperationName, query: Record<string, string> = {}) => (await call(name, { query })).json();
	beforeAll(async () => {
		await pool.query("DELETE FROM scans");
		later = await startTestServer({ database: server.database, env: { SMTP_URL: mailbox.smtpUrl } });
		call = apiClient(later.url, asAccount(account));
	});

	test("an email that could not be sent is listed with a masked mailbox, and sent when it is tried again", async () => {
		await mailbox.close();
		await later.scan({ target: "example.com", email: "ada.lovelace@example.org" });
		await apiClient(later.url)("sendContact", {
			body: {
				firstName: "A",
				lastName: "B",
				email: "grace@example.org",
				company: "C",
				inquiryType: "demo",
				message: "Hi",
			},
		});
		const failed = await until(async () => {
			const { jobs } = (await get("listFailedJobs", { of: "mail" })) as { jobs: FailedJob[] };
			return jobs.length === 3 && jobs.every(({ failedAt }) => failedAt !== null) && jobs;
		}, "three emails failed");
		const scanMail = failed.find(({ queue }) => queue === "mail") ?? expect.fail("no scan mail");
		expect(scanMail).toMatchObject({ state: "retrying", mailbox: "a…@example.org", mayRetry: true, about: null });
		expect(scanMail.reason).toMatch(/^The mail server did not accept the message \((ECONN|ESOCKET)/);
		expect(failed.map(({ about, mailbox }) => [about, mailbox])).toEqual(
			expect.arrayContaining([
				["visitor", "g…@example.org"],
				["team", null],
			]),
		);
		expect(JSON.stringify(failed)).not.toMatch(/lovelace|grace/);
		expect((await get("listFailedJobs", { of: "others" })).jobs).toEqual([]);

		// Far in the future, as after an hour of failures.
		await pool.query("UPDATE pgboss.job SET start_after = now() + interval '6 hours' WHERE state = 'retry'");
		// One has failed for good.
		await pool.query("UPDATE pgboss.job SET state = 'failed', completed_on = now() WHERE id = $1", [scanMail.jobId]);
		const again = await startMailbox(Number(new URL(mailbox.smtpUrl).port));
		afterFile(again.close);
		const shown = (await get("listFailedJobs", { of: "mail" })).jobs as FailedJob[];
		expect(shown.find(({ jobId }) => jobId === scanMail.jobId)).toMatchObject({
			state: "failed",
			nextTryAt: null,
			mayRetry: true,
		});
		const answer = await call("retryJobs", { body: { jobIds: shown.map(({ jobId }) => jobId) } });
		expect(await answer.json()).toEqual({ retried: 3 });
		for (const address of ["ada.lovelace@example.org", "grace@example.org"]) {
			await until(async () => again.received.some(({ to }) => to.includes(address)), `${address} got it`);
		}
		await until(async () => (await get("listFailedJobs", { of: "mail" })).total === 0, "nothing is left");
		const nothing = await call("retryJobs", { body: { jobIds: [scanMail.jobId] } });
		expect(await nothing.json()).toEqual({ retried: 0 });
	});

	test("scans are stopped with a reason and accepted again", async () => {
		const { sslyze } = later.engines;
		sslyze.hold = true;
		const { receipt } = await (await call("startSslyzeScan", { body: { target: "long.example.com:443" } })).json();
		const stateOf = async () =>
			(await pool.query("SELECT state FROM scans WHERE id = $1", [receipt.scanId])).rows[0]?.state;
		await until(async () => (await stateOf()) === "running", "it runs");
		expect(await refusalOf(await call("stopScans", { body: { reason: " " } }))).toMatchObject({ code: "invalid_body" });
		const stop = (current: string) => call("stopScans", { body: { reason: "A target complained.", current } });
		expect(await refusalOf(await call("stopScans", { body: { reason: "No password." } }))).toMatchObject({
			code: "invalid_body",
		});
		expect(await refusalOf(await stop("not it"))).toMatchObject({
			status: 400,
			message: "That is not your current password.",
		});
		expect(await stateOf()).toBe("running");
		expect((await pool.query("SELECT 1 FROM scan_stop")).rowCount).toBe(0);
		expect(await (await stop(account.password)).json()).toMatchObject({ later: 0 });
		await until(async () => (await stateOf()) === "cancelled", "it ended");
		const refused = await refusalOf(await later.scan({ target: "example.com", email: "v@example.org" }));
		expect(refused).toMatchObject({ status: 503, message: /A target complained\./ });
		expect((await get("operatorOverview")).stop).toMatchObject({ reason: "A target complained." });
		expect((await call("acceptScans")).status).toBe(204);
		expect((await later.scan({ target: "example.com", email: "v@example.org" })).status).toBe(202);
		expect((await get("operatorOverview")).stop).toBeNull();
		sslyze.hold = false;
	});

	test("hosts are opted out and in, with their addresses", async () => {
		const added = await call("addOptOut", { body: { host: "https://Example.COM/path", days: 30 } });
		expect(added.status).toBe(201);
		expect(await added.json()).toMatchObject({ host: "example.com" });
		const refused = await refusalOf(await later.scan({ target: "example.com", email: "v@example.org" }));
		expect(refused).toMatchObject({ code: "target_opted_out" });
		await until(
			async () => (await get("listOptOuts")).optOuts[0]?.addresses[0] === "93.184.215.14",
			"it was looked up",
		);
		for (const body of [{ host: "10.0.0.0/8", days: 1 }, { host: "a.example.com", days: 0 }, { host: "" }]) {
			expect((await call("addOptOut", { body })).status, JSON.stringify(body)).toBe(400);
		}
		expect((await call("removeOptOut", { params: { host: "example.com" } })).status).toBe(204);
		expect((await call("removeOptOut", { params: { host: "example.com" } })).status).toBe(404);
		expect(await get("listOptOuts")).toEqual({ optOuts: [], next: null, total: 0 });
	});

	test("opted-out hosts are listed page by page, by name", async () => {
		const longest = `${"a".repeat(60)}.`.repeat(4).slice(0, 241);
		const hosts = [`${longest}.example.com`, "b.example.com", "c.example.com"];
		await pool.query("INSERT INTO target_opt_outs (host, until) SELECT unnest($1::text[]), now() + interval '1 day'", [
			hosts,
		]);
		const seen: string[] = [];
		for (let cursor: string | null = ""; cursor !== null; ) {
			const page = await get("listOptOuts", { limit: "1", ...(cursor && { cursor }) });
			expect(page).toMatchObject({ total: 3 });
			seen.push(...page.optOuts.map(({ host }: { host: string }) => host));
			cursor = page.next;
		}
		expect(seen).toEqual(hosts);
		await pool.query("DELETE FROM target_opt_outs");
		// PostgreSQL accepts no zero bytes.
		const zero = Buffer.from("a\0b").toString("base64url");
		expect((await call("listOptOuts", { query: { cursor: zero } })).status).toBe(400);
		for (const cursor of ["%", "\u{1F600}".repeat(100), Buffer.from([0xff, 0xfe]).toString("base64url")]) {
			expect((await call("listOptOuts", { query: { cursor } })).status, cursor).toBe(200);
		}
	});

	test("the service worker is switched off and on", async () => {
		const isOff = async () => (await (await fetch(`${later.url}/sw.js`)).text()).includes("registration.unregister()");
		expect((await call("switchServiceWorker", { body: { off: true } })).status).toBe(204);
		expect(await isOff()).toBe(true);
		expect(await get("operatorOverview")).toMatchObject({ serviceWorkerOff: true });
		expect((await call("switchServiceWorker", { body: { off: false } })).status).toBe(204);
		expect(await isOff()).toBe(false);
	});

	test("leads are listed page by page, and exported without formulas", async () => {
		const leave = (name: OperationName, body: unknown) => apiClient(later.url)(name, { body });
		const evil = { firstName: "=1+1", lastName: "Q", email: "evil@example.org", company: '@SUM(A1),"x"' };
		await leave("sendContact", { ...evil, inquiryType: "support", message: "+CMD|' /C calc'!A0\n=2" });
		await leave("askForDemo", { name: "Demo", email: "demo@example.org", company: "D", note: "Soon" });
		await leave("joinNewsletter", { email: "news@example.org" });

		const first = await get("listLeads", { limit: "2" });
		expect(first).toMatchObject({
			total: 4,
			leads: [{ email: "news@example.org", confirmedAt: null }, { email: "demo@example.org" }],
		});
		const rest = await get("listLeads", { limit: "2", cursor: first.next });
		expect(rest).toMatchObject({ next: null, leads: [{ email: "evil@example.org" }, { email: "grace@example.org" }] });
		expect(await get("listLeads", { kind: "demo" })).toMatchObject({
			total: 1,
			leads: [{ name: "Demo", message: "Soon" }],
		});
		expect(await refusalOf(await call("listLeads", { query: { cursor: "x" } }))).toMatchObject({
			code: "invalid_body",
		});

		const file = await call("exportLeads", { query: { kind: "contact", format: "csv" } });
		expect(file.headers.get("Content-Disposition")).toMatch(
			/^attachment; filename="leads-contact-\d{4}-\d\d-\d\d\.csv"$/,
		);
		expect(file.headers.get("Cache-Control")).toBe("no-store");
		const csv = await file.text();
		expect(csv).toContain("evil@example.org");
		expect(csv).not.toContain("demo@example.org");
		expect(csv).toContain("'=1+1 Q");
		expect(csv).toContain(`"'@SUM(A1),""x"""`);
		expect(csv).toContain(`"'+CMD|' /C calc'!A0\n'=2"`);
		expect(await (await call("exportLeads", { query: { format: "json" } })).json()).toHaveLength(4);
	});

	test("the trail names who did each of these things", async () => {
		const mine = ((await get("readAudit", { limit: "100" })).entries as Awaited<ReturnType<typeof trail>>)
			.filter(({ who, operator }) => who === account.accountId && operator === account.email)
			.map(({ what, detail }) => `${what}: ${detail}`);
		expect(mine).toEqual(
			expect.arrayContaining([
				"jobs retried: 3",
				"scans stopped: A target complained.",
				"scans started: ",
				expect.stringMatching(/^opt-out: until /),
				"opt-out ended: ",
				"service worker off: ",
				"service worker on: ",
				"leads exported: contact",
				"leads exported: all kinds",
			]),
		);
		// An account id is of no use to an operator, who needs an address to write to.
		const accepted = (await get("readAudit", { limit: "100" })).entries.find(
			({ what, who }: { what: string; who: string }) => what === "scan accepted" && who === stranger.accountId,
		);
		expect(accepted).toMatchObject({ email: stranger.email, operator: null });
		const page = await get("readAudit", { limit: "1" });
		const next = await get("readAudit", { limit: "1", cursor: page.next });
		expect(Number(next.entries[0].id)).toBeLessThan(Number(page.entries[0].id));
		expect(await refusalOf(await call("readAudit", { query: { cursor: "1; DROP" } }))).toMatchObject({
			code: "invalid_body",
		});
	});
});
