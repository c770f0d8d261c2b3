import { randomUUID } from "node:crypto";
import {
	CATEGORY_OF,
	formatsOf,
	REPORT_TEMPLATES,
	type ReportAccepted,
	type ReportDetail,
	type ReportFilter,
	type ReportFormat,
	type ReportPage,
	type ReportRequest,
	type ReportShare,
	requestInAnswer,
} from "#contract/reports/reports.ts";
import { type Answered, askedIn, oncePerKey } from "#server/identity/accounts/store/account-requests.ts";
import { collectConditions, contains, type Where } from "#server/platform/db/conditions.ts";
import {
	cutPage,
	isAfter,
	type PageCursor,
	placeColumn,
	readCursor,
	writeCursor,
} from "#server/platform/db/page-cursor.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { bytes, int, json, orNull, type RowOf, readRow, readRows, text, time, uuid } from "#server/platform/db/rows.ts";
import { orRefused, Refused } from "#server/platform/refusals/refused.ts";
import { holdWorkspace } from "#server/platform/tenancy/hold-workspace.ts";
import type { Scope, Seen } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import type { ReportFile } from "../report-file.ts";
import { nameWithClient, reportName } from "../report-name.ts";
import { REPORT, reportColumns, reportOfRow } from "./account-report-row.ts";

/** Queues a report's job through the transaction that stores it. */
export type SendReportJob = (reportId: string, through: Executor) => Promise<void>;

const PAGE = 50;
/** Reports are stored with their files until they are deleted. */
export const REPORTS_LIMIT = 500;
const SHARES_LIMIT = 20;
/** Reports of all accounts are generated one after another: a hundred from one account must not hold up the others. */
const REPORTS_PER_HOUR = 100;

const DETAIL = { ...REPORT, request: json<ReportRequest>(), sections: json<ReportDetail["sections"]>() };
/** Its name, and that of the client it is about, if that is not the workspace itself. */
const NAMED = { name: text, client: orNull(text), taken_from: orNull(text) };
const namedOf = ({ name, client, taken_from }: RowOf<typeof NAMED>) => ({
	name: nameWithClient(name, client),
	isOurs: taken_from === null,
});
const clientColumn = "CASE WHEN clients.id <> clients.workspace_id THEN clients.name END AS client";
const SHARE = { id: uuid, created_at: time, expires_at: time, opened: int };

const shareOfRow = (row: RowOf<typeof SHARE>): ReportShare => ({
	id: row.id,
	createdAt: row.created_at.toISOString(),
	expiresAt: row.expires_at.toISOString(),
	opened: row.opened,
});

/** Reports of workspaces in PostgreSQL. `walled`: for requests, which see one workspace. */
export function createAccountReports(pool: Pool, walled: Pool, send: SendReportJob, now: () => Date) {
	const insert = async (
		client: Executor,
		{ workspaceId, clientId, accountId }: Scope,
		request: ReportRequest,
		key: string | null,
	) => {
		const [id, at] = [randomUUID(), now()];
		// Locked, so that two requests at once do not both take the last place.
		await holdWorkspace(client, workspaceId);
		const asker = await readRow(
			client,
			{ by: text, reports: int },
			`SELECT btrim(first_name || ' ' || last_name) AS by,
			   (SELECT count(*) FROM account_reports WHERE account_id = $2) AS reports
			 FROM accounts WHERE id = $1`,
			[accountId, workspaceId],
		);
		if (!asker || asker.reports >= REPORTS_LIMIT) throw new Refused("limit_reached");
		await client.query(
			`INSERT INTO account_reports (id, account_id, template, name, created_by, request, accepted_at, queued_at,
			   asked_by, client_id)
			 VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9)`,
			[id, workspaceId, request.template, reportName(request, at), asker.by, request, at, accountId, clientId],
		);
		await send(id, client);
		return { receipt: { key, reportId: id, acceptedAt: at.toISOString() } };
	};

	return {
		/** Stores it and queues its job in one transaction, once per key. */
		async request(
			scope: Scope,
			{ key, request }: { key: string | null; request: ReportRequest },
		): Promise<Answered<ReportAccepted, "limit_reached">> {
			const counter = { what: "report-request", whom: scope.accountId, points: REPORTS_PER_HOUR, windowSeconds: 3_600 };
			const asked = { ...askedIn(scope, { report: request }), key, counter };
			return orRefused(["limit_reached"], () =>
				oncePerKey<ReportAccepted>(within(walled, scope), asked, (client) => insert(client, scope, request, key)),
			);
		},
		async page(
			scope: Scope,
			{ cursor, limit = PAGE, ...filter }: ReportFilter & { cursor?: string | undefined; limit?: number | undefined },
		): Promise<ReportPage | "bad_cursor"> {
			const after = cursor === undefined ? undefined : readCursor(cursor);
			if (cursor !== undefined && !after) return "bad_cursor";
			const [following, all] = [reportWhere(scope, filter, after), reportWhere(scope, filter)];
			const [listed, counted] = await Promise.all([
				readRows(
					within(walled, scope),
					{ ...REPORT, place: text },
					`SELECT ${reportColumns}, ${placeColumn("accepted_at")} FROM account_reports WHERE ${following.text}
					 ORDER BY accepted_at DESC, id DESC LIMIT ${limit + 1}`,
					following.values,
				),
				readRow(
					within(walled, scope),
					{ total: int },
					`SELECT count(*) AS total FROM account_reports WHERE ${all.text}`,
					all.values,
				),
			]);
			const { shown, last } = cutPage(listed, limit);
			const next = last ? writeCursor({ acceptedAt: last.place, id: last.id }) : null;
			return { reports: shown.map(reportOfRow), next, total: counted?.total ?? 0 };
		},
		async detail(scope: Scope, id: string): Promise<ReportDetail | undefined> {
			const db = within(walled, scope);
			const row = await readRow(
				db,
				DETAIL,
				`SELECT ${reportColumns}, request, sections FROM account_reports WHERE account_id = $1 AND id = $2 AND ${ofReportClient("$3")}`,
				[scope.workspaceId, id, scope.clientId],
			);
			if (!row) return undefined;
			const shares = await readRows(
				db,
				SHARE,
				`SELECT id, created_at, expires_at, opened FROM account_report_shares
				 WHERE report_id = $1 AND expires_at > $2 ORDER BY created_at, id`,
				[id, now()],
			);
			return {
				report: reportOfRow(row),
				...requestInAnswer(row.request),
				formats: row.status === "completed" ? formatsOf(row.template) : [],
				shares: shares.map(shareOfRow),
				sections: row.sections,
			};
		},
		/** False if there was none. */
		async delete(scope: Scope, id: string) {
			const { rowCount } = await within(walled, scope).query(
				`DELETE FROM account_reports WHERE account_id = $1 AND id = $2 AND ${ofReportClient("$3")}`,
				[scope.workspaceId, id, scope.clientId],
			);
			return rowCount === 1;
		},
		/** Counts a download if `counts`. */
		async file(scope: Scope, id: string, format: ReportFormat, counts: boolean): Promise<ReportFile | undefined> {
			const db = within(walled, scope);
			const file = await readRow(
				db,
				{ ...NAMED, content: bytes },
				`SELECT report.name, ${clientColumn}, taken_from, content FROM account_reports AS report
				 JOIN account_report_files ON report_id = report.id LEFT JOIN clients ON clients.id = client_id
				 WHERE account_id = $1 AND report.id = $2 AND format = $3 AND ${ofReportClient("$4")}`,
				[scope.workspaceId, id, format, scope.clientId],
			);
			if (file && counts) await countDownload(db, id);
			return file && { ...namedOf(file), content: file.content };
		},
		share: (
			scope: Scope,
			id: string,
			tokenHash: Buffer,
			days: number,
		): Promise<ReportShare | "not_finished" | "limit_reached" | undefined> =>
			inTransaction(within(walled, scope), async (client) => {
				// Locks the report's row, so that two links at once do not both take the last place.
				const report = await readRow(
					client,
					{ status: text },
					`SELECT status FROM account_reports WHERE account_id = $1 AND id = $2 AND ${ofReportClient("$3")} FOR NO KEY UPDATE`,
					[scope.workspaceId, id, scope.clientId],
				);
				if (!report) return undefined;
				if (report.status !== "completed") return "not_finished";
				const made = await readRow(
					client,
					SHARE,
					`INSERT INTO account_report_shares (id, report_id, token_hash, created_at, expires_at)
					 SELECT $1, $2, $3, $4, $4::timestamptz + $5 * interval '1 day'
					 WHERE (SELECT count(*) FROM account_report_shares WHERE report_id = $2 AND expires_at > $4) < ${SHARES_LIMIT}
					 RETURNING id, created_at, expires_at, opened`,
					[randomUUID(), id, tokenHash, now(), days],
				);
				return made ? shareOfRow(made) : "limit_reached";
			}),
		async revoke(scope: Scope, id: string, shareId: string) {
			const { rowCount } = await within(walled, scope).query(
				`DELETE FROM account_report_shares WHERE id = $3 AND report_id =
				   (SELECT id FROM account_reports WHERE account_id = $1 AND id = $2 AND ${ofReportClient("$4")})`,
				[scope.workspaceId, id, shareId, scope.clientId],
			);
			return rowCount === 1;
		},
		/** What a link leads to. Counts a view of the page, or a download. */
		async shared(tokenHash: Buffer, format: "html" | "pdf"): Promise<(ReportFile & { expiresAt: Date }) | undefined> {
			const found = await readRow(
				pool,
				{ ...NAMED, id: uuid, content: bytes, expiresAt: time },
				`SELECT report.id, report.name, ${clientColumn}, taken_from, content, expires_at AS "expiresAt"
				 FROM account_report_shares AS share
				 JOIN account_reports AS report ON report.id = share.report_id
				 LEFT JOIN clients ON clients.id = client_id
				 JOIN account_report_files AS file ON file.report_id = report.id AND format = $2
				 WHERE token_hash = $1 AND expires_at > $3`,
				[tokenHash, format, now()],
			);
			if (!found) return undefined;
			if (format === "pdf") await countDownload(pool, found.id);
			else {
				await pool.query("UPDATE account_report_shares SET opened = opened + 1 WHERE token_hash = $1", [tokenHash]);
			}
			return { ...namedOf(found), content: found.content, expiresAt: found.expiresAt };
		},
	};
}

/** Reports of workspaces. A report outside the scope looks as if it does not exist. */
export type AccountReports = ReturnType<typeof createAccountReports>;

const countDownload = (pool: Pool, id: string) =>
	pool.query("UPDATE account_reports SET downloads = downloads + 1 WHERE id = $1", [id]);

/** A report on all clients is only for those who see all. */
const ofReportClient = (client: string) => `(${client}::uuid IS NULL OR client_id = ${client})`;

function reportWhere({ workspaceId, clientId }: Seen, { category, q }: ReportFilter, after?: PageCursor): Where {
	const { bind, add, where } = collectConditions();
	add(`account_id = ${bind(workspaceId)}`);
	if (clientId !== null) add(`client_id = ${bind(clientId)}`);
	if (category) {
		add(`template = ANY(${bind(REPORT_TEMPLATES.filter((template) => CATEGORY_OF[template] === category))})`);
	}
	if (q) add(contains(["name", "replace(template, '-', ' ')", "created_by"], bind(q)));
	if (after) add(isAfter(after, bind));
	return where();
}
