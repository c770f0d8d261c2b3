import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createFakeEngine } from "../../../support/engines/fake-engine.ts";
import { decodeMail, startMailbox } from "../../../support/server/mailbox.ts";
import { startTestServer, type TestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

const ask = async (server: TestServer, email: string, target = "example.com"): Promise<string> =>
	(await (await server.scan({ target, email })).json()).receipt.scanId;
const outcome = async ({ database }: TestServer, id: string) =>
	(await database.pool.query("SELECT mail_outcome FROM scans WHERE id = $1", [id])).rows[0]?.mail_outcome;
const linkIn = (raw: string, kind: "r" | "not-me"): string =>
	new RegExp(`http://localhost:\\d+(/${kind}/[\\w-]+)`).exec(decodeMail(raw))?.[1] ??
	expect.fail(`no ${kind} link in the email`);

const mailbox = await startMailbox();
afterAll(() => mailbox.close());
const server = await startTestServer({ env: { SMTP_URL: mailbox.smtpUrl } });
const get = (path: string) => fetch(server.url + path);
const post = (path: string) =>
	fetch(server.url + path, {
		method: "POST",
		headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: "null", "Sec-Fetch-Site": "same-origin" },
	});

describe("the email about a scan", () => {
	test("arrives once, for the person who asked, and its link opens the report, which no one else may keep or index", async () => {
		const id = await ask(server, "reader@example.org");
		const { to, raw } = await mailbox.next("reader@example.org");
		expect(to).toEqual(["reader@example.org"]);
		expect(raw).toContain(`Message-ID: <${id}@localhost>`);
		const page = await get(linkIn(raw, "r"));
		expect(page.status).toBe(200);
		expect(await page.text()).toContain("example.com");
		expect(page.headers.get("Cache-Control")).toBe("private, no-store");
		expect(page.headers.get("Referrer-Policy")).toBe("no-referrer");
		expect(page.headers.get("X-Robots-Tag")).toContain("noindex");
		await until(async () => (await outcome(server, id)) === "sent", "the email counts as sent");
		expect(mailbox.received.filter((mail) => mail.to.includes("reader@example.org"))).toHaveLength(1);
	});

	test("is not sent again by a second job for it", async () => {
		const id = await ask(server, "twice@example.org");
		await until(async () => (await outcome(server, id)) === "sent", "the email is sent");
		const { pool } = server.database;
		await pool.query("INSERT INTO pgboss.job (name, data) VALUES ('mail', $1)", [{ scanId: id }]);
		await until(
			async () =>
				(
					await pool.query(
						"SELECT 1 FROM pgboss.job WHERE data ->> 'scanId' = $1 AND name = 'mail' AND state = 'completed'",
						[id],
					)
				).rowCount === 2,
			"the second job has run",
		);
		expect(mailbox.received.filter((mail) => mail.to.includes("twice@example.org"))).toHaveLength(1);
	});

	test("holds the only copy of the link's token: the database has its hash, the jobs nothing", async () => {
		await ask(server, "token@example.org");
		const { raw } = await mailbox.next("token@example.org");
		const tokens = [linkIn(raw, "r"), linkIn(raw, "not-me")].map((link) => link.split("/").at(-1) ?? "");
		const { pool } = server.database;
		const everything = await Promise.all(
			["scans", "scan_reports", "report_links", "not_me_links", "pgboss.job"].map(async (table) =>
				(await pool.query(`SELECT t::text FROM ${table} t`)).rows.map((found) => found.t).join("\n"),
			),
		);
		for (const token of tokens) {
			expect(token).toMatch(/^[\w-]{43}$/);
			expect(everything.join("\n")).not.toContain(token);
		}
	});

	test("about a failed scan says why", async () => {
		const failing = await startTestServer({
			env: { SMTP_URL: mailbox.smtpUrl },
			engine: createFakeEngine({
				status: "failed",
				reason: { code: "unreachable", message: "The host did not answer." },
				parts: [],
				sent: [],
			}),
		});
		await ask(failing, "failed@example.org");
		expect(decodeMail((await mailbox.next("failed@example.org")).raw)).toContain("The host did not answer");
	});

	test("is sent when the mail server is back, and the report was never lost", async () => {
		const away = await startMailbox();
		const port = new URL(away.smtpUrl).port;
		await away.close();
		const patient = await startTestServer({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
		const id = await ask(patient, "patient@example.org");
		const { pool } = patient.database;
		await until(
			async () => (await pool.query("SELECT 1 FROM pgboss.job WHERE name = 'mail' AND state = 'retry'")).rowCount === 1,
			"the first try failed",
		);
		expect((await pool.query("SELECT 1 FROM scan_reports WHERE scan_id = $1", [id])).rowCount).toBe(1);
		const back = await startMailbox(Number(port));
		const { raw } = await back.next("patient@example.org");
		await until(async () => (await outcome(patient, id)) === "sent", "it counts as sent");
		expect((await fetch(patient.url + linkIn(raw, "r"))).status).toBe(200);
		await back.close();
	});

	test("goes to a mailbox a limited number of times per day, for all senders and targets; the others wait", async () => {
		const capped = await startTestServer({
			env: { SMTP_URL: mailbox.smtpUrl, LIMIT_PER_EMAIL: "2", SCAN_ALLOW: "*.example.com" },
		});
		for (const name of ["one", "two", "three"]) await ask(capped, "full@example.org", `${name}.example.com`);
		const { pool } = capped.database;
		const waiting = await until(
			async () =>
				(
					await pool.query(`SELECT extract(epoch FROM start_after - now()) AS seconds FROM pgboss.job
				   WHERE name = 'mail' AND state = 'created' AND start_after > now()`)
				).rows[0],
			"the third email waits",
		);
		expect(Number(waiting.seconds)).toBeGreaterThan(86_000);
		expect(mailbox.received.filter((mail) => mail.to.includes("full@example.org"))).toHaveLength(2);
		const { rows } = await pool.query(
			"SELECT mail_outcome FROM scans WHERE status = 'completed' ORDER BY mail_outcome",
		);
		expect(rows.map((found) => found.mail_outcome)).toEqual(["sent", "sent", null]);
	});

	test("is a file if there is no mail server, without any limit", async () => {
		const filing = await startTestServer({ env: { LIMIT_PER_EMAIL: "1", SCAN_ALLOW: "*.example.com" } });
		const ids = [
			await ask(filing, "file@example.org", "one.example.com"),
			await ask(filing, "file@example.org", "two.example.com"),
		];
		const folder = join(filing.varDir, "mail");
		const names = await until(async () => {
			const found = await readdir(folder).catch(() => []);
			return found.filter((name) => name.endsWith(".eml")).length === 2 && found;
		}, "two files");
		for (const id of ids) expect(names.join()).toContain(id);
		expect(await readFile(join(folder, names[0] ?? ""), "utf8")).toContain("To: file@example.org");
	});
});

describe("the link to a report", () => {
	test("that is unknown or over leads to a 404 page that says so, and deletes nothing", async () => {
		const unknown = await get(`/r/${"x".repeat(43)}`);
		expect(unknown.status).toBe(404);
		expect(unknown.headers.get("Content-Type")).toContain("text/html");
		expect(await unknown.text()).toContain("This report is not here");

		await ask(server, "late@example.org");
		const path = linkIn((await mailbox.next("late@example.org")).raw, "r");
		await until(async () => (await get(path)).status === 200, "the link works");
		await server.database.pool.query("UPDATE report_links SET expires_at = now()");
		const late = await get(path);
		expect(late.status).toBe(404);
		expect(await late.text()).toContain("This link has expired");
		expect((await post(`${path}/delete`)).status).toBe(404);
		await server.database.pool.query("UPDATE report_links SET expires_at = now() + interval '1 day'");
		expect((await get(path)).status).toBe(200);
	});

	test("never promises longer than the report is kept", async () => {
		const short = await startTestServer({ env: { SMTP_URL: mailbox.smtpUrl, RETENTION_DAYS: "2" } });
		const id = await ask(short, "short@example.org");
		await until(async () => (await outcome(short, id)) === "sent", "the email is sent");
		const { rows } = await short.database.pool.query(
			"SELECT extract(epoch FROM expires_at - accepted_at) AS seconds FROM report_links JOIN scans ON scans.id = scan_id",
		);
		expect(Number(rows[0].seconds)).toBeCloseTo(2 * 86_400, -1);
	});

	test("deletes the report for good, and with it the scan and the address", async () => {
		const id = await ask(server, "gone@example.org");
		const path = linkIn((await mailbox.next("gone@example.org")).raw, "r");
		await until(async () => (await get(path)).status === 200, "the link works");
		expect((await post(`${path}/delete`)).status).toBe(200);
		expect((await get(path)).status).toBe(404);
		expect((await post(`${path}/delete`)).status).toBe(404);
		const { pool } = server.database;
		for (const table of ["scans", "scan_reports", "report_links"]) {
			const column = table === "scans" ? "id" : "scan_id";
			expect((await pool.query(`SELECT 1 FROM ${table} WHERE ${column} = $1`, [id])).rowCount, table).toBe(0);
		}
	});
});

describe("not me", () => {
	test("asks before it does anything, then stops scan emails to that mailbox, under every spelling of it", async () => {
		await ask(server, "victim@example.org");
		const path = linkIn((await mailbox.next("victim@example.org")).raw, "not-me");
		const page = await until(async () => {
			const response = await get(path);
			return response.status === 200 && response;
		}, "the link works");
		expect(await page.text()).toContain('method="post"');
		expect((await server.scan({ target: "example.org", email: "victim@example.org" })).status).toBe(202);

		expect((await post(path)).status).toBe(200);
		expect((await post(path)).status).toBe(200);
		const refused = await server.scan({ target: "example.org", email: "Victim+1@example.org" });
		expect(refused.status).toBe(403);
		expect((await refused.json()).code).toBe("address_opted_out");
	});

	test("also holds for a scan that was accepted before", async () => {
		const held = await startTestServer({ env: { SMTP_URL: mailbox.smtpUrl } });
		held.engine.hold = true;
		const id = await ask(held, "early@example.org");
		const run = await until(async () => held.engine.runs[0], "the scan runs");
		await held.database.pool.query(
			"INSERT INTO mail_suppressions (mailbox_hash) VALUES (sha256(convert_to('early@example.org', 'UTF8')))",
		);
		run.end({ status: "completed", coverage: "full", parts: [], findings: [], sent: [] });
		await until(async () => (await outcome(held, id)) === "suppressed", "the email is left out");
		expect(mailbox.received.some((mail) => mail.to.includes("early@example.org"))).toBe(false);
	});

	test("does nothing for a link that was never sent", async () => {
		expect((await get("/not-me/guess")).status).toBe(404);
		expect((await post("/not-me/guess")).status).toBe(404);
	});
});
