import { expect, test } from "vitest";
import { findingOf } from "../../../support/engines/found.ts";
import { createReporter } from "../../../support/engines/reporter.ts";
import { startTestServer } from "../../../support/server/test-server.ts";

const server = await startTestServer();

/** Open findings of one account: fifty rules on a hundred hosts. */
const seed = (owner: string, from: number, to: number) =>
	server.database.pool.query(
		`INSERT INTO findings (account_id, fingerprint, finding, severity, engine, rule, title, parameter, host, asset, scope,
		   scan_id, first_seen_at, last_seen_at, seen_from)
		 SELECT $1, encode(sha256(n::text::bytea), 'hex'), $4::jsonb || jsonb_build_object('title', 'Title ' || n % 50, 'fingerprint',
		   encode(sha256(n::text::bytea), 'hex')), 'high', 'baseline', 'rule-' || n % 50, 'Title ' || n % 50, '',
		   'www' || n % 100, 'www' || n % 100, 'scope', gen_random_uuid(), now(), now(), now()
		 FROM generate_series($2::integer, $3::integer) AS n`,
		[owner, from, to, JSON.stringify(findingOf())],
	);

test("5,000 findings are all in the report; too many fail it with a reason that helps", {
	timeout: 60_000,
}, async () => {
	const ada = await createReporter(server);
	await seed(ada.accountId, 1, 5_000);
	const made = await ada.report({ template: "vulnerability-assessment" });
	expect(made.report).toMatchObject({ status: "completed", failure: null });
	const csv = await (await ada.file(made.report.id, "csv")).text();
	expect(csv.trimEnd().split("\r\n")).toHaveLength(5_001);
	expect(JSON.stringify(made).length).toBeLessThan(20_000);

	await seed(ada.accountId, 5_001, 10_001);
	const failed = await ada.report({ template: "vulnerability-assessment" });
	expect(failed.report.status).toBe("failed");
	expect(failed.report.failure).toMatch(/More than 10,000 findings .* fewer hosts or a shorter period/);
	expect((await ada.report({ hosts: ["www7"] })).report.status).toBe("completed");
});
