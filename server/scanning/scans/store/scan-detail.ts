import type { ScanDetail, ScanReport, SentItem } from "#contract/findings/findings.ts";
import type { ScanId } from "#contract/ids.ts";
import { type ScanSummary, timelineItem } from "#contract/scans/scans.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import { bytes, int, json, oneOf, orNull, readRow, readRows, text, time } from "#server/platform/db/rows.ts";
import { ofClient } from "#server/platform/tenancy/of-client.ts";
import type { Seen } from "#server/platform/tenancy/scope.ts";

const MAIN = {
	request: json<Record<string, string>>(),
	note: text,
	report: orNull(json<ScanReport>()),
	sent: orNull(json<SentItem[]>()),
};
const EVENT = { at: time, what: oneOf(timelineItem.shape.what.options), text, progress: int };

/** Everything about a scan whose summary has already been read for its owner. Undefined if it was deleted in the meantime. */
export async function readDetail(pool: Pool, scan: ScanSummary): Promise<ScanDetail | undefined> {
	const [found, timeline, raw] = await Promise.all([
		readRow(
			pool,
			MAIN,
			`SELECT request, note, report, sent FROM scans
			 LEFT JOIN scan_reports ON scan_reports.scan_id = id LEFT JOIN scan_sent ON scan_sent.scan_id = id WHERE id = $1`,
			[scan.id],
		),
		readRows(pool, EVENT, "SELECT at, what, text, progress FROM scan_events WHERE scan_id = $1 ORDER BY id", [scan.id]),
		readRows(
			pool,
			{ name: text, mediaType: text, bytes: int },
			`SELECT name, media_type AS "mediaType", length(content) AS bytes FROM scan_raw WHERE scan_id = $1 ORDER BY name`,
			[scan.id],
		),
	]);
	if (!found) return undefined;
	return {
		scan,
		request: found.request,
		note: found.note,
		timeline: timeline.map((item) => ({ ...item, at: item.at.toISOString() })),
		report: found.report,
		sent: found.report?.sent ?? found.sent ?? [],
		raw,
	};
}

export async function readRaw(
	pool: Pool,
	{ workspaceId, clientId }: Seen,
	id: ScanId,
	name: string,
): Promise<Buffer | undefined> {
	const raw = await readRow(
		pool,
		{ content: bytes },
		`SELECT content FROM scan_raw JOIN scans ON scans.id = scan_id 
		 WHERE scan_id = $1 AND owner = $2 AND name = $3 AND ${ofClient("host", "$2", "$4")}`,
		[id, workspaceId, name, clientId],
	);
	return raw?.content;
}
