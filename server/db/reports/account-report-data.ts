import type { Asset } from "#contract/assets.ts";
import type { Finding, TwoVoices } from "#contract/findings.ts";
import type { AccountId } from "#contract/ids.ts";
import { dayOf } from "../../findings/track.ts";
import { byImportance } from "../../reports/data/build-report.ts";
import {
	CHANGES_LISTED,
	FINDINGS_LIMIT,
	LOOKS_LIMIT,
	type ReportChange,
	type ReportData,
	type ReportFinding,
	type ReportLook,
	type ReportScan,
	SCANS_LISTED,
} from "../../reports/data/report-data.ts";
import type { AskedReport } from "../../reports/ports.ts";
import { type ListedRow, listedColumns, trackedFindingOf } from "../findings/finding-tracked.ts";
import { type Executor, inTransaction, type Pool } from "../pool.ts";
import { type ReportScope, reportScope } from "./account-report-scope.ts";

export type ListAssets = (account: AccountId) => Promise<Asset[]>;

const BATCH = 500;

type FindingRow = ListedRow & { asset: string; whole: Finding };
type Times<T, K extends keyof T> = Omit<T, K> & { [P in K]: Date };

/** Gathers what a report is made of, as it stood at one moment. "too_many": nobody would read that. */
export async function gatherReport(
	pool: Pool,
	listAssets: ListAssets,
	asked: AskedReport,
	now: Date,
): Promise<ReportData | "too_many"> {
	const { request } = asked;
	const scope = reportScope(asked.accountId, request);
	const assets = await listAssets(asked.accountId);
	const gathered = await inTransaction(pool, async (client) => {
		await client.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
		const findings = await readFindings(client, scope, dayOf(now));
		return findings && { findings, ...(await readScans(client, scope)), ...(await readChanges(client, scope)) };
	});
	if (!gathered) return "too_many";
	const { hosts, clients } = request;
	return {
		template: request.template,
		name: asked.name,
		createdBy: asked.createdBy,
		company: asked.company,
		generatedAt: now.toISOString(),
		scope: { hosts, clients, from: request.from ?? null, to: request.to ?? null },
		incident: request.incident ?? "",
		targets: assets.filter(scope.covers).map(({ host, client, certificateEndsAt, endOfLife }) => ({
			host,
			client,
			certificateEndsAt,
			endOfLife,
		})),
		...gathered,
	};
}

/** Some at a time, and texts that many findings share only once: a long report needs little more memory than a short one. */
async function readFindings(
	client: Executor,
	{ values, findings }: ReportScope,
	today: string,
): Promise<ReportFinding[] | undefined> {
	const shared = new Map<string, TwoVoices>();
	const once = (voices: TwoVoices): TwoVoices => {
		const key = JSON.stringify(voices);
		const known = shared.get(key) ?? voices;
		shared.set(key, known);
		return known;
	};
	const all: ReportFinding[] = [];
	for (let after = ""; ; ) {
		const { rows } = await client.query<FindingRow>(
			`SELECT ${listedColumns}, asset, finding AS whole FROM findings
			 WHERE ${findings} AND fingerprint > $${values.length + 1} ORDER BY fingerprint LIMIT ${BATCH}`,
			[...values, after],
		);
		if (all.length + rows.length > FINDINGS_LIMIT) return undefined;
		for (const row of rows) {
			const { state, verdict, firstSeenAt, lastSeenAt, reopenedAt, fixedAt, scanId, client } = trackedFindingOf(
				row,
				today,
			);
			const finding = { ...row.whole, why: once(row.whole.why), fix: once(row.whole.fix) };
			const stands = { state, verdict, firstSeenAt, lastSeenAt, reopenedAt, fixedAt, scanId, client };
			all.push({ ...stands, asset: row.asset, finding });
		}
		const last = rows.at(-1);
		if (!last || rows.length < BATCH) break;
		after = last.fingerprint;
	}
	return all.sort((a, b) => byImportance(a.finding, b.finding));
}

async function readScans(
	client: Executor,
	{ values, scans }: ReportScope,
): Promise<Pick<ReportData, "scans" | "scansTotal" | "looks">> {
	const listed = await client.query<Times<ReportScan, "finishedAt"> & { total: number }>(
		`SELECT id AS "scanId", kind, target, finished_at AS "finishedAt", coverage, failure_message AS failure,
		   count(*) OVER () AS total
		 FROM scans WHERE ${scans} AND status IN ('completed', 'failed') ORDER BY finished_at DESC, id DESC LIMIT ${SCANS_LISTED}`,
		values,
	);
	const looks = await client.query<Times<ReportLook, "finishedAt">>(
		`SELECT DISTINCT ON (host, kind) id AS "scanId", host, kind, finished_at AS "finishedAt", coverage, report -> 'parts' AS parts
		 FROM scans JOIN scan_reports ON scan_id = id WHERE ${scans} AND status = 'completed'
		 ORDER BY host, kind, finished_at DESC, id DESC LIMIT ${LOOKS_LIMIT}`,
		values,
	);
	return {
		scans: listed.rows.map(({ total: _, finishedAt, ...scan }) => ({ ...scan, finishedAt: finishedAt.toISOString() })),
		scansTotal: listed.rows[0]?.total ?? 0,
		looks: looks.rows.map((look) => ({ ...look, finishedAt: look.finishedAt.toISOString() })),
	};
}

async function readChanges(
	client: Executor,
	{ values, findings, changes }: ReportScope,
): Promise<Pick<ReportData, "changes" | "changesTotal">> {
	const { rows } = await client.query<Times<ReportChange, "at"> & { total: number }>(
		`SELECT at, what, change.severity, title, host, count(*) OVER () AS total
		 FROM (SELECT account_id AS owner, fingerprint AS changed, at, what, severity, id FROM finding_changes) AS change
		 JOIN findings ON account_id = owner AND fingerprint = changed
		 WHERE ${findings} AND ${changes} ORDER BY change.id DESC LIMIT ${CHANGES_LISTED}`,
		values,
	);
	return {
		changes: rows.map(({ total: _, at, ...change }) => ({ ...change, at: at.toISOString() })).reverse(),
		changesTotal: rows[0]?.total ?? 0,
	};
}
