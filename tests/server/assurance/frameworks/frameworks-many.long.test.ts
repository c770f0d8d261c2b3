import { expect, test } from "vitest";
import { accountId, clientId, workspaceId } from "#contract/ids.ts";
import { readEffectivenessFacts, readWindowFacts } from "#server/assurance/frameworks/store/effectiveness-facts.ts";
import { readFindingHistories, readFindingsAlike } from "#server/assurance/frameworks/store/finding-histories.ts";
import { createFrameworkStore } from "#server/assurance/frameworks/store/framework-store.ts";
import { readOscalFacts } from "#server/assurance/frameworks/store/oscal-facts.ts";
import type { ClientScope } from "#server/platform/tenancy/scope.ts";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { expectIndexed, plansOf } from "../../../support/server/explain.ts";
import { choose, decide, decisionBody } from "../../../support/server/frameworks.ts";
import { createOwner } from "../../../support/server/people.ts";

const { server, pool } = await startAccountServer();
const WINDOW = { from: "2026-03-01", to: "2026-03-31" };
const NOW = new Date("2026-06-01T00:00:00Z");

/** Ten workspaces with three frameworks, three years of daily runs, and 2,000 findings each. */
async function fill(): Promise<ClientScope> {
	const owners = await Promise.all(Array.from({ length: 10 }, () => createOwner(server)));
	for (const owner of owners) {
		for (const framework of ["iso-27001", "soc-2", "gdpr"]) await choose(owner, framework);
		await decide(owner, decisionBody(["A.8.24", "A.8.25"]));
		await pool.query(
			`INSERT INTO test_runs (workspace_id, client_id, id, control_id, test_id, host, at, window_from, window_to, result, reason,
			   expires_on, scan_id)
			 SELECT $1, $1, gen_random_uuid(), control_id, test.id, 'a.example', day, day, day, 'passed', '', '2030-01-01', gen_random_uuid()
			 FROM (SELECT id, control_id FROM control_tests WHERE workspace_id = $1 AND kind = 'scan' LIMIT 5) AS test,
			   generate_series('2023-06-01'::timestamptz, '2026-05-31', '1 day') AS day`,
			[owner.workspaceId],
		);
		await pool.query(
			`INSERT INTO findings (account_id, fingerprint, finding, severity, engine, rule, title, parameter, host, asset, scope, scan_id,
			   first_seen_at, last_seen_at, seen_from)
			 SELECT $1, lpad(to_hex(n), 64, '0'), '{}', 'low', 'baseline', 'hsts-missing', 'Many', '', 'a.example', 'a.example', 'a',
			   gen_random_uuid(), '2026-03-01', '2026-03-01', '2026-03-01' FROM generate_series(1, 2000) AS n`,
			[owner.workspaceId],
		);
		await pool.query(
			`INSERT INTO finding_changes (account_id, fingerprint, at, what, severity)
			 SELECT account_id, fingerprint, '2026-03-02', 'fixed', 'low' FROM findings WHERE account_id = $1`,
			[owner.workspaceId],
		);
		await pool.query(
			`INSERT INTO finding_words (account_id, fingerprint, state, reason, said_at)
			 SELECT account_id, fingerprint, 'accepted', 'Because.', '2026-03-02' FROM findings WHERE account_id = $1`,
			[owner.workspaceId],
		);
	}
	await server.database.owner.query("ANALYZE");
	const [owner] = owners;
	const id = owner?.workspaceId ?? "";
	return {
		workspaceId: workspaceId.parse(id),
		clientId: clientId.parse(id),
		accountId: accountId.parse(id),
		role: "owner",
	};
}

test("what is known about a framework is read by indexes, however much others have", async () => {
	const scope = await fill();
	const tables = ["test_runs", "findings", "finding_changes", "finding_words", "control_requirements", "control_tests"];
	const nodes = await plansOf(pool, tables, async (spied) => {
		const store = createFrameworkStore(
			spied,
			() => NOW,
			async () => {},
		);
		await store.list(scope);
		await store.detail(scope, "iso-27001");
		const facts = await readWindowFacts(spied, scope, { framework: "iso-27001", ...WINDOW, now: NOW });
		await readEffectivenessFacts(spied, scope, facts);
		await readOscalFacts(spied, scope, { framework: "iso-27001", ...WINDOW });
		let [findings, counted] = [0, 0];
		const asked = { ...WINDOW, rules: ["hsts-missing"] };
		for await (const batch of readFindingHistories(spied, scope, asked)) findings += batch.length;
		for await (const alike of readFindingsAlike(spied, scope, { ...asked, assets: true })) {
			for (const { count } of alike) counted += count;
		}
		expect([findings, counted]).toEqual([2_000, 2_000]);
	});
	expectIndexed(nodes);
});
