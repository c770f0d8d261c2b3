import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { createPasswords } from "#server/identity/accounts/passwords/passwords.ts";
import { afterFile } from "../../../support/after-file.ts";
import { beCustomer, look } from "../../../support/deploy/customer.ts";
import { findPostgres, startPostgres } from "../../../support/deploy/own-postgres.ts";
import { createFakeEngine } from "../../../support/engines/fake-engine.ts";
import { findingOf } from "../../../support/engines/found.ts";
import { scratchFolder } from "../../../support/scratch-folder.ts";
import { PASSWORD, postJson, registrationOf } from "../../../support/server/accounts.ts";
import { createTestOwnerPool, createTestPool, type TestDatabase } from "../../../support/server/database.ts";
import { endInOrder, newVarDir, startPlumbline } from "../../../support/server/plumbline.ts";
import { withEmbeddedDatabase } from "../../../support/server/stored-scans.ts";
import { startTestServer } from "../../../support/server/test-server.ts";

const login = { email: "ada@example.org", password: PASSWORD };
const backupPage = readFileSync("docs/BACKUP.md", "utf8");
/** The n-th block of commands of docs/BACKUP.md. */
const commands = (index: number) => [...backupPage.matchAll(/```sh\n(.*?)```/gs)][index]?.[1] ?? "";

const register = (url: string) => postJson(url, "accounts/register/", registrationOf(login.email, login.password));
const CONFIRM = "UPDATE accounts SET email_confirmed_at = created_at";

const bin = findPostgres();

describe.skipIf(bin === undefined)(
	`a dump of one's own PostgreSQL${bin ? "" : " (skipped: none on this machine)"}`,
	() => {
		test("is restored into an empty database by the documented commands", { timeout: 600_000 }, async () => {
			const postgres = await startPostgres(bin ?? "");
			afterFile(async () => postgres.stop());
			const [, roles = ""] = /```sql\n(.*?)```/s.exec(readFileSync("docs/DATABASE.md", "utf8")) ?? [];
			const administer = async (...statements: string[]) => {
				const client = new pg.Client({ connectionString: postgres.superuserUrl });
				await client.connect();
				for (const statement of statements) await client.query(statement);
				await client.end();
			};
			const createDatabase = async (): Promise<TestDatabase> => {
				await administer(...roles.trim().split("\n"));
				for (const role of ["owner", "server"]) await administer(`ALTER ROLE plumbline_${role} PASSWORD 'secret'`);
				const urlOf = (role: string) =>
					Object.assign(new URL(postgres.superuserUrl), { username: role, password: "secret", pathname: "/plumbline" })
						.href;
				const [url, ownerUrl] = [urlOf("plumbline_server"), urlOf("plumbline_owner")];
				return { url, ownerUrl, pool: createTestPool(url), owner: createTestOwnerPool(ownerUrl) };
			};
			const run = (script: string, { url, ownerUrl }: TestDatabase, cwd: string) =>
				execFileSync("sh", ["-ec", script.replace("npm run migrate", `"$NODE" "$PROGRAM"`)], {
					cwd,
					stdio: "pipe",
					env: {
						PATH: `${bin}:/usr/bin:/bin`,
						NODE: process.execPath,
						PROGRAM: join(process.cwd(), "server/app/migrate.ts"),
						DATABASE_URL: url,
						DATABASE_OWNER_URL: ownerUrl,
					},
				});

			const before = await createDatabase();
			const parts = { passwords: createPasswords() };
			const engine = createFakeEngine({
				status: "completed",
				coverage: "full",
				parts: [{ part: "headers", label: "Headers", status: "evaluated" }],
				findings: [findingOf({}), findingOf({ host: "shop.example.com" })],
				sent: [],
			});
			const first = await startTestServer({
				database: before,
				env: { DATABASE_OWNER_URL: before.ownerUrl },
				parts,
				engine,
			});
			await register(first.url);
			await before.owner.query(CONFIRM);
			const customer = await beCustomer(first.url, login, "example.com");
			const folder = await scratchFolder("backup");
			run(commands(0), before, folder);
			await first.close();
			const trail = "SELECT id, at, what, who, target FROM audit_trail ORDER BY id";
			const { rows: trailBefore } = await before.owner.query(trail);
			await Promise.all([before.pool.end(), before.owner.end()]);
			await administer("DROP DATABASE plumbline", "DROP ROLE plumbline_owner", "DROP ROLE plumbline_server");

			const after = await createDatabase();
			run(commands(1), after, folder);
			// Without the owner's address it starts only if the tables are up to date and no right is missing.
			const second = await startTestServer({ database: after, parts });
			expect(second.facts.flat().join("\n")).not.toContain("Warning");
			expect(await look(second.url, login)).toEqual(customer.seen);
			expect((await after.owner.query(trail)).rows).toEqual(trailBefore);
			await expect(after.owner.query("DELETE FROM audit_trail")).rejects.toThrow("cannot be changed");
			await expect(after.pool.query("DELETE FROM audit_trail")).rejects.toThrow("permission denied");
			await expect(after.pool.query("CREATE TABLE mine (a int)")).rejects.toThrow("permission denied");
			expect((await after.pool.query("DELETE FROM audit_addresses")).rowCount, "kept for seven days").toBe(0);
			expect((await second.scan({ target: "example.org", email: "grace@example.org" })).status).toBe(202);
			await second.close();
			await Promise.all([after.pool.end(), after.owner.end()]);
		});
	},
);

test("a copy of a stopped server's VAR_DIR is a backup", { timeout: 600_000 }, async () => {
	const parent = await newVarDir();
	const VAR_DIR = join(parent, "var");
	const first = await startPlumbline({ VAR_DIR, LOG_LEVEL: "silent" });
	await register(first.listening);
	await withEmbeddedDatabase(VAR_DIR, (client) => client.query(CONFIRM));
	const customer = await beCustomer(first.listening, login, `localhost:${first.practicePort}`);
	await endInOrder(first);

	mkdirSync(join(parent, "backup"));
	execFileSync("sh", ["-ec", commands(2)], { cwd: parent });
	renameSync(VAR_DIR, join(parent, "lost"));
	renameSync(join(parent, "backup/var-2026-11-22"), VAR_DIR);

	const second = await startPlumbline({ VAR_DIR, LOG_LEVEL: "silent", PRACTICE_TARGET: "off" });
	expect(await look(second.listening, login)).toEqual(customer.seen);
	await expect(withEmbeddedDatabase(VAR_DIR, (client) => client.query("DELETE FROM audit_trail"))).rejects.toThrow(
		"cannot be changed",
	);
	await endInOrder(second);
});
