import { expect, test } from "vitest";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { TENANT_TABLES } from "#server/app/tenants/tenant-tables.ts";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { createAccount, PASSWORD } from "../../../support/server/accounts.ts";

const { server, mailbox, pool } = await startAccountServer();

const download = (cookie?: string) =>
	fetch(server.url + API_BASE + API_PATHS.exportMyData, { headers: cookie ? { Cookie: cookie } : {} });

const addScan = async (owner: string, target: string) => {
	const { rows } = await pool.query<{ id: string }>(
		`INSERT INTO scans (id, owner, kind, target, request, status, coverage, finished_at, attempts)
		 VALUES (gen_random_uuid(), $1, 'combined', $2, '{}', 'completed', 'full', now(), 1) RETURNING id`,
		[owner, target],
	);
	const id = rows[0]?.id;
	await pool.query(`INSERT INTO scan_reports (scan_id, report) VALUES ($1, '{"grade": "B"}')`, [id]);
	await pool.query("INSERT INTO scan_raw (scan_id, name, media_type, content) VALUES ($1, 'out.xml', 'text/xml', $2)", [
		id,
		Buffer.from("<out/>"),
	]);
	return id;
};

test("all data of an account comes as one file, with nothing of another account", async () => {
	const ada = await createAccount({ url: server.url, mailbox });
	const grace = await createAccount({ url: server.url, mailbox });
	// More than one batch.
	const targets = Array.from({ length: 12 }, (_, index) => `ada-${index}.example`);
	for (const target of targets) await addScan(ada.accountId, target);
	await addScan(grace.accountId, "grace.example");
	await pool.query(
		"INSERT INTO assets (account_id, host, client_id) VALUES ($1, 'ada-1.example', client_named($1, 'Engines'))",
		[ada.accountId],
	);
	await pool.query(
		`INSERT INTO account_reports (id, account_id, template, name, created_by, request, accepted_at, queued_at, status)
		 VALUES ('019b7650-0000-7000-8000-000000000001', $1, 'executive-summary', 'All', 'Ada', '{}', now(), now(), 'completed')`,
		[ada.accountId],
	);
	await pool.query(
		`INSERT INTO account_report_files (report_id, format, content)
		 VALUES ('019b7650-0000-7000-8000-000000000001', 'json', $1)`,
		[Buffer.from('{"title": "Größe"}')],
	);

	await pool.query(
		`INSERT INTO audit_entries (workspace_id, who_name, what, subject_type, subject_id)
		 SELECT $1, 'Ada', 'exported', 'export', 'entry ' || n FROM generate_series(1, 450) AS n`,
		[ada.accountId],
	);

	const answer = await download(ada.cookie);
	expect(answer.status).toBe(200);
	expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="my-data-\d{4}-\d\d-\d\d\.json"$/);
	expect(answer.headers.get("cache-control")).toBe("no-store");
	const text = await answer.text();
	const file = JSON.parse(text);
	expect(file.account).toMatchObject({ accountId: ada.accountId, email: ada.email, firstName: "Ada" });
	expect(file.scans.map(({ target }: { target: string }) => target).toSorted()).toEqual(targets.toSorted());
	expect(file.scans[0]).toMatchObject({
		report: { grade: "B" },
		toolOutput: [{ name: "out.xml", base64: Buffer.from("<out/>").toString("base64") }],
	});
	expect(file.assets).toEqual([{ host: "ada-1.example", client: "Engines", removedAt: null }]);
	expect(file.clients).toContainEqual(expect.objectContaining({ name: "Engines", sample: false, archivedAt: null }));
	const entries = file.auditLog.map(({ subjectId }: { subjectId: string }) => subjectId);
	expect(entries.filter((id: string) => id.startsWith("entry "))).toEqual(
		Array.from({ length: 450 }, (_, n) => `entry ${n + 1}`),
	);
	expect(file.auditLog).toContainEqual(expect.objectContaining({ what: "client-created", subjectType: "client" }));
	expect(file.sessions).toMatchObject([
		{ network: "127.0.0.0/24", signedInWith: "password", remembered: false, hasNotifications: false },
	]);
	expect(file.reports).toMatchObject([{ name: "All", data: { title: "Größe" }, shares: null }]);
	expect(file.schedules).toEqual([]);
	expect(file.memberships).toMatchObject([
		{ workspaceId: ada.accountId, workspace: "Analytical Engines", role: "owner", clientId: null, endsOn: null },
	]);
	expect(file.record.length).toBeGreaterThanOrEqual(targets.length);
	expect(Object.keys(file)).toEqual([
		"exportedAt",
		"account",
		...TENANT_TABLES.flatMap(({ exports = [] }) => exports.map(({ name }) => name)),
	]);
	expect(text).not.toContain("grace.example");
	expect(text).not.toContain(grace.accountId);
	expect(text).not.toMatch(/argon2|hash|place/i);
	expect(text).not.toContain(PASSWORD);
});

test("no one gets a file without a session", async () => {
	expect((await download()).status).toBe(401);
	expect((await download("plumbline-session=nonsense")).status).toBe(401);
});
