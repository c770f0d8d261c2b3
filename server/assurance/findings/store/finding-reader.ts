import {
	type FindingDetail,
	type FindingFilter,
	type FindingOverview,
	type FindingPage,
	type FindingState,
	fingerprint as fingerprintSchema,
	type ProblemPage,
	type TrackedFinding,
} from "#contract/findings/vulnerabilities.ts";
import { cutPage, isPlaceTime, placeColumn } from "#server/platform/db/page-cursor.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import { int, readRows, text } from "#server/platform/db/rows.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { countProblems, countStates } from "./finding-counts.ts";
import { readFindingDetail } from "./finding-detail.ts";
import { type FindingPlace, walkFindings } from "./finding-filter.ts";
import { readFindingOverview } from "./finding-overview.ts";
import { LISTED, listedColumns, trackedFindingOf } from "./finding-tracked.ts";
import { readProblemCursor, readProblems, writeProblemCursor } from "./problem-list.ts";

type FindingQuery = FindingFilter & { cursor?: string | undefined; limit?: number | undefined };

/** What a member can read about findings. Those outside the scope do not exist. */
export type FindingReader = {
	page(scope: Scope, query: FindingQuery): Promise<FindingPage | "bad_cursor">;
	/** The same findings, grouped. */
	problems(scope: Scope, query: FindingQuery): Promise<ProblemPage | "bad_cursor">;
	/** All findings that match a filter, worst first, in batches. */
	batches(scope: Scope, filter: FindingFilter): AsyncGenerator<TrackedFinding[]>;
	overview(scope: Scope): Promise<FindingOverview>;
	detail(scope: Scope, fingerprint: string): Promise<FindingDetail | undefined>;
};

const PAGE = 50;
const BATCH = 500;

export function createFindingReader(walled: Pool, now: () => Date): FindingReader {
	const list = async (scope: Scope, filter: FindingFilter, after: FindingPlace | undefined, limit: number) => {
		const today = dayOf(now());
		const walk = walkFindings(scope, today, filter, after, limit + 1);
		// The covering indexes answer the inner query; only the rows that are shown are read from the table.
		const rows = await readRows(
			within(walled, scope),
			{ ...LISTED, weight: int, place: text },
			`SELECT weight, ${placeColumn("last_seen_at")}, ${listedColumns} FROM findings
			 WHERE account_id = $1 AND fingerprint IN (${walk.text})
			 ORDER BY weight DESC, findings.last_seen_at DESC, findings.fingerprint DESC`,
			walk.values,
		);
		const { shown, last } = cutPage(rows, limit);
		return {
			findings: shown.map((row) => trackedFindingOf(row, today)),
			next: last && { weight: last.weight, lastSeenAt: last.place, fingerprint: last.fingerprint },
		};
	};

	const totalOf = (states: FindingPage["states"], { state }: FindingFilter) => {
		const wanted = (state?.split(",") ?? Object.keys(states)) as FindingState[];
		return [...new Set(wanted)].reduce((sum, one) => sum + states[one], 0);
	};

	return {
		async page(scope, { cursor, limit = PAGE, ...filter }) {
			const after = cursor === undefined ? undefined : readCursor(cursor);
			if (cursor !== undefined && !after) return "bad_cursor";
			// In this order, a finding that a scan adds in between can be missing from the counts, but never from the list.
			const states = await countStates(within(walled, scope), scope, dayOf(now()), filter);
			const { findings, next } = await list(scope, filter, after, limit);
			return { findings, next: next ? writeCursor(next) : null, total: totalOf(states, filter), states };
		},
		async problems(scope, { cursor, limit = PAGE, ...filter }) {
			const after = cursor === undefined ? undefined : readProblemCursor(cursor);
			if (cursor !== undefined && !after) return "bad_cursor";
			const today = dayOf(now());
			const states = await countStates(within(walled, scope), scope, today, filter);
			const total = await countProblems(within(walled, scope), scope, today, filter);
			const { problems, next } = await readProblems(within(walled, scope), scope, today, filter, { after, limit });
			return {
				problems,
				next: next ? writeProblemCursor(next) : null,
				total,
				findings: totalOf(states, filter),
				states,
			};
		},
		async *batches(scope, filter) {
			let after: FindingPlace | undefined;
			do {
				const { findings, next } = await list(scope, filter, after, BATCH);
				yield findings;
				after = next;
			} while (after);
		},
		async overview(scope) {
			const at = now();
			const [states, others] = await Promise.all([
				countStates(within(walled, scope), scope, dayOf(at), {}),
				readFindingOverview(within(walled, scope), scope, at),
			]);
			return { ...others, states };
		},
		detail: (scope, fingerprint) => readFindingDetail(within(walled, scope), scope, fingerprint, dayOf(now())),
	};
}

const writeCursor = ({ weight, lastSeenAt, fingerprint }: FindingPlace): string =>
	Buffer.from(`${weight} ${lastSeenAt} ${fingerprint}`).toString("base64url");

/** Undefined for a text that `writeCursor` did not write. */
function readCursor(cursor: string): FindingPlace | undefined {
	const [weight = "", lastSeenAt = "", text, ...rest] = Buffer.from(cursor, "base64url").toString().split(" ");
	const fingerprint = fingerprintSchema.safeParse(text);
	if (!fingerprint.success || rest.length > 0 || !/^(?:0|[1-3][0-3])$/.test(weight) || !isPlaceTime(lastSeenAt))
		return undefined;
	return { weight: Number(weight), lastSeenAt, fingerprint: fingerprint.data };
}
