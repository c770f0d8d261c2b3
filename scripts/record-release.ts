// Records what a release's database holds after a customer has used it, for the test of upgrades: `npm run record-release --
// 0.2.0`. Needs the release's code in git's history; its line in tests/support/deploy/releases.ts comes first.
import { writeFileSync } from "node:fs";
import { beCustomer } from "../tests/support/deploy/customer.ts";
import { unpackRelease } from "../tests/support/deploy/old-release.ts";
import { readRows } from "../tests/support/deploy/recorded-rows.ts";
import { STARTING_POINTS } from "../tests/support/deploy/releases.ts";
import { PASSWORD, postJson, registrationOf } from "../tests/support/server/accounts.ts";
import { startPlumbline } from "../tests/support/server/plumbline.ts";
import { withEmbeddedDatabase } from "../tests/support/server/stored-scans.ts";

const release = STARTING_POINTS.find(({ version }) => version === process.argv[2]);
if (!release) throw new Error(`One of ${STARTING_POINTS.map(({ version }) => version).join(", ")}, please.`);

const server = await startPlumbline({ LOG_LEVEL: "warn" }, { program: await unpackRelease(release.commit) });
try {
	const login = { email: "ada@example.org", password: PASSWORD };
	await postJson(server.listening, "accounts/register/", registrationOf(login.email, login.password));
	await withEmbeddedDatabase(server.varDir, (client) =>
		client.query("UPDATE accounts SET email_confirmed_at = created_at"),
	);
	const customer = await beCustomer(server.listening, login, `localhost:${server.practicePort}`);
	const recorded = await withEmbeddedDatabase(server.varDir, async (client) => {
		// Report files are the same in every version, and large.
		await client.query("UPDATE account_report_files SET content = convert_to(format, 'UTF8') WHERE format <> 'csv'");
		return readRows(client);
	});
	const file = `tests/fixtures/releases/${release.version}.json`;
	writeFileSync(file, `${JSON.stringify({ customer, rows: recorded }, null, "\t")}\n`);
	console.log(`${file} is written.`);
} finally {
	await server.stop();
}
