import type { AccountId } from "#contract/ids.ts";
import {
	FINDING_STATES,
	type FindingDetail,
	type FindingFilter,
	type FindingOverview,
	type FindingPage,
	type FindingState,
	type TrackedFinding,
} from "#contract/vulnerabilities.ts";
import { dayOf } from "../../findings/track.ts";
import type { Pool } from "../pool.ts";
import { int, oneOf, readRows, text } from "../rows.ts";
import { type FindingPlace, PLACE_TIME, readFindingCursor, writeFindingCursor } from "./finding-cursor.ts";
import { readFindingDetail } from "./finding-detail.ts";
import { findingWhere } from "./finding-filter.ts";
import { readFindingOverview } from "./finding-overview.ts";
import { stateColumn } from "./finding-row.ts";
import { LISTED, listedColumns, trackedFindingOf } from "./finding-tracked.ts";

type FindingQuery = FindingFilter & { cursor?: string | undefined; limit?: number | undefined };

/** What an account may see of its findings. To every question somebody else's finding is one that is not there. */
export type FindingReader = {
	page(account: AccountId, query: FindingQuery): Promise<FindingPage | "bad_cursor">;
	/** All findings of a filter, worst first, some at a time. */
	batches(account: AccountId, filter: FindingFilter): AsyncGenerator<TrackedFinding[]>;
	overview(account: AccountId): Promise<FindingOverview>;
	detail(account: AccountId, fingerprint: string): Promise<FindingDetail | undefined>;
};

const PAGE = 50;
const BATCH = 500;

export function createFindingReader(pool: Pool, now: () => Date): FindingReader {
	const list = async (account: AccountId, filter: FindingFilter, after: FindingPlace | undefined, limit: number) => {
		const today = dayOf(now());
		const where = findingWhere(account, today, filter);
		const [weight, time, fingerprint] = [1, 2, 3].map((n) => `$${where.values.length + n}`);
		const place = after
			? ` AND (weight, last_seen_at, fingerprint) < (${weight}::smallint, ${time}::timestamptz, ${fingerprint}::text)`
			: "";
		// The inner question is answered from the covering index; only the rows that are shown are fetched whole.
		const rows = await readRows(
			pool,
			{ ...LISTED, weight: int, place: text },
			`SELECT weight, ${PLACE_TIME}, ${listedColumns} FROM findings
			 WHERE account_id = $1 AND fingerprint IN (
			   SELECT fingerprint FROM findings WHERE ${where.text}${place}
			   ORDER BY weight DESC, last_seen_at DESC, fingerprint DESC LIMIT ${limit + 1})
			 ORDER BY weight DESC, findings.last_seen_at DESC, findings.fingerprint DESC`,
			after ? [...where.values, after.weight, after.lastSeenAt, after.fingerprint] : where.values,
		);
		const shown = rows.slice(0, limit);
		const last = rows.length > limit ? shown.at(-1) : undefined;
		return {
			findings: shown.map((row) => trackedFindingOf(row, today)),
			next: last && { weight: last.weight, lastSeenAt: last.place, fingerprint: last.fingerprint },
		};
	};

	const countStates = async (account: AccountId, { state: _, ...filter }: FindingFilter) => {
		const today = dayOf(now());
		const where = findingWhere(account, today, filter);
		const rows = await readRows(
			pool,
			{ state: oneOf(FINDING_STATES), count: int },
			`SELECT ${stateColumn(`$${where.values.length + 1}`)} AS state, count(*) AS count FROM findings WHERE ${where.text} GROUP BY 1`,
			[...where.values, today],
		);
		const states = { open: 0, fixed: 0, "false-positive": 0, accepted: 0 };
		for (const { state, count } of rows) states[state] = count;
		return states;
	};

	return {
		async page(account, { cursor, limit = PAGE, ...filter }) {
			const after = cursor === undefined ? undefined : readFindingCursor(cursor);
			if (cursor !== undefined && !after) return "bad_cursor";
			// One after the other: what a scan brings in between is on the list, and never in the numbers alone.
			const states = await countStates(account, filter);
			const { findings, next } = await list(account, filter, after, limit);
			const wanted = (filter.state?.split(",") ?? Object.keys(states)) as FindingState[];
			const total = [...new Set(wanted)].reduce((sum, state) => sum + states[state], 0);
			return { findings, next: next ? writeFindingCursor(next) : null, total, states };
		},
		async *batches(account, filter) {
			let after: FindingPlace | undefined;
			do {
				const { findings, next } = await list(account, filter, after, BATCH);
				yield findings;
				after = next;
			} while (after);
		},
		async overview(account) {
			const [states, others] = await Promise.all([countStates(account, {}), readFindingOverview(pool, account, now())]);
			return { ...others, states };
		},
		detail: (account, fingerprint) => readFindingDetail(pool, account, fingerprint, dayOf(now())),
	};
}
