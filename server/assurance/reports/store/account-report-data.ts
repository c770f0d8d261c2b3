import type { Asset } from "#contract/findings/assets.ts";
import type { Finding, TwoVoices } from "#contract/findings/findings.ts";
import { SEVERITIES } from "#contract/findings/severity.ts";
import type { ScanId } from "#contract/ids.ts";
import { coverage } from "#contract/scans/scans.ts";
import { scopeOf } from "#contract/scans/scope.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { flag, id, int, json, neverNull, oneOf, readRows, text, time } from "#server/platform/db/rows.ts";
import type { Seen } from "#server/platform/tenancy/scope.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { byImportance } from "#server/scanning/scans/report/build-report.ts";
import { REQUEST, requestOfRow, SCAN } from "#server/scanning/scans/store/scan-row.ts";
import { CHANGES } from "../../findings/digests/digest.ts";
import { LISTED, listedColumns, trackedFindingOf } from "../../findings/store/finding-tracked.ts";
import type { AskedReport } from "../asked-report.ts";
import {
	CHANGES_LISTED,
	FINDINGS_LIMIT,
	LOOKS_LIMIT,
	type ReportData,
	type ReportFinding,
	type ReportLook,
	SCANS_LISTED,
} from "../data/report-data.ts";
import { type ReportScope, reportScope } from "./account-report-scope.ts";
import { readReportAssessments } from "./report-assessments.ts";
import { type ReadFrameworks, readCompliance } from "./report-compliance.ts";
import { readToFix } from "./report-to-fix.ts";
import { readWhose } from "./report-whose.ts";

export type ListAssets = (seen: Seen) => Promise<Asset[]>;

const BATCH = 500;
const NEVER = new Date(0);

const LISTED_SCAN = {
	scanId: id<ScanId>(),
	kind: SCAN.kind,
	target: text,
	finishedAt: neverNull(time),
	coverage: SCAN.coverage,
	failure: SCAN.failure_message,
	cancelled: flag,
	total: int,
};
const LOOK = {
	scanId: id<ScanId>(),
	host: neverNull(text),
	kind: SCAN.kind,
	finishedAt: neverNull(time),
	coverage: neverNull(oneOf(coverage.options)),
	parts: json<ReportLook["parts"]>(),
};
const FAILURE = {
	scanId: id<ScanId>(),
	host: neverNull(text),
	kind: SCAN.kind,
	finishedAt: neverNull(time),
	reason: text,
};
const MEASURED = { ...REQUEST, firstAt: time, count: int };
const CHANGE = { at: time, what: oneOf(CHANGES), severity: oneOf(SEVERITIES), title: text, host: text, total: int };

/** Reads the data of a report, as it was at one moment. "too_many": a report with that many findings is of no use. */
export async function gatherReport(
	pool: Pool,
	{ listAssets, readFrameworks }: { listAssets: ListAssets; readFrameworks: ReadFrameworks },
	asked: AskedReport,
	now: Date,
): Promise<ReportData | "too_many"> {
	const { request } = asked;
	const scope = reportScope(asked, request);
	// A first look may be older than the period.
	const soFar = reportScope(asked, { ...request, from: undefined });
	const assets = await listAssets(asked);
	const targets = assets.filter(scope.covers).map(({ host, client, certificateEndsAt, endOfLife }) => ({
		host,
		client,
		certificateEndsAt,
		endOfLife,
	}));
	const gathered = await inTransaction(pool, async (client) => {
		await client.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
		const first = await readMeasured(client, soFar);
		const findings = await readFindings(client, scope, dayOf(now), first.at);
		if (!findings) return undefined;
		const { measured } = first;
		const whose = await readWhose(client, asked);
		const toFix = await readToFix(client, asked);
		const assessments = await readReportAssessments(client, asked);
		const compliance = await readCompliance(client, readFrameworks, { asked, targets, now });
		const [scans, changes] = [await readScans(client, scope), await readChanges(client, scope)];
		return { ...whose, ...toFix, findings, measured, assessments, compliance, ...scans, ...changes };
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
		frameworks: [...new Set(gathered.compliance.flatMap(({ frameworks }) => frameworks.map(({ id }) => id)))],
		incident: request.incident ?? "",
		targets,
		...gathered,
	};
}

/** When scans first looked at each scope, and whether one was looked at again. */
async function readMeasured(
	client: Executor,
	{ values, scans }: ReportScope,
): Promise<{ at: ReadonlyMap<string, Date>; measured: ReportData["measured"] }> {
	const rows = await readRows(
		client,
		MEASURED,
		`SELECT kind, request, min((report ->> 'finishedAt')::timestamptz) AS "firstAt", count(*) AS count
		 FROM scans JOIN scan_reports ON scan_id = id WHERE ${scans} AND status = 'completed' AND host IS NOT NULL
		 GROUP BY kind, request`,
		values,
	);
	const at = new Map<string, Date>();
	let isRepeated = false;
	for (const row of rows) {
		const scope = scopeOf(requestOfRow(row))?.scope;
		if (scope === undefined) continue;
		const known = at.get(scope);
		isRepeated ||= row.count > 1 || known !== undefined;
		if (!known || row.firstAt < known) at.set(scope, row.firstAt);
	}
	const firstAt = [...at.values()].reduce<Date | null>((first, each) => (first && first < each ? first : each), null);
	return { at, measured: { firstAt: firstAt?.toISOString() ?? null, isRepeated } };
}

/** In batches, and with one copy of texts that many findings share: a long report needs little more memory than a short one. */
async function readFindings(
	client: Executor,
	{ values, findings }: ReportScope,
	today: string,
	firstLooks: ReadonlyMap<string, Date>,
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
		const rows = await readRows(
			client,
			{ ...LISTED, asset: text, scope: text, whole: json<Finding>() },
			`SELECT ${listedColumns}, asset, scope, finding AS whole FROM findings
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
			const tracked = { state, verdict, firstSeenAt, lastSeenAt, reopenedAt, fixedAt, scanId, client };
			const firstLook = firstLooks.get(row.scope);
			const isFromFirstLook = firstLook !== undefined && row.first_seen_at <= firstLook;
			all.push({ ...tracked, asset: row.asset, isFromFirstLook, finding });
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
): Promise<Pick<ReportData, "scans" | "scansTotal" | "looks" | "failures">> {
	const listed = await readRows(
		client,
		LISTED_SCAN,
		`SELECT id AS "scanId", kind, target, finished_at AS "finishedAt", coverage, failure_message AS failure,
		   state = 'cancelled' AS cancelled, count(*) OVER () AS total
		 FROM scans WHERE ${scans} AND status IN ('completed', 'failed') ORDER BY finished_at DESC, id DESC LIMIT ${SCANS_LISTED}`,
		values,
	);
	const looks = await readRows(
		client,
		LOOK,
		`SELECT DISTINCT ON (host, kind) id AS "scanId", host, kind, finished_at AS "finishedAt", coverage, report -> 'parts' AS parts
		 FROM scans JOIN scan_reports ON scan_id = id WHERE ${scans} AND status = 'completed' AND host IS NOT NULL
		 ORDER BY host, kind, finished_at DESC, id DESC LIMIT ${LOOKS_LIMIT}`,
		values,
	);
	const failures = await readRows(
		client,
		FAILURE,
		`SELECT DISTINCT ON (host, kind) id AS "scanId", host, kind, finished_at AS "finishedAt",
		   coalesce(failure_message, 'No reason was recorded.') AS reason
		 FROM scans WHERE ${scans} AND state = 'failed' AND host IS NOT NULL
		 ORDER BY host, kind, finished_at DESC, id DESC LIMIT ${LOOKS_LIMIT}`,
		values,
	);
	// As in the evaluation of hosts: a canceled scan says nothing, and a failure counts until a scan of its kind is completed.
	const completedAt = new Map(looks.map(({ host, kind, finishedAt }) => [`${kind} ${host}`, finishedAt]));
	return {
		failures: failures
			.filter(({ host, kind, finishedAt }) => finishedAt > (completedAt.get(`${kind} ${host}`) ?? NEVER))
			.map((failure) => ({ ...failure, finishedAt: failure.finishedAt.toISOString() })),
		scans: listed.map(({ total: _, finishedAt, ...scan }) => ({ ...scan, finishedAt: finishedAt.toISOString() })),
		scansTotal: listed[0]?.total ?? 0,
		looks: looks.map((look) => ({ ...look, finishedAt: look.finishedAt.toISOString() })),
	};
}

async function readChanges(
	client: Executor,
	{ values, findings, changes }: ReportScope,
): Promise<Pick<ReportData, "changes" | "changesTotal">> {
	const rows = await readRows(
		client,
		CHANGE,
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
