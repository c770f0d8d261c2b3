import { randomBytes } from "node:crypto";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { afterFile } from "../../support/after-file.ts";
import { startPlumbline } from "../../support/server/plumbline.ts";

/** An empty database: no schema, no queue. */
async function emptyDatabase() {
	const template = inject("template");
	const name = `empty_${randomBytes(6).toString("hex")}`;
	const named = (url: string, database = name) => Object.assign(new URL(url), { pathname: `/${database}` }).href;
	const client = new pg.Client({ connectionString: named(template.superuserUrl, "postgres") });
	await client.connect();
	const owner = new URL(template.ownerUrl).username;
	await client.query(`CREATE DATABASE ${name} OWNER ${owner} TEMPLATE template0`);
	await client.query(`REVOKE ALL ON DATABASE ${name} FROM PUBLIC`);
	await client.query(`GRANT CONNECT ON DATABASE ${name} TO ${new URL(template.url).username}`);
	afterFile(async () => {
		await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
		await client.end();
	});
	return { url: named(template.url), ownerUrl: named(template.ownerUrl) };
}

test.each([
	["by the role that owns the tables", true],
	["by one role for everything", false],
])("three processes that start at once on an empty database set it up together, %s", async (_, twoRoles) => {
	const { url, ownerUrl } = await emptyDatabase();
	const env = {
		DATABASE_URL: twoRoles ? url : ownerUrl,
		...(twoRoles && { DATABASE_OWNER_URL: ownerUrl }),
		PRACTICE_TARGET: "off",
		LOG_LEVEL: "warn",
	};
	const started = await Promise.allSettled(["api", "worker", "worker"].map((ROLE) => startPlumbline({ ...env, ROLE })));
	const processes = started.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
	const codes = await Promise.all(processes.map((process) => process.stop()));
	expect(started.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []))).toEqual([]);
	expect(codes).toEqual([0, 0, 0]);
});
