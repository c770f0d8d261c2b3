import type { ScanDetail } from "#contract/findings.ts";
import type { AccountId, ScanId } from "#contract/ids.ts";
import type { ScanFilter, ScanQuery } from "#contract/scan-query.ts";
import type { LabeledRequest, ScanOverview, ScanPage, ScanSummary } from "#contract/scans.ts";
import { cutPage, type Place, placeColumn, readCursor, writeCursor } from "../page-cursor.ts";
import type { Pool } from "../pool.ts";
import { flag, id, int, readRow, readRows, text, textOf } from "../rows.ts";
import { readDetail, readRaw } from "./scan-detail.ts";
import { createUsualDurations } from "./scan-durations.ts";
import { scanWhere } from "./scan-filter.ts";
import { readOverview } from "./scan-overview.ts";
import { LABELS, labeledRequestOfRow, REQUEST } from "./scan-row.ts";
import { SUMMARY, type SummaryRow, summaryColumns, summaryOfRow } from "./scan-summary.ts";

/** What an account can read about its scans. For an account, scans of other accounts do not exist. */
export type ScanReader = {
	page(owner: AccountId, query: ScanQuery): Promise<ScanPage | "bad_cursor">;
	/** All scans that match a filter, newest first, in batches. */
	batches(owner: AccountId, filter: ScanFilter): AsyncGenerator<ScanSummary[]>;
	overview(owner: AccountId): Promise<ScanOverview>;
	summary(owner: AccountId, id: ScanId): Promise<ScanSummary | undefined>;
	detail(owner: AccountId, id: ScanId): Promise<ScanDetail | undefined>;
	raw(owner: AccountId, id: ScanId, name: string): Promise<Buffer | undefined>;
	/** The scans of these accounts that were accepted within the last seconds. */
	acceptedLately(owners: readonly AccountId[], seconds: number): Promise<{ id: ScanId; owner: AccountId }[]>;
	/** The scan's request, to run it again. */
	request(owner: AccountId, id: ScanId): Promise<LabeledRequest | undefined>;
	delete(owner: AccountId, id: ScanId): Promise<"deleted" | "unfinished" | "missing">;
};

const PAGE = 50;
const BATCH = 500;

export function createScanReader(pool: Pool, now: () => Date): ScanReader {
	const usualDurations = createUsualDurations(pool, now);

	const summaries = async (rows: SummaryRow[]) => {
		const underWay = rows.some(({ finished_at }) => finished_at === null);
		const durations = underWay ? await usualDurations() : new Map();
		return rows.map((row) => summaryOfRow(row, durations, now()));
	};

	const summary = async (owner: AccountId, id: ScanId) => {
		const rows = await readRows(pool, SUMMARY, `SELECT ${summaryColumns} FROM scans WHERE id = $1 AND owner = $2`, [
			id,
			owner,
		]);
		return (await summaries(rows))[0];
	};

	const list = async (owner: AccountId, filter: ScanFilter, after: Place | undefined, limit: number) => {
		const where = scanWhere(owner, filter, after);
		const rows = await readRows(
			pool,
			{ ...SUMMARY, place: text },
			`SELECT ${summaryColumns}, ${placeColumn("accepted_at")} FROM scans WHERE ${where.text}
			 ORDER BY accepted_at DESC, id DESC LIMIT ${limit + 1}`,
			where.values,
		);
		const { shown, last } = cutPage(rows, limit);
		return { rows: shown, next: last && { acceptedAt: last.place, id: last.id } };
	};

	return {
		async page(owner, { cursor, limit = PAGE, ...filter }) {
			const after = cursor === undefined ? undefined : readCursor(cursor);
			if (cursor !== undefined && !after) return "bad_cursor";
			const where = scanWhere(owner, filter);
			const [{ rows, next }, counted] = await Promise.all([
				list(owner, filter, after, limit),
				readRow(pool, { total: int }, `SELECT count(*) AS total FROM scans WHERE ${where.text}`, where.values),
			]);
			const total = counted?.total ?? 0;
			return { scans: await summaries(rows), next: next ? writeCursor(next) : null, total };
		},
		async *batches(owner, filter) {
			let after: Place | undefined;
			do {
				const { rows, next } = await list(owner, filter, after, BATCH);
				yield await summaries(rows);
				after = next;
			} while (after);
		},
		overview: (owner) => readOverview(pool, owner),
		summary,
		async detail(owner, id) {
			const scan = await summary(owner, id);
			return scan && readDetail(pool, scan);
		},
		raw: (owner, id, name) => readRaw(pool, owner, id, name),
		acceptedLately: (owners, seconds) =>
			readRows(
				pool,
				{ id: id<ScanId>(), owner: textOf<AccountId>() },
				"SELECT id, owner FROM scans WHERE owner = ANY ($1) AND accepted_at > now() - $2 * interval '1 s'",
				[owners, seconds],
			),
		async request(owner, id) {
			const row = await readRow(
				pool,
				{ ...REQUEST, ...LABELS },
				"SELECT kind, request, client, note FROM scans WHERE id = $1 AND owner = $2",
				[id, owner],
			);
			return row && labeledRequestOfRow(row);
		},
		async delete(owner, id) {
			const found = await readRow(
				pool,
				{ finished: flag },
				`WITH found AS (SELECT id, finished_at IS NOT NULL AS finished FROM scans WHERE id = $1 AND owner = $2 FOR UPDATE),
				 gone AS (DELETE FROM scans USING found WHERE scans.id = found.id AND finished)
				 SELECT finished FROM found`,
				[id, owner],
			);
			if (!found) return "missing";
			return found.finished ? "deleted" : "unfinished";
		},
	};
}
