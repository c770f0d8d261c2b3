import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { setUpDatabase } from "#server/app/set-up-database.ts";
import { createPasswords } from "#server/identity/accounts/passwords/passwords.ts";
import { afterFile } from "../../support/after-file.ts";
import { beCustomer, look } from "../../support/deploy/customer.ts";
import { createEmptyDatabase } from "../../support/deploy/empty-database.ts";
import { makeSchema } from "../../support/deploy/make-schema.ts";
import { unpackRelease, whyNoHistory } from "../../support/deploy/old-release.ts";
import { writeRows } from "../../support/deploy/recorded-rows.ts";
import { RELEASES } from "../../support/deploy/releases.ts";
import { untilReady } from "../../support/deploy/running.ts";
import { freePorts } from "../../support/free-ports.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { PASSWORD, postJson, registrationOf } from "../../support/server/accounts.ts";
import { startTestServer } from "../../support/server/test-server.ts";

const previous = RELEASES[RELEASES.length - 1] ?? RELEASES[0];
const why = whyNoHistory(previous.commit);

test.skipIf(why !== undefined)(
	`${previous.version} starts and works on tables that this version has migrated${why ? ` (skipped: ${why})` : ""}`,
	async () => {
		const database = await createEmptyDatabase();
		const { url, owner, pool, ownerUrl } = database;
		await makeSchema(database, previous.migrations);
		const recorded = JSON.parse(readFileSync(`tests/fixtures/releases/${previous.version}.json`, "utf8"));
		await database.administer((client) => writeRows(client, { accounts: recorded.rows.accounts }));
		expect(await setUpDatabase(url, pool, ownerUrl)).toEqual([expect.stringContaining("--close-walls")]);
		const [port, practicePort] = await freePorts();
		const old = spawn(process.execPath, [await unpackRelease(previous.commit)], {
			stdio: ["ignore", "pipe", "pipe"],
			env: {
				PATH: process.env.PATH,
				DATABASE_URL: url,
				HOST: "127.0.0.1",
				PORT: `${port}`,
				PRACTICE_PORT: `${practicePort}`,
				VAR_DIR: await scratchFolder("old"),
				ENGINES: "off",
				LOG_LEVEL: "warn",
			},
		});
		afterFile(async () => old.kill("SIGKILL"));
		const running = await untilReady(old);
		const login = { email: "grace@example.org", password: PASSWORD };
		const address = `http://127.0.0.1:${port}`;
		await postJson(address, "accounts/register/", registrationOf(login.email, login.password));
		await owner.query("UPDATE accounts SET email_confirmed_at = created_at");
		const customer = await beCustomer(address, login, `localhost:${practicePort}`);
		expect(customer.seen.scans).toMatchObject([{ status: "completed" }]);
		expect(customer.seen.findings.length).toBeGreaterThan(5);
		expect(running.output()).not.toMatch(/"level":(50|60)/);
		expect(await running.stop()).toBe(0);

		const parts = { passwords: createPasswords() };
		const current = await startTestServer({ database: { url, pool, owner, ownerUrl }, parts });
		expect(await look(current.url, login)).toEqual(customer.seen);
	},
);
