import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { problemsOf } from "../../../support/deploy/migration-rules.ts";
import { BEFORE_THE_RULES, RELEASES } from "../../../support/deploy/releases.ts";

const FOLDER = "server/platform/db/migrations";
const files = readdirSync(FOLDER).sort();
const versions = RELEASES.map(({ version }) => version);
const whys = (sql: string) => problemsOf(sql, versions).map(({ why }) => why);

describe("the previous release can work while a new one migrates", () => {
	test.each(files.filter((file) => file.slice(0, 4) > BEFORE_THE_RULES))("%s only adds, or says why not", (file) => {
		expect(problemsOf(readFileSync(join(FOLDER, file), "utf8"), versions)).toEqual([]);
	});

	test("pg-boss's tables are those of the previous release, which would not start on others", () => {
		const boss = dirname(dirname(createRequire(import.meta.url).resolve("pg-boss")));
		const { pgboss } = JSON.parse(readFileSync(join(boss, "package.json"), "utf8"));
		expect(pgboss.schema).toBe(RELEASES.at(-1)?.queueSchema);
	});

	test("every release of the changelog is in the list that upgrades are tested from", () => {
		const released = [...readFileSync("CHANGELOG.md", "utf8").matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(
			([, name]) => name,
		);
		expect(released.reverse()).toEqual(versions);
	});
});

describe("the rules", () => {
	test.each([
		"CREATE TABLE new (a int NOT NULL); CREATE UNIQUE INDEX new_by_a ON new (a); ALTER TABLE new DROP COLUMN a;",
		"ALTER TABLE scans ADD COLUMN a text, ADD COLUMN b numeric(4, 2) NOT NULL DEFAULT 0;",
		"ALTER TABLE scans ADD COLUMN a timestamptz NOT NULL DEFAULT now();",
		"-- outside a transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS scans_by_a ON scans (a);",
		"CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DROP TABLE scans; END $$;",
		"-- Nobody reads it.\n-- contract: unused since 0.1.0\nALTER TABLE scans DROP COLUMN note;",
		"-- compatible: at most one row for each worker\nUPDATE engine_sightings SET kind = 'a; DROP TABLE scans';",
	])("let pass: %s", (sql) => {
		expect(whys(sql)).toEqual([]);
	});

	test.each([
		["ALTER TABLE scans DROP COLUMN note;", "may still use it"],
		["ALTER TABLE scans DROP note;", "may still use it"],
		["DROP TABLE scans;", "may still use it"],
		["DROP FUNCTION audit_scan;", "may still use it"],
		["ALTER TABLE scans RENAME TO looks;", "uses the old name"],
		["ALTER TABLE scans RENAME COLUMN note TO text;", "uses the old name"],
		["ALTER INDEX scans_by_age RENAME TO x;", "uses the old name"],
		["ALTER TABLE scans ALTER COLUMN progress TYPE integer;", "expects the old type"],
		["ALTER TABLE scans ALTER note SET NOT NULL;", "may write NULL"],
		["ALTER TABLE scans ADD COLUMN a text, ALTER COLUMN note DROP NOT NULL;", "may not expect NULL"],
		["ALTER TABLE scans ALTER COLUMN note DROP DEFAULT;", "rely on the default"],
		["ALTER TABLE scans ADD COLUMN a text NOT NULL;", "inserts rows without this column"],
		["ALTER TABLE scans ADD COLUMN a int GENERATED ALWAYS AS (progress + 1) STORED;", "rewrites the whole table"],
		["ALTER TABLE scans ADD COLUMN a uuid NOT NULL DEFAULT gen_random_uuid();", "rewrites the whole table"],
		["ALTER TABLE scans ADD COLUMN a text UNIQUE;", "nobody can use the table"],
		["ALTER TABLE scans ADD CONSTRAINT small CHECK (progress < 101);", "rows that it refuses"],
		["ALTER TABLE scans ADD CHECK (progress < 101);", "rows that it refuses"],
		["ALTER TABLE scans DISABLE TRIGGER ALL;", "not known to only add"],
		["CREATE INDEX scans_by_a ON scans (a);", "blocks every write"],
		["CREATE INDEX CONCURRENTLY IF NOT EXISTS scans_by_a ON scans (a);", "in a transaction"],
		["CREATE UNIQUE INDEX CONCURRENTLY scans_by_a ON scans (a);", "not unique"],
		["CREATE TRIGGER t AFTER INSERT ON scans FOR EACH ROW EXECUTE FUNCTION f();", "also runs for"],
		["CREATE OR REPLACE FUNCTION audit_scan() RETURNS trigger LANGUAGE sql AS '';", "the new body"],
		["UPDATE scans SET note = '';", "stay locked"],
		["TRUNCATE scans;", "use the rows"],
		["DO $$ BEGIN DROP TABLE scans; END $$;", "cannot be seen"],
		["VACUUM FULL scans;", "not known to only add"],
		["-- contract: unused since 9.9.9\nDROP TABLE scans;", "may still use it"],
		["-- compatible:\nDROP TABLE scans;", "may still use it"],
		["-- contract: unused since 0.1.0\nDROP TABLE scans; DROP TABLE findings;", "may still use it"],
	])("stop: %s", (sql, why) => {
		expect(whys(sql)).toEqual([expect.stringContaining(why)]);
	});

	test("allow one statement without a transaction, because a failure could not undo the others", () => {
		const index = "CREATE INDEX CONCURRENTLY IF NOT EXISTS a ON scans (a);";
		expect(whys(`-- outside a transaction\n${index}\n${index}`)).toEqual([
			expect.stringContaining("one statement only"),
		]);
	});
});
