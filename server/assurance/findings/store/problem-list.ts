import { SEVERITIES } from "#contract/findings/severity.ts";
import { type FindingFilter, PLACES_SHOWN, type TrackedProblem } from "#contract/findings/vulnerabilities.ts";
import { cutPage } from "#server/platform/db/page-cursor.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import { int, oneOf, readRows, text } from "#server/platform/db/rows.ts";
import type { Seen } from "#server/platform/tenancy/scope.ts";
import { countedIn } from "./finding-counts.ts";
import { findingWhere } from "./finding-filter.ts";
import { LISTED, listedColumns, trackedFindingOf } from "./finding-tracked.ts";

/** A problem's key within a workspace, which also marks where a page of problems ended. No scan or verdict changes a problem's position. */
type ProblemKey = { weight: number; title: string; rule: string };

const PROBLEM = {
	weight: int,
	severity: oneOf(SEVERITIES),
	title: text,
	rule: text,
	findings: int,
	hosts: int,
};

const nameOf = ({ weight, title, rule }: ProblemKey) => JSON.stringify([weight, title, rule]);

/** Some of a workspace's problems with their first places, and the key of the last one if more follow. */
export async function readProblems(
	pool: Pool,
	seen: Seen,
	today: string,
	filter: FindingFilter,
	{ after, limit }: { after: ProblemKey | undefined; limit: number },
): Promise<{ problems: TrackedProblem[]; next: ProblemKey | undefined }> {
	const where = findingWhere(seen, today, filter);
	const values = [...where.values];
	const bind = (value: unknown) => `$${values.push(value)}`;
	let isAfter = "";
	if (after) {
		const weight = bind(after.weight);
		isAfter = `AND weight <= ${weight}::smallint
			AND (weight < ${weight}::smallint OR (title, rule) > (${bind(after.title)}::text, ${bind(after.rule)}::text))`;
	}
	const rows = await readRows(
		pool,
		PROBLEM,
		`SELECT weight, min(severity) AS severity, title, rule, sum(findings) AS findings, count(DISTINCT host) AS hosts
		 FROM ${countedIn(filter)} WHERE ${where.text} ${isAfter}
		 GROUP BY weight, title, rule ORDER BY weight DESC, title, rule LIMIT ${limit + 1}`,
		values,
	);
	const { shown, last } = cutPage(rows, limit);
	const places = await readPlaces(pool, seen, today, filter, shown);
	return {
		problems: shown.flatMap(({ weight, ...problem }) => {
			const first = places.get(nameOf({ ...problem, weight })) ?? [];
			const [newest] = first;
			// A problem without a place has ended since it was counted.
			return newest ? [{ ...problem, lastSeenAt: newest.lastSeenAt, places: first }] : [];
		}),
		next: last && { weight: last.weight, title: last.title, rule: last.rule },
	};
}

/** The first places of each of these problems, by the problem's name. */
async function readPlaces(
	pool: Pool,
	seen: Seen,
	today: string,
	filter: FindingFilter,
	problems: readonly ProblemKey[],
) {
	const where = findingWhere(seen, today, filter);
	const at = where.values.length;
	// The index gives each problem's first fingerprints; only the rows that are shown are read from the table.
	const rows = await readRows(
		pool,
		{ ...LISTED, weight: int },
		`SELECT weight, ${listedColumns} FROM findings
		 WHERE account_id = $1 AND fingerprint IN (
		   SELECT shown.fingerprint FROM unnest($${at + 1}::smallint[], $${at + 2}::text[], $${at + 3}::text[]) AS wanted (weight, title, rule),
		   LATERAL (SELECT fingerprint FROM findings
		     WHERE ${where.text} AND (weight, title, rule) = (wanted.weight, wanted.title, wanted.rule)
		     ORDER BY last_seen_at DESC, fingerprint DESC LIMIT ${PLACES_SHOWN}) AS shown)
		 ORDER BY findings.last_seen_at DESC, findings.fingerprint DESC`,
		[
			...where.values,
			problems.map(({ weight }) => weight),
			problems.map(({ title }) => title),
			problems.map(({ rule }) => rule),
		],
	);
	const places = new Map<string, TrackedProblem["places"]>();
	for (const row of rows) {
		const name = nameOf(row);
		places.set(name, [...(places.get(name) ?? []), trackedFindingOf(row, today)]);
	}
	return places;
}

/** Titles and rules have no control characters (server/scanning/engines/shared/foreign-text.ts). */
const SEPARATOR = "\n";

export const writeProblemCursor = ({ weight, title, rule }: ProblemKey): string =>
	Buffer.from([weight, title, rule].join(SEPARATOR)).toString("base64url");

/** Undefined for a text that `writeProblemCursor` did not write. */
export function readProblemCursor(cursor: string): ProblemKey | undefined {
	const text = Buffer.from(cursor, "base64url").toString();
	const [weight = "", title, rule, ...rest] = text.split(SEPARATOR);
	// PostgreSQL accepts no zero bytes.
	const isKey = /^(?:0|[1-3][0-3])$/.test(weight) && rest.length === 0 && !text.includes("\0");
	return isKey && title !== undefined && rule !== undefined ? { weight: Number(weight), title, rule } : undefined;
}
