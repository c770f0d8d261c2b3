import fc from "fast-check";
import { expect, test } from "vitest";
import { accountId, ownClient, workspaceId } from "#contract/ids.ts";
import { createEffectiveness } from "#server/assurance/frameworks/effectiveness/read-effectiveness.ts";
import { plusDays } from "#server/platform/time/day.ts";
import { fuzz } from "../../../support/fuzz/fuzz.ts";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { ownScope } from "../../../support/server/accounts.ts";
import { addedOn, fingerprintOf, storeRun, testsFor } from "../../../support/server/framework-history.ts";
import { choose } from "../../../support/server/frameworks.ts";
import { createOwner } from "../../../support/server/people.ts";

const { server, pool } = await startAccountServer();
const TODAY = "2026-06-01";
const HOSTS = ["a.example", "b.example", "c.example"];
const RULES = ["hsts-missing", "tls-old-protocol", "no-rule-of-ours"];
const EVERY = 10;

/** Days before today, with a time of day; few of each, so that moments meet. */
const moment = fc
	.record({ day: fc.integer({ min: -80, max: 0 }), hour: fc.constantFrom(0, 1, 12, 23) })
	.map(({ day, hour }) => new Date(Date.parse(`${plusDays(TODAY, day)}T00:00:00Z`) + hour * 3_600_000));
const seldom = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
	fc.oneof({ weight: 3, arbitrary: fc.constant<T[]>([]) }, { weight: 1, arbitrary: fc.array(one, { maxLength: 3 }) });
const finding = fc.record({
	rule: fc.constantFrom(...RULES),
	host: fc.constantFrom(...HOSTS),
	severity: fc.constantFrom("high", "medium", "low", "none"),
	firstSeen: moment,
	fixed: fc.option(moment),
	reopened: fc.option(moment, { freq: 2 }),
	/** Whether the fix that its row names is among its changes. */
	isTold: fc.boolean(),
	changes: seldom(fc.record({ at: moment, what: fc.constantFrom("fixed", "reopened") })),
	words: seldom(fc.record({ at: moment, state: fc.constantFrom("open", "fixed", "accepted", "false-positive") })),
});
const run = fc.record({
	host: fc.constantFrom(...HOSTS),
	at: moment,
	result: fc.constantFrom("passed", "failed", "incomplete"),
});
const past = fc.record({
	findings: fc.array(finding, { minLength: 20, maxLength: 60 }),
	runs: fc.array(run, { maxLength: 30 }),
	from: fc.integer({ min: -60, max: -20 }),
	days: fc.integer({ min: 5, max: 20 }),
	/** Whether a test is about one host only. */
	isNarrow: fc.boolean(),
	/** Whether a host is left out of its control. */
	isLeftOut: fc.boolean(),
});

test("counts of findings are those of the rows one by one, and counts of runs those of each run", async () => {
	await fuzz(
		fc.asyncProperty(past, async ({ findings, runs, from: begin, days, isNarrow, isLeftOut }) => {
			const owner = await createOwner(server);
			const id = owner.workspaceId;
			await choose(owner, "iso-27001");
			await addedOn(pool, id, "2026-01-01");
			const [scan] = await testsFor(pool, id, "missing-hsts");
			if (!scan) throw new Error("no scan test");
			await pool.query("UPDATE control_tests SET every_days = $2 WHERE workspace_id = $1", [id, EVERY]);
			if (isNarrow) {
				await pool.query(
					`UPDATE control_tests SET hosts = ARRAY['b.example'], spec = jsonb_set(spec, '{hosts}', '["b.example"]') WHERE id = $1`,
					[scan.testId],
				);
			}
			if (isLeftOut) {
				await pool.query(
					`UPDATE controls SET left_out = '{"c.example": {"reason": "Off."}, "a.example": {"reason": null}}'
					 WHERE workspace_id = $1 AND id = (SELECT control_id FROM control_tests WHERE workspace_id = $1 AND id = $2)`,
					[id, scan.testId],
				);
			}
			await store(id, findings);
			for (const { at, ...one } of runs) await storeRun(pool, id, { ...scan, ...one, at: at.toISOString() });
			const [from, to] = [plusDays(TODAY, begin), plusDays(TODAY, begin + days - 1)];
			const scope = { ...ownScope(accountId.parse(id)), clientId: ownClient(workspaceId.parse(id)) };
			const effectiveness = createEffectiveness({ walled: pool, now: () => new Date(`${TODAY}T12:00:00Z`) });
			const counted = await effectiveness.read(scope, "iso-27001", { from, to });
			const rows = await effectiveness.withRows(scope, "iso-27001", { from, to });
			expect(counted).toEqual(rows.effectiveness);
			for (const outcome of Object.keys(counted.population) as (keyof typeof counted.population)[]) {
				expect(counted.population[outcome]).toBe(rows.findings.filter((row) => row.outcome === outcome).length);
			}

			const inWindow = runs.filter(({ at }) => at.toISOString() >= from && at.toISOString().slice(0, 10) <= to);
			const of = (result: string) => inWindow.filter((one) => one.result === result).length;
			const complete = inWindow.filter(({ result }) => result !== "incomplete");
			const due = Math.floor(days / EVERY);
			const periodOf = (at: Date) =>
				Math.floor((Date.parse(at.toISOString().slice(0, 10)) - Date.parse(from)) / 86_400_000 / EVERY);
			const periods = (of: typeof runs) =>
				new Set(of.map(({ at }) => periodOf(at)).filter((period) => period < due)).size;
			const counting = isLeftOut ? HOSTS.filter((host) => host !== "c.example") : HOSTS;
			const inScope = isNarrow ? ["b.example"] : counting;
			const on = (host: string) => complete.filter((one) => one.host === host);
			const test = counted.controls.flatMap(({ tests }) => tests).find(({ testId }) => testId === scan.testId);
			expect(test).toMatchObject({
				due,
				ran: periods(complete),
				passed: of("passed"),
				failed: of("failed"),
				incomplete: of("incomplete"),
				hosts: {
					all: inScope.length,
					looked: inScope.filter((host) => on(host).length > 0).length,
					withGaps: inScope.filter((host) => on(host).length > 0 && periods(on(host)) < due).length,
				},
			});
		}),
		{ runs: 25 },
	);
});

type Findings = (typeof finding extends fc.Arbitrary<infer One> ? One : never)[];

async function store(workspace: string, findings: Findings): Promise<void> {
	const rows = findings.map((one, n) => ({ ...one, fingerprint: fingerprintOf(n) }));
	await pool.query(
		`INSERT INTO findings (account_id, fingerprint, finding, severity, engine, rule, title, parameter, host, asset, scope, scan_id,
		   first_seen_at, last_seen_at, seen_from, fixed_at, reopened_at)
		 SELECT $1, fingerprint, '{}', severity, 'baseline', rule, 'A finding', '', host, host, host, gen_random_uuid(),
		   "firstSeen", "firstSeen", "firstSeen", fixed, reopened
		 FROM jsonb_to_recordset($2) AS row (fingerprint text, severity text, rule text, host text, "firstSeen" timestamptz,
		   fixed timestamptz, reopened timestamptz)`,
		[workspace, JSON.stringify(rows)],
	);
	const changes = rows.flatMap(({ fingerprint, fixed, isTold, changes }) => [
		...(isTold && fixed ? [{ fingerprint, at: fixed, what: "fixed" }] : []),
		...changes.map((change) => ({ ...change, fingerprint })),
	]);
	await pool.query(
		`INSERT INTO finding_changes (account_id, fingerprint, at, what, severity)
		 SELECT $1, fingerprint, at, what, 'high' FROM jsonb_to_recordset($2) AS row (fingerprint text, at timestamptz, what text)`,
		[workspace, JSON.stringify(changes)],
	);
	const words = rows.flatMap(({ fingerprint, words }) => words.map((word) => ({ ...word, fingerprint })));
	await pool.query(
		`INSERT INTO finding_words (account_id, fingerprint, state, reason, said_at)
		 SELECT $1, fingerprint, state, 'Because.', at FROM jsonb_to_recordset($2) AS row (fingerprint text, at timestamptz, state text)`,
		[workspace, JSON.stringify(words)],
	);
}
