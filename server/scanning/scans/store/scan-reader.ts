import type { ScanDetail } from "#contract/findings/findings.ts";
import { type ClientId, ownClient, type ScanId, type WorkspaceId } from "#contract/ids.ts";
import { searchForms } from "#contract/scans/dns-form.ts";
import type { ScanFilter, ScanQuery } from "#contract/scans/scan-query.ts";
import type { LabeledRequest, ScanOverview, ScanPage, ScanSummary } from "#contract/scans/scans.ts";
import { collectConditions, contains, type Where } from "#server/platform/db/conditions.ts";
import {
	cutPage,
	isAfter,
	type PageCursor,
	placeColumn,
	readCursor,
	writeCursor,
} from "#server/platform/db/page-cursor.ts";
import type { Pool, Statement } from "#server/platform/db/pool.ts";
import { flag, id, int, orNull, readRow, readRows, text, textOf } from "#server/platform/db/rows.ts";
import { clientName, ofClient } from "#server/platform/tenancy/of-client.ts";
import { type Scope, type Seen, wholeWorkspace } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import type { ClientOfHost } from "../../targets/refuse-place.ts";
import { readDetail, readRaw } from "./scan-detail.ts";
import { createUsualDurations } from "./scan-durations.ts";
import { readOverview } from "./scan-overview.ts";
import { LABELS, labeledRequestOfRow, REQUEST } from "./scan-row.ts";
import { SUMMARY, type SummaryRow, summaryColumns, summaryOfRow } from "./scan-summary.ts";

/** A workspace's scans, or those of one client, that match a filter and, in a list, come after a place. */
function scanWhere(
	{ workspaceId, clientId }: Seen,
	{ phase, status, kind, severity, from, to, client, q }: ScanFilter,
	after?: PageCursor,
): Where {
	const { bind, add, where } = collectConditions();
	const owner = bind(workspaceId);
	add(`owner = ${owner}`);
	if (clientId !== null) add(ofClient("host", owner, bind(clientId)));
	// Spelled out, so that the index on unfinished scans applies.
	if (phase === "active") add("status IN ('pending', 'running')");
	if (phase === "finished") add("status IN ('completed', 'failed')");
	if (status?.length) add(`state = ANY(${bind(status)})`);
	if (kind?.length) add(`kind = ANY(${bind(kind)})`);
	if (severity?.length) add(`worst = ANY(${bind(severity)})`);
	if (from) add(`accepted_at >= ${bind(from)}::date::timestamp AT TIME ZONE 'UTC'`);
	if (to) add(`accepted_at < (${bind(to)}::date + 1)::timestamp AT TIME ZONE 'UTC'`);
	if (client) add(`${clientName("scans.host", `${owner}::uuid`)} = ${bind(client)}`);
	if (q) add(contains(["target"], ...searchForms(q).map(bind)));
	if (after) add(isAfter(after, bind));
	return where();
}

/** What a member can read about scans. Those outside the scope do not exist. */
export type ScanReader = {
	page(scope: Scope, query: ScanQuery): Promise<ScanPage | "bad_cursor">;
	/** All scans that match a filter, newest first, in batches. */
	batches(scope: Scope, filter: ScanFilter): AsyncGenerator<ScanSummary[]>;
	overview(scope: Scope): Promise<ScanOverview>;
	summary(scope: Scope, id: ScanId): Promise<ScanSummary | undefined>;
	/** The same for streams, whose readers share a read, and which client it belongs to. */
	changed(workspace: WorkspaceId, id: ScanId): Promise<{ scan: ScanSummary; clientId: ClientId } | undefined>;
	/** The client that a host belongs to. */
	clientOf(workspace: WorkspaceId, host: string | null): Promise<ClientId>;
	detail(scope: Scope, id: ScanId): Promise<ScanDetail | undefined>;
	raw(scope: Scope, id: ScanId, name: string): Promise<Buffer | undefined>;
	/** The scans of these workspaces that were accepted within the last seconds. */
	acceptedLately(owners: readonly WorkspaceId[], seconds: number): Promise<{ id: ScanId; owner: WorkspaceId }[]>;
	/** The scan's request, to run it again. */
	request(scope: Scope, id: ScanId): Promise<LabeledRequest | undefined>;
	delete(scope: Scope, id: ScanId): Promise<"deleted" | "unfinished" | "missing">;
};

const PAGE = 50;
const BATCH = 500;

/** The first page of all scans, of unfinished ones, or of finished ones: what everyone reads all the time is planned once. */
const planned = ({ values }: Where, limit: number, phase: string | undefined, text: string): Statement =>
	limit === PAGE && values.length === 1 ? { name: `first-scans-${phase ?? "all"}`, text } : text;

export function createScanReader(pool: Pool, walled: Pool, clientOfHost: ClientOfHost, now: () => Date): ScanReader {
	const usualDurations = createUsualDurations(pool, now);

	const summaries = async (rows: SummaryRow[]) => {
		const underWay = rows.some(({ finished_at }) => finished_at === null);
		const durations = underWay ? await usualDurations() : new Map();
		return rows.map((row) => summaryOfRow(row, durations, now()));
	};

	const summary = async (db: Pool, { workspaceId, clientId }: Seen, id: ScanId) => {
		const rows = await readRows(
			db,
			SUMMARY,
			`SELECT ${summaryColumns} FROM scans WHERE id = $1 AND owner = $2 AND ${ofClient("host", "$2", "$3")}`,
			[id, workspaceId, clientId],
		);
		return (await summaries(rows))[0];
	};

	const clientOf = async (workspaceId: WorkspaceId, host: string | null) =>
		(host === null ? undefined : (await clientOfHost(workspaceId, host))?.id) ?? ownClient(workspaceId);

	/** `total`: an expression in the statement. */
	const list = async (scope: Scope, filter: ScanFilter, after: PageCursor | undefined, limit: number, total = "0") => {
		const where = scanWhere(scope, filter, after);
		const rows = await readRows(
			within(walled, scope),
			{ ...SUMMARY, place: text, total: int },
			planned(
				where,
				limit,
				filter.phase,
				`SELECT ${summaryColumns}, ${placeColumn("accepted_at")}, ${total} AS total FROM scans WHERE ${where.text}
				 ORDER BY accepted_at DESC, id DESC LIMIT ${limit + 1}`,
			),
			where.values,
		);
		const { shown, last } = cutPage(rows, limit);
		return { rows: shown, next: last && { acceptedAt: last.place, id: last.id }, total: rows[0]?.total };
	};

	/** For a page past the last scan. */
	const countAll = async (scope: Scope, where: Where) => {
		const sql = `SELECT count(*) AS total FROM scans WHERE ${where.text}`;
		return (await readRow(within(walled, scope), { total: int }, sql, where.values))?.total ?? 0;
	};

	return {
		async page(scope, { cursor, limit = PAGE, ...filter }) {
			const after = cursor === undefined ? undefined : readCursor(cursor);
			if (cursor !== undefined && !after) return "bad_cursor";
			// In one statement, because each needs its own transaction. The place comes after the filter's values, so those are the same.
			const where = scanWhere(scope, filter);
			const count = `(SELECT count(*) FROM scans WHERE ${where.text})`;
			const { rows, next, total } = await list(scope, filter, after, limit, count);
			return {
				scans: await summaries(rows),
				next: next ? writeCursor(next) : null,
				total: total ?? (after ? await countAll(scope, where) : 0),
			};
		},
		async *batches(scope, filter) {
			let after: PageCursor | undefined;
			do {
				const { rows, next } = await list(scope, filter, after, BATCH);
				yield await summaries(rows);
				after = next;
			} while (after);
		},
		overview: (scope) => readOverview(within(walled, scope), scope),
		summary: (scope, id) => summary(within(walled, scope), scope, id),
		async changed(workspaceId, id) {
			const scan = await summary(pool, wholeWorkspace(workspaceId), id);
			const row = scan && (await readRow(pool, { host: orNull(text) }, "SELECT host FROM scans WHERE id = $1", [id]));
			return row && { scan, clientId: await clientOf(workspaceId, row.host) };
		},
		clientOf,
		async detail(scope, id) {
			const db = within(walled, scope);
			const scan = await summary(db, scope, id);
			return scan && readDetail(db, scan);
		},
		raw: (scope, id, name) => readRaw(within(walled, scope), scope, id, name),
		acceptedLately: (owners, seconds) =>
			readRows(
				pool,
				{ id: id<ScanId>(), owner: textOf<WorkspaceId>() },
				"SELECT id, owner FROM scans WHERE owner = ANY ($1) AND accepted_at > now() - $2 * interval '1 s'",
				[owners, seconds],
			),
		async request(scope, id) {
			const row = await readRow(
				within(walled, scope),
				{ ...REQUEST, ...LABELS },
				`SELECT kind, request, client, note FROM scans WHERE id = $1 AND owner = $2 AND ${ofClient("host", "$2", "$3")}`,
				[id, scope.workspaceId, scope.clientId],
			);
			return row && labeledRequestOfRow(row);
		},
		async delete(scope, id) {
			const found = await readRow(
				within(walled, scope),
				{ finished: flag },
				`WITH found AS (SELECT id, finished_at IS NOT NULL AS finished FROM scans
				   WHERE id = $1 AND owner = $2 AND ${ofClient("host", "$2", "$3")} FOR UPDATE),
				 gone AS (DELETE FROM scans USING found WHERE scans.id = found.id AND finished)
				 SELECT finished FROM found`,
				[id, scope.workspaceId, scope.clientId],
			);
			if (!found) return "missing";
			return found.finished ? "deleted" : "unfinished";
		},
	};
}
