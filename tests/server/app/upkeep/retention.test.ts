import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pino from "pino";
import { expect, test } from "vitest";
import { deleteOldData } from "#server/app/upkeep/retention.ts";
import { createFileTransport } from "#server/platform/mail/transport-file.ts";
import { scratchFolder } from "../../../support/scratch-folder.ts";
import { entry, startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

const BODY = { target: "example.com", email: "ada@example.org" };

test("an expired anonymous scan is deleted with its report, links and address; its key is still known", async () => {
	const server = await startTestServer();
	const { pool } = server.database;
	const finished = async (key: string) => {
		const { receipt } = await (await server.scan(BODY, entry(key))).json();
		await until(
			async () =>
				(await pool.query("SELECT 1 FROM scans WHERE id = $1 AND mail_outcome = 'sent'", [receipt.scanId])).rowCount ===
				1,
			"the scan is done",
		);
		return receipt;
	};
	const old = await finished("old");
	const young = await finished("young");
	await pool.query("UPDATE scans SET accepted_at = now() - interval '30 days 1 minute' WHERE id = $1", [old.scanId]);
	await pool.query("UPDATE scans SET accepted_at = now() - interval '29 days' WHERE id = $1", [young.scanId]);

	expect(await deleteOldData(pool, 30)).toMatchObject({ scans: 1 });
	const ids = async (table: string, column: string) =>
		(await pool.query(`SELECT ${column} AS id FROM ${table}`)).rows.map(({ id }) => id);
	expect(await ids("scans", "id")).toEqual([young.scanId]);
	expect(await ids("scan_reports", "scan_id")).toEqual([young.scanId]);
	expect(await ids("report_links", "scan_id")).toEqual([young.scanId]);
	expect((await (await server.scan(BODY, entry("old"))).json()).receipt).toEqual(old);
	expect(await ids("scans", "id")).toEqual([young.scanId]);
});

test("an account's scans are not touched by the anonymous limit", async () => {
	const { database } = await startTestServer();
	await database.pool.query(
		`WITH kept AS (INSERT INTO workspaces (id, name) VALUES (gen_random_uuid(), 'W') RETURNING id)
		 INSERT INTO scans (id, owner, kind, target, request, email, status, accepted_at)
		 SELECT gen_random_uuid(), id::text, 'combined', 'example.com', '{}', 'a@example.org', 'pending', now() - interval '1 year' FROM kept`,
	);
	expect(await deleteOldData(database.pool, 30)).toMatchObject({ scans: 0 });
});

test("counters, email records and ended opt-outs are deleted as soon as they have no effect", async () => {
	const { pool } = (await startTestServer()).database;
	await pool.query(
		"INSERT INTO rate_limits VALUES ('old', 1, now() - interval '1 s'), ('live', 1, now() + interval '1 h')",
	);
	await pool.query(
		"INSERT INTO sent_mails (mailbox_hash, kind, sent_at) VALUES ('old', 'scan', now() - interval '25 h'), ('live', 'scan', now())",
	);
	await pool.query(
		"INSERT INTO target_opt_outs VALUES ('old', now() - interval '1 s'), ('live', now() + interval '1 h')",
	);
	await pool.query("INSERT INTO not_me_links VALUES ('old', 'x', now() - interval '366 days'), ('live', 'x', now())");
	await deleteOldData(pool, 30);
	const { rows } = await pool.query(
		`SELECT encode(key, 'escape') AS kept FROM rate_limits UNION ALL SELECT encode(mailbox_hash, 'escape') FROM sent_mails
		 UNION ALL SELECT host FROM target_opt_outs UNION ALL SELECT encode(token_hash, 'escape') FROM not_me_links`,
	);
	expect(rows.map(({ kept }) => kept)).toEqual(["live", "live", "live", "live"]);
});

test("emails stored as files are deleted with the scans", async () => {
	const folder = await scratchFolder("mails");
	const transport = createFileTransport(folder, "a@example.org");
	const old = new Date("2026-01-01T00:00:00Z");
	for (const name of ["old.eml", "new.eml", "notes.txt"]) await writeFile(join(folder, name), "x");
	await utimes(join(folder, "old.eml"), old, old);
	await utimes(join(folder, "notes.txt"), old, old);
	await transport.prune(new Date("2026-02-01T00:00:00Z"));
	expect((await readdir(folder)).sort()).toEqual(["new.eml", "notes.txt"]);
});

test("nothing that names a visitor is written to the log", async () => {
	const lines: string[] = [];
	const log = pino({ level: "debug" }, { write: (line: string) => lines.push(line) });
	const server = await startTestServer({ parts: { log } });
	await server.scan(BODY, entry("logged"));
	await server.scan({ ...BODY, email: "bad" });
	await fetch(`${server.url}/r/secret-token`);
	await until(async () => lines.some((line) => line.includes("mail sent")), "the email is sent");
	expect(lines.join("")).toContain('"/r/:token"');
	expect(lines.join("")).not.toMatch(/ada@example|secret-token|127\.0\.0\.1"/);
});
