import { RUN_RESULTS, type TestSpec } from "#contract/controls/tests.ts";
import type { Window } from "#contract/frameworks/effectiveness.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import { PACKS } from "#contract/frameworks/packs.ts";
import { SEVERITIES } from "#contract/severity.ts";
import type { FindingState } from "#contract/vulnerabilities.ts";
import { dayOf } from "../../findings/track.ts";
import { endOf, startOf } from "../../frameworks/effectiveness/days.ts";
import type { EffectivenessFacts, FindingFacts } from "../../frameworks/effectiveness/facts.ts";
import type { ClientScope } from "../../frameworks/ports.ts";
import type { Executor } from "../pool.ts";
import { flag, int, json, oneOf, orNull, readRow, readRows, text, texts, time, uuid } from "../rows.ts";

const CONTROL = { id: uuid, code: text, title: text, requirements: texts };
const TEST = {
	id: uuid,
	control_id: uuid,
	title: text,
	spec: json<TestSpec>(),
	every_days: int,
	active: flag,
	created_at: time,
};
const RUNS = { test_id: uuid, day: text, result: oneOf(RUN_RESULTS), count: int };

/** Controls that serve a framework, with their tests and what ran in a window. */
export async function readEffectivenessFacts(
	db: Executor,
	{ workspaceId, clientId }: ClientScope,
	{ framework, from, to, now, hosts }: Window & { framework: FrameworkId; now: Date; hosts: readonly string[] },
): Promise<EffectivenessFacts> {
	const window = [clientId, startOf(from), endOf(to)];
	const [controls, tests, runs, looked, first] = await Promise.all([
		readRows(
			db,
			CONTROL,
			`SELECT id, code, title, array_agg(requirement_id) AS requirements FROM controls
			 JOIN control_requirements AS link ON link.workspace_id = controls.workspace_id AND control_id = id
			 WHERE client_id = $1 AND framework = $2 AND state <> 'retired' GROUP BY controls.workspace_id, id ORDER BY code, id`,
			[clientId, framework],
		),
		readRows(
			db,
			TEST,
			`SELECT test.id, control_id, test.title, spec, every_days, active, test.created_at FROM control_tests AS test
			 JOIN controls ON controls.workspace_id = test.workspace_id AND controls.id = control_id
			 WHERE client_id = $1 ORDER BY test.created_at, test.id`,
			[clientId],
		),
		readRows(
			db,
			RUNS,
			`SELECT test_id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, result, count(*) AS count FROM test_runs
			 WHERE client_id = $1 AND at >= $2 AND at < $3 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
			window,
		),
		readRows(
			db,
			{ test_id: uuid, hosts: texts },
			`SELECT test_id, array_agg(DISTINCT host) AS hosts FROM test_runs
			 WHERE client_id = $1 AND at >= $2 AND at < $3 AND host <> '' AND result <> 'incomplete' GROUP BY test_id`,
			window,
		),
		readRow(
			db,
			{ at: orNull(time) },
			// Findings stay when old scans are deleted.
			`SELECT least((SELECT min(finished_at) FROM scans WHERE owner = $1::text AND status = 'completed' AND host IS NOT NULL),
			   (SELECT min(first_seen_at) FROM findings WHERE account_id = $1::uuid)) AS at`,
			[workspaceId],
		),
	]);
	const order = new Map(PACKS[framework].requirements.map(({ id }, at) => [id, at]));
	const runsOf = Map.groupBy(runs, ({ test_id }) => test_id);
	const testsOf = Map.groupBy(tests, ({ control_id }) => control_id);
	return {
		framework,
		from,
		to,
		today: dayOf(now),
		firstScanAt: first?.at?.toISOString() ?? null,
		hosts,
		controls: controls.map(({ id, code, title, requirements }) => ({
			controlId: id,
			code,
			title,
			requirements: requirements.toSorted((a, b) => (order.get(a) ?? order.size) - (order.get(b) ?? order.size)),
			tests: (testsOf.get(id) ?? []).map((test) => ({
				testId: test.id,
				title: test.title,
				spec: test.spec,
				everyDays: test.every_days,
				active: test.active,
				createdAt: test.created_at,
				runs: runsOf.get(test.id) ?? [],
				looked: looked.find(({ test_id }) => test_id === test.id)?.hosts ?? [],
			})),
		})),
	};
}

const BATCH = 1_000;

type Changed = { at: string; what: "reopened" | "fixed" };
type Said = { at: string; state: FindingState; reason: string; until: string | null };
const FINDING = {
	fingerprint: text,
	title: text,
	rule: text,
	asset: text,
	host: text,
	severity: oneOf(SEVERITIES),
	first_seen_at: time,
	fixed_at: orNull(time),
	reopened_at: orNull(time),
	changes: json<Changed[]>(),
	words: json<Said[]>(),
};

/** All findings of the client that were seen before the end of a window, with what happened to them, in batches. */
export async function* readFindingHistories(
	db: Executor,
	{ workspaceId }: ClientScope,
	{ to }: Pick<Window, "to">,
): AsyncGenerator<FindingFacts[]> {
	for (let after = ""; ; ) {
		const rows = await readRows(
			db,
			FINDING,
			`SELECT fingerprint, title, rule, asset, host, severity, first_seen_at, fixed_at, reopened_at,
			   (SELECT coalesce(jsonb_agg(jsonb_build_object('at', at, 'what', what) ORDER BY at, id), '[]') FROM finding_changes AS change
			    WHERE change.account_id = findings.account_id AND change.fingerprint = findings.fingerprint
			      AND what IN ('reopened', 'fixed')) AS changes,
			   (SELECT coalesce(jsonb_agg(jsonb_build_object('at', said_at, 'state', state, 'reason', word.reason, 'until', word.until)
			      ORDER BY said_at, id), '[]') FROM finding_words AS word
			    WHERE word.account_id = findings.account_id AND word.fingerprint = findings.fingerprint) AS words
			 FROM findings WHERE account_id = $1 AND fingerprint > $2 AND first_seen_at < $3 ORDER BY fingerprint LIMIT ${BATCH}`,
			[workspaceId, after, endOf(to)],
		);
		const last = rows.at(-1);
		if (last) yield rows.map(historyOf);
		if (!last || rows.length < BATCH) return;
		after = last.fingerprint;
	}
}

type FindingRow = Omit<FindingFacts, "firstSeenAt" | "fixedAt" | "reopenedAt" | "events"> & {
	first_seen_at: Date;
	fixed_at: Date | null;
	reopened_at: Date | null;
	changes: Changed[];
	words: Said[];
};

const historyOf = ({ first_seen_at, fixed_at, reopened_at, changes, words, ...row }: FindingRow): FindingFacts => ({
	...row,
	firstSeenAt: first_seen_at,
	fixedAt: fixed_at,
	reopenedAt: reopened_at,
	events: [
		...changes.map(({ at, what }) => ({ at: new Date(at), by: "scan" as const, what })),
		...words.map(({ at, ...said }) => ({ at: new Date(at), by: "person" as const, ...said })),
	].sort((a, b) => a.at.getTime() - b.at.getTime()),
});
