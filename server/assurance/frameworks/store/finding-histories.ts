import { SEVERITIES } from "#contract/findings/severity.ts";
import type { FindingState } from "#contract/findings/vulnerabilities.ts";
import type { Window } from "#contract/frameworks/effectiveness.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { int, json, oneOf, orNull, readRows, text, time } from "#server/platform/db/rows.ts";
import type { ClientScope } from "#server/platform/tenancy/scope.ts";
import { isRuleOf } from "../../findings/finding-classes.ts";
import { endOf, startOf } from "../effectiveness/days.ts";
import type { FindingFacts } from "../effectiveness/facts.ts";
import type { FindingHistory } from "../effectiveness/outcomes.ts";

const BATCH = 2_000;

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
	changes: orNull(json<Changed[]>()),
	words: orNull(json<Said[]>()),
};

type Asked = Window & { rules: readonly string[] };

/** In the window `$2` to `$3`, of the rules `$4`: seen before its end, and not fixed for good before it started. */
const WAS_THERE = `account_id = $1 AND first_seen_at < $3 AND ${isRuleOf("rule", "$4")}
	AND (fixed_at IS NULL OR fixed_at >= $2 OR reopened_at > fixed_at)`;
const valuesOf = ({ workspaceId }: ClientScope, { from, to, rules }: Asked) => [
	workspaceId,
	startOf(from),
	endOf(to),
	rules,
];

/** The findings of `page` with what happened to them. `onPage`: which changes and words are theirs, by their fingerprints. */
const historiesOf = (page: string, onPage: string) => `WITH page AS MATERIALIZED (
	  SELECT fingerprint, title, rule, asset, host, severity, first_seen_at, fixed_at, reopened_at FROM findings WHERE ${page})
	SELECT page.*, changes, words FROM page LEFT JOIN (
	  SELECT fingerprint, jsonb_agg(jsonb_build_object('at', at, 'what', what) ORDER BY at, id) AS changes FROM finding_changes
	  WHERE account_id = $1 AND ${onPage} AND what IN ('reopened', 'fixed')
	  GROUP BY fingerprint) AS change USING (fingerprint)
	LEFT JOIN (
	  SELECT fingerprint, jsonb_agg(jsonb_build_object('at', said_at, 'state', state, 'reason', reason, 'until', until)
	    ORDER BY said_at, id) AS words FROM finding_words
	  WHERE account_id = $1 AND ${onPage} GROUP BY fingerprint) AS word USING (fingerprint)
	ORDER BY fingerprint`;

/** Between the first and the last of a page: one step in an index, and not one for each finding. */
const NEXT = historiesOf(
	`${WAS_THERE} AND fingerprint > $5 ORDER BY fingerprint LIMIT ${BATCH}`,
	"fingerprint > $5 AND fingerprint <= (SELECT max(fingerprint) FROM page)",
);
const THESE = historiesOf("account_id = $1 AND fingerprint = ANY ($2)", "fingerprint = ANY ($2)");

/**
 * The findings of these rules that were there in a window, with what happened to them, in batches by fingerprint. The population judges
 * which of them count.
 */
export async function* readFindingHistories(
	db: Executor,
	scope: ClientScope,
	asked: Asked,
): AsyncGenerator<FindingFacts[]> {
	for (let after = ""; ; ) {
		const rows = await readRows(db, FINDING, NEXT, [...valuesOf(scope, asked), after]);
		const last = rows.at(-1);
		if (last) yield rows.map(historyOf);
		if (!last || rows.length < BATCH) return;
		after = last.fingerprint;
	}
}

const ALIKE = {
	/** The fingerprint of one that has more to tell. */
	told: orNull(text),
	rule: text,
	asset: text,
	severity: oneOf(SEVERITIES),
	first_seen_at: time,
	fixed_at: orNull(time),
	reopened_at: orNull(time),
	count: int,
};

/** So many findings whose histories are alike. */
export type FindingsAlike = { finding: Pick<FindingFacts, "rule" | "asset"> & FindingHistory; count: number };

/**
 * The same findings, to be counted. Those of which no more is known than their rows say come as one for all that are alike in what decides
 * how they turned out: days, and which moment came first. The earliest moments of all of them stand for theirs, since they fall on the
 * same days and in the same order. The others come one by one, in batches. A fix that the row itself names says nothing more.
 * `assets`: whether it matters which hosts they are on.
 */
export async function* readFindingsAlike(
	db: Executor,
	scope: ClientScope,
	{ assets, ...asked }: Asked & { assets: boolean },
): AsyncGenerator<FindingsAlike[]> {
	const rows = await readRows(
		db,
		ALIKE,
		`WITH changed AS (
		   SELECT fingerprint, min(at) AS first_at, max(at) AS last_at, bool_or(what = 'reopened') AS reopened FROM finding_changes
		   WHERE account_id = $1 AND what IN ('reopened', 'fixed') GROUP BY fingerprint),
		 said AS (SELECT DISTINCT fingerprint FROM finding_words WHERE account_id = $1),
		 judged AS (
		   SELECT rule, CASE WHEN $5 THEN asset ELSE '' END AS asset, severity, first_seen_at, fixed_at, reopened_at,
		     CASE WHEN said.fingerprint IS NOT NULL OR changed.fingerprint IS NOT NULL AND (
		         NOT reopened AND reopened_at IS NULL AND first_at = fixed_at AND last_at = fixed_at AND fixed_at >= first_seen_at
		       ) IS NOT TRUE THEN findings.fingerprint END AS told
		   FROM findings LEFT JOIN changed USING (fingerprint) LEFT JOIN said USING (fingerprint) WHERE ${WAS_THERE} OFFSET 0)
		 SELECT told, rule, asset, severity, min(first_seen_at) AS first_seen_at, min(fixed_at) AS fixed_at,
		   min(reopened_at) AS reopened_at, count(*) AS count
		 FROM judged GROUP BY told, rule, asset, severity, (first_seen_at AT TIME ZONE INTERVAL '0')::date,
		   (fixed_at AT TIME ZONE INTERVAL '0')::date, (reopened_at AT TIME ZONE INTERVAL '0')::date,
		   fixed_at >= first_seen_at, reopened_at > first_seen_at`,
		[...valuesOf(scope, asked), assets],
	);
	const [alike, told] = [rows.filter((row) => row.told === null), rows.flatMap((row) => row.told ?? [])];
	yield alike.map(({ rule, asset, severity, first_seen_at, fixed_at, reopened_at, count }) => ({
		finding: {
			rule,
			asset,
			severity,
			firstSeenAt: first_seen_at,
			fixedAt: fixed_at,
			reopenedAt: reopened_at,
			events: [],
		},
		count,
	}));
	for (let at = 0; at < told.length; at += BATCH) {
		const these = await readRows(db, FINDING, THESE, [scope.workspaceId, told.slice(at, at + BATCH)]);
		yield these.map((row) => ({ finding: historyOf(row), count: 1 }));
	}
}

type FindingRow = Omit<FindingFacts, "firstSeenAt" | "fixedAt" | "reopenedAt" | "events"> & {
	first_seen_at: Date;
	fixed_at: Date | null;
	reopened_at: Date | null;
	changes: Changed[] | null;
	words: Said[] | null;
};

const historyOf = ({ first_seen_at, fixed_at, reopened_at, changes, words, ...row }: FindingRow): FindingFacts => ({
	...row,
	firstSeenAt: first_seen_at,
	fixedAt: fixed_at,
	reopenedAt: reopened_at,
	events: [
		...(changes ?? []).map(({ at, what }) => ({ at: new Date(at), by: "scan" as const, what })),
		...(words ?? []).map(({ at, ...said }) => ({ at: new Date(at), by: "person" as const, ...said })),
	].sort((a, b) => a.at.getTime() - b.at.getTime()),
});
